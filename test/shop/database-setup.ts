import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** For what the files of a run share; it goes when the run ends. */
    runFolder: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startDatabaseServer()
  project.provide('databaseServer', { adminUrl: server.adminUrl, template: server.template })
  const runFolder = await mkdtemp(join(tmpdir(), 'tappet-run-'))
  project.provide('runFolder', runFolder)
  return async () => {
    await server.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
}

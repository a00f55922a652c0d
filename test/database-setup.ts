import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startDatabaseServer()
  project.provide('databaseServer', { adminUrl: server.adminUrl, template: server.template })
  return () => server.stop()
}

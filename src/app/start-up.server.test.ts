import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Log } from '#platform/log'
import { readSettings } from './settings.server.ts'
import { prepareVinTables } from './start-up.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the tables for VINs', () => {
  it('that cannot be made are told of in the log, and keep no shop from its start', async () => {
    const dataDir = join(folder, 'data')
    // Where the folder has to be, a file stands in the way.
    await writeFile(dataDir, '')
    const warn = vi.fn<Log['warn']>()
    await prepareVinTables(readSettings({ DATA_DIR: dataDir }), { warn })
    expect(warn).toHaveBeenCalledOnce()
  })
})

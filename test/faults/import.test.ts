import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyImports } from '../../src/modules/imports/tidy.server.ts'
import { type Importer, stageImport } from '../../src/modules/imports/preview/stage.server.ts'
import { undoImport } from '../../src/modules/imports/commit/undo.server.ts'
import { commitImport } from '../../src/modules/imports/commit/commit.server.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { programEnvironment } from '../shop/process.ts'
import { catalogueNow, fileWith, importFiles, importerOf, stageFiles } from '../files/imports.ts'

let shop: TestShop
let importer: Importer
/** More than one batch of rows, so that there is a middle of the reading; the other steps are named, and want few. */
const many = 1200
const few = 40

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const fileOf = (parts: number) => {
  const lines = Array.from({ length: parts }, (_, n) => `Acme,K-${n},9.50,${n % 5}`)
  return fileWith(['brand,part_number,price,stock', ...lines].join('\n'))
}

/** Runs an import in a process of its own that kills itself there: after so many rows read, or at that step. */
async function dieAt(phase: string, done: number, parts: number): Promise<void> {
  const path = await fileOf(parts)
  const program = join(import.meta.dirname, 'import-program.ts')
  const child = spawn(process.execPath, [program, shop.databaseUrl, shop.dataDir, path, phase, String(done)], {
    env: programEnvironment(),
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

async function lastImport() {
  const { rows } = await sql<{ id: string; state: string; failure: string | null }>`
    select id, state, failure from import order by number desc limit 1`.execute(shop.db)
  const [row] = rows
  if (!row) throw new Error('there is no import')
  return row
}

const stagingTables = async () =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from pg_tables where schemaname = 'import_staging'`.execute(
      shop.db,
    )
  ).rows[0]?.n

describe('an import whose process is killed', () => {
  it.each([
    ['while it reads', 'reading', 1000, many],
    ['while it checks', 'checking', 2, few],
  ])('%s leaves the shop as it was, and is told as failed', async (_, phase, done, parts) => {
    const before = await catalogueNow(importer)
    await dieAt(phase, done, parts)
    expect(await catalogueNow(importer)).toEqual(before)
    expect((await lastImport()).state).toBe('staging')
    // The server finds out that its connection is gone; until then the import counts as alive.
    await eventually(
      () => tidyImports(shop.system),
      tidied => tidied > 0,
    )
    expect(await lastImport()).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Import them again.'),
    })
    expect(await stagingTables()).toBe(0)
  })

  it('while it commits leaves nothing half imported, and can be committed then', async () => {
    const before = await catalogueNow(importer)
    // The parts and the applications are in its transaction by then.
    await dieAt('committing', 4, few)
    const { id, state } = await lastImport()
    expect(state).toBe('staged')
    expect(await catalogueNow(importer)).toEqual(before)
    const done = await commitImport(importer, id)
    expect(done).toMatchObject({ state: 'committed', counts: { part: { added: few } } })
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from tool where archived_at is null`.execute(shop.db)
    expect(rows[0]?.n).toBe(few)
    expect(await stagingTables()).toBe(0)
    await undoImport(shop.system, id)
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

describe('imports at once', () => {
  it('committed twice, and by two, is committed once', async () => {
    const file = await fileWith('brand,part_number,price,stock\nTwice,T-1,3.00,4\n')
    const staged = await stageFiles(importer, [file], { createParts: true, source: 'twice' })
    const all = await Promise.all(Array.from({ length: 4 }, () => commitImport(importer, staged.id)))
    expect(all.map(row => row.state)).toEqual(Array(4).fill('committed'))
    await commitImport(importer, staged.id)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from audit where action = 'import.committed' and subject_id = ${staged.id}`.execute(
      shop.db,
    )
    expect(rows[0]?.n).toBe(1)
    const undone = await Promise.all([undoImport(shop.system, staged.id), undoImport(shop.system, staged.id)])
    expect(undone.map(row => row.state)).toEqual(['undone', 'undone'])
  })

  it('take what another has committed meanwhile into account', async () => {
    const file = await fileWith('brand,part_number,price\nMeanwhile,M-1,3.00\n')
    const options = { createParts: true, source: 'meanwhile' }
    const [first, second] = [await stageFiles(importer, [file], options), await stageFiles(importer, [file], options)]
    const done = await Promise.all([commitImport(importer, first.id), commitImport(importer, second.id)])
    const added = done.map(row => row.counts?.part?.added ?? 0)
    expect(added.toSorted()).toEqual([0, 1])
    const { rows } = await sql`select from tool where part_number = 'M-1' and archived_at is null`.execute(shop.db)
    expect(rows).toHaveLength(1)
  })

  it('read by two processes are read by one', async () => {
    const file = await fileWith('brand,part_number,price\nAlone,A-1,3.00\n')
    const done = await importFiles(importer, [file], { createParts: true, source: 'alone' })
    expect(await stageImport(importer, done.id)).toBe(true)
    expect((await sql`select from tool where part_number = 'A-1'`.execute(shop.db)).rows).toHaveLength(1)
  })
})

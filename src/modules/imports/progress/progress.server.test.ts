import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, openDatabase } from '#platform/database'
import { type Person, createPerson } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importerOf, stageFiles } from '#test/files/imports'
import type { Import } from '../imports.contract.ts'
import { type Importer, beginImport, stageImport } from '../preview/stage.server.ts'
import { commitImport } from '../commit/commit.server.ts'
import { readImport } from '../row.server.ts'
import { undoImport } from '../commit/undo.server.ts'

let shop: TestShop
let admin: Person
/** As another process has it: with connections of its own. */
let other: Importer

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  const pool = createPool(shop.databaseUrl, { max: 4 })
  other = { pool, ctx: { ...shop.system, db: openDatabase(pool) } }
})
afterAll(async () => {
  await other.pool.end()
  await shop.close()
})

/** Stops whoever works at that table while `look` looks. */
async function whileHeld(table: string, mode: 'share' | 'access exclusive', look: () => Promise<void>): Promise<void> {
  await shop.system.db.transaction().execute(async holder => {
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(holder)
    await look()
  })
}

/** What the page shows once it shows this. */
const shows = (id: string, isIt: (progress: NonNullable<Import['progress']>) => boolean) =>
  eventually<Import>(
    async () => (await admin.call('GET', `/imports/${id}`)).body,
    item => item.progress !== null && isIt(item.progress),
    60_000,
  )

const lines = ['brand,part_number,price,stock', ...Array.from({ length: 5 }, (_, n) => `Acme,W-${n},9.50,${n}`)]
const numbers = ['brand,part_number,kind,number', ...Array.from({ length: 7 }, (_, n) => `Acme,W-0,oem,X-${n}`)]

async function begin(source: string) {
  const files = []
  for (const content of [lines, numbers]) {
    const text = content.join('\n')
    files.push({ name: `${source}.csv`, path: await fileWith(text), bytes: text.length })
  }
  return beginImport(shop.system, { files, options: { createParts: true }, source, origin: 'command' })
}

describe('how far an import is', () => {
  it('is seen from another process while it is read, checked, committed and undone', async () => {
    const { id } = await begin('watched')
    const work: Promise<unknown>[] = []
    await whileHeld('brand', 'access exclusive', async () => {
      work.push(stageImport(other, id))
      const { progress } = await shows(id, ({ phase }) => phase === 'reading')
      // Nothing has been read: neither how many rows there are nor how long it takes is known.
      expect(progress).toMatchObject({ rows: 0, of: null, share: 0, rowsASecond: null, secondsLeft: null })
    })
    await Promise.all(work)
    expect((await admin.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'staged', progress: null })
    await whileHeld('supersession', 'share', async () => {
      work.push(commitImport(other, id))
      // The numbers are in, which only the transaction itself and the counter of their ids can know.
      const { state, progress } = await shows(id, ({ phase, rows }) => phase === 'committing' && rows === 12)
      expect({ state, progress }).toMatchObject({ state: 'staged', progress: { step: 2, steps: 6, of: 12, share: 1 } })
    })
    await Promise.all(work)
    await whileHeld('supersession', 'share', async () => {
      work.push(undoImport(other.ctx, id))
      const { progress } = await shows(id, ({ phase, step }) => phase === 'undoing' && step === 4)
      expect(progress).toMatchObject({ rows: 7, of: 12, steps: 6 })
    })
    await Promise.all(work)
    expect((await admin.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'undone', progress: null })
    expect((await sql`select from import_progress`.execute(shop.db)).rows).toEqual([])
  })

  it('is told of the checking by its steps', async () => {
    const steps: string[] = []
    const { id } = await begin('steps')
    await stageImport({ ...other, onProgress: now => steps.push(`${now.phase} ${now.step} ${now.rows}/${now.of}`) }, id)
    const checking = steps.filter(line => line.startsWith('checking'))
    // Twelve rows: gone through by the first step and the last, numbers and applications by their own.
    expect(checking).toEqual(
      ['0 0/36', '1 12/36', '2 17/36', '3 17/36', '4 24/36', '5 24/36'].map(step => `checking ${step}`),
    )
    expect(steps.find(line => line.startsWith('reading') && !line.includes(' 0/'))).toMatch(/^reading 0 [1-9]/)
  })

  it('is not shown for ever of a process that has died while it committed', async () => {
    const staged = await stageFiles(importerOf(shop), [await fileWith(lines.join('\n'))], {
      source: 'dead',
      createParts: true,
    })
    const write = (age: number) =>
      sql`
      insert into import_progress (import_id, phase, step, steps, rows, of_rows, seconds, seen_at)
      values (${staged.id}, 'committing', 0, 6, 1, 5, 1, clock_timestamp() - make_interval(secs => ${age}))
      on conflict (import_id) do update set seen_at = excluded.seen_at`.execute(shop.db)
    const shown = async () => (await admin.call('GET', `/imports/${staged.id}`)).body.progress
    await write(0)
    expect(await shown()).toMatchObject({ phase: 'committing', rows: 1, of: 5 })
    await write(600)
    expect(await shown()).toBeNull()
  })
})

describe('one import and two processes', () => {
  it('is read by the one that came first, and by the other not at all', async () => {
    const { id, number } = await begin('twice-read')
    const work: Promise<boolean>[] = []
    await whileHeld('brand', 'access exclusive', async () => {
      work.push(stageImport(other, id))
      await shows(id, ({ phase }) => phase === 'reading')
      expect(await stageImport(importerOf(shop), id)).toBe(false)
    })
    expect(await Promise.all(work)).toEqual([true])
    const { rows } = await sql`select from ${sql.table(`import_staging.part_${number}`)}`.execute(shop.db)
    expect(rows).toHaveLength(lines.length - 1)
  })

  it('is committed by one, and what that one tells is not written over by who waits', async () => {
    const { id } = await begin('twice-committed')
    await stageImport(other, id)
    const work: Promise<unknown>[] = []
    await whileHeld('supersession', 'share', async () => {
      work.push(commitImport(other, id))
      await shows(id, ({ phase, step }) => phase === 'committing' && step === 2)
      const waiting: string[] = []
      const second = { ...importerOf(shop), onProgress: ({ phase }: { phase: string }) => void waiting.push(phase) }
      work.push(commitImport(second, id))
      await eventually(
        async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(shop.db)).rows,
        rows => rows.length > 0,
        60_000,
      )
      expect((await admin.call('GET', `/imports/${id}`)).body.progress).toMatchObject({ phase: 'committing', step: 2 })
      expect(waiting).toEqual([])
    })
    await Promise.all(work)
    const { rows } = await sql`select from audit where action = 'import.committed' and subject_id = ${id}`.execute(
      shop.db,
    )
    expect(rows).toHaveLength(1)
    expect((await readImport(shop.system, { id })).state).toBe('committed')
  })
})

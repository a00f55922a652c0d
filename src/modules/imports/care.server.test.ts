import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, orderOf } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { readImport } from './row.server.ts'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { cancelImport, commitImport, inTurn } from './commit/commit.server.ts'
import { type Importer, beginImport } from './preview/stage.server.ts'
import { tidyImports } from './tidy.server.ts'
import { undoImport } from './commit/undo.server.ts'

let shop: TestShop
let importer: Importer

beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  await sql`with m as (insert into make (name) values ('Halden') returning id),
      o as (insert into model (make_id, name) select id, 'Rook' from m returning id)
    insert into vehicle (year, model_id) select year, id from o, generate_series(2001, 2010) year`.execute(shop.db)
})
afterAll(() => shop.close())

const parts = (...lines: string[]) => fileWith(['brand,part_number,price,stock', ...lines].join('\n'))
const fits = (...lines: string[]) =>
  fileWith(['brand,part_number,year_from,year_to,make,model,fits', ...lines].join('\n'))
const add = async (...lines: string[]) =>
  importFiles(importer, [await parts(...lines)], { createParts: true, source: 'parts' })

describe('a database that has crashed since the files were read', () => {
  it('has emptied what was read, which is not taken for an empty file', async () => {
    await add('Acme,W-1,10.00,5')
    const file = await fits('Acme,W-1,2001,2010,Halden,Rook,yes')
    await importFiles(importer, [file], { source: 'crash' })
    const before = await catalogueNow(importer)
    const staged = await stageFiles(importer, [file], { source: 'crash', full: true })
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'import_staging' and tablename like ${`%_${staged.number}`}`.execute(shop.db)
    await sql`truncate ${sql.raw(rows.map(row => row.name).join(', '))}`.execute(shop.db)
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-staging-gone' })
    // Nor where the preview is worked out anew, since another import has been committed.
    await add('Acme,W-2,10.00,5')
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-staging-gone' })
    const { fitment } = before as { fitment: unknown[] }
    expect(await catalogueNow(importer)).toMatchObject({ fitment })
  })
})

it('what a release with other columns has read is to be read again', async () => {
  const staged = await stageFiles(importer, [await parts('Acme,W-3,10.00,5')], { createParts: true, source: 'before' })
  await sql`update ${sql.raw(`import_staging.whole_${staged.number}`)} set form = 'other'`.execute(shop.db)
  await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-staging-gone' })
  await cancelImport(shop.system, staged.id)
})

/** Keeps whoever writes into a table waiting while `work` runs, and until they do wait does not begin it. */
async function whileHeld(table: string, work: () => Promise<void>): Promise<void> {
  await shop.system.db.transaction().execute(async holder => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(holder)
    await work()
  })
}

const waitsFor = (table: string) =>
  eventually(
    async () => {
      const { rows } = await sql`select from pg_locks where not granted and relation = ${table}::regclass`.execute(
        shop.db,
      )
      return rows.length
    },
    waiting => waiting > 0,
  )

describe('a commit that takes its time', () => {
  it('lets orders of its parts through while it writes fitment, and so does its undo', async () => {
    await add('Acme,O-1,10.00,9', 'Acme,O-2,10.00,9')
    const person = await createPerson(shop)
    const order = async (part: string) => {
      const { rows } = await sql<{ id: string }>`select id from tool where part_number = ${part}`.execute(shop.db)
      const id = rows[0]?.id ?? ''
      // A lock would make the order wait for the commit, which this test holds up for as long as it waits.
      await sql`select from tool where id = ${id} for no key update nowait`.execute(shop.db)
      const answer = await person.call('POST', '/orders', orderOf(id, 1))
      expect(answer.status).toBe(200)
    }
    const changes = await fileWith('brand,part_number,price\nAcme,O-1,11.00\nAcme,O-2,10.00\n')
    const fitment = await fits('Acme,O-1,2001,2002,Halden,Rook,yes', 'Acme,O-1,2020,2020,Halden,Rook,yes')
    const staged = await stageFiles(importer, [changes, fitment], { source: 'orders' })
    let committing: Promise<unknown> = Promise.resolve()
    await whileHeld('unresolved_fitment', async () => {
      committing = commitImport(importer, staged.id)
      await waitsFor('unresolved_fitment')
      await order('O-1')
      await order('O-2')
    })
    expect(await committing).toMatchObject({ state: 'committed' })
    let undoing: Promise<unknown> = Promise.resolve()
    await whileHeld('unresolved_fitment', async () => {
      undoing = undoImport(shop.system, staged.id)
      await waitsFor('unresolved_fitment')
      await order('O-1')
    })
    expect(await undoing).toMatchObject({ state: 'undone' })
  })
})

describe('cancelling', () => {
  it('what is being committed is refused, and neither waits for the other', async () => {
    await add('Acme,X-1,10.00,9')
    const fitment = await fits('Acme,X-1,2020,2020,Halden,Rook,yes')
    const staged = await stageFiles(importer, [fitment], { source: 'cancel' })
    const other = await stageFiles(importer, [fitment], { source: 'another' })
    let committing: Promise<unknown> = Promise.resolve()
    await whileHeld('unresolved_fitment', async () => {
      committing = commitImport(importer, staged.id)
      await waitsFor('unresolved_fitment')
      await expect(cancelImport(shop.system, staged.id)).rejects.toMatchObject({ code: 'import-not-staged' })
      expect(await cancelImport(shop.system, other.id)).toMatchObject({ state: 'cancelled' })
    })
    expect(await committing).toMatchObject({ state: 'committed' })
  })

  it('by itself takes only what nobody has asked for, and not while anybody commits', async () => {
    await add('Acme,X-2,10.00,9')
    const file = await parts('Acme,X-2,12.00,9')
    const [old, waiting] = [await stageFiles(importer, [file]), await stageFiles(importer, [file])]
    const ids = [old.id, waiting.id]
    const age = (days: number) =>
      sql`update import set created_at = now() - make_interval(days => ${days}) where id = any(${ids}::uuid[])`.execute(
        shop.db,
      )
    await age(31)
    await sql`update import set asked = 'commit', asked_at = now() where id = ${waiting.id}`.execute(shop.db)
    const states = async () =>
      (
        await sql<{ state: string }>`select state from import where id = any(${ids}::uuid[]) order by number`.execute(
          shop.db,
        )
      ).rows
    await shop.system.db.transaction().execute(async db => {
      await inTurn({ ...shop.system, db })
      await tidyImports(shop.system)
    })
    expect(await states()).toEqual([{ state: 'staged' }, { state: 'staged' }])
    await age(29)
    await tidyImports(shop.system)
    expect(await states()).toEqual([{ state: 'staged' }, { state: 'staged' }])
    await age(31)
    await tidyImports(shop.system)
    expect(await states()).toEqual([{ state: 'cancelled' }, { state: 'staged' }])
  })
})

describe('the job that imports', () => {
  it('may take a day, and is the only one in hand', async () => {
    const { rows } = await sql`select expire_seconds from pgboss.queue where name = 'imports'`.execute(shop.db)
    expect(rows).toEqual([{ expire_seconds: 24 * 3600 }])
    // One that waits behind another would lose its time, and be begun beside it.
    const upload = (n: number) => fileWith(`brand,part_number,price\nAcme,J-${n},${n}.00\n`)
    const staged = await Promise.all(
      [1, 2].map(async n => stageFiles(importer, [await upload(n)], { source: `job ${n}` })),
    )
    const { db, jobs } = shop.system
    const states = async () =>
      (
        await sql<{ state: string }>`
        select state::text from pgboss.job where name = 'imports' and data ->> 'id' = any(${staged.map(({ id }) => id)})
        order by state`.execute(shop.db)
      ).rows.map(row => row.state)
    await db.transaction().execute(async holder => {
      await inTurn({ ...shop.system, db: holder })
      await sql`update import set asked = 'commit' where id = any(${staged.map(({ id }) => id)}::uuid[])`.execute(db)
      await db.transaction().execute(async sender => {
        for (const { id } of staged) await jobs.send(sender, 'imports', { id, act: 'commit' })
      })
      await eventually(states, current => current.includes('active'))
      expect(await states()).toEqual(['active', 'created'])
    })
    await eventually(states, current => current.every(state => state === 'completed'))
  })
})

describe('a file that is no text', () => {
  it('fails its import with a sentence', async () => {
    const archive = await fileWith(Buffer.from('PK\u0003\u0004\u0014\0\0\0xl/workbook.xml', 'latin1'), 'prices.xlsx')
    expect(await stageFiles(importer, [archive])).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('This workbook cannot be read'),
    })
    // A zero further on, and a half of a character at a cut, in what is told of the file.
    const zero = `part_number,price,${'x'.repeat(79)}😀,${' '.repeat(9000)}a\0b\nNONE-1,1.00,,\n`
    const staged = await stageFiles(importer, [await fileWith(zero)])
    expect(staged).toMatchObject({ state: 'refused' })
    expect((await problemsOf(importer, staged)).map(problem => problem.field)).toEqual([
      'x'.repeat(79),
      'a b',
      'part_number',
    ])
  })
})

describe('what was asked for', () => {
  const waiting = async (part: string) => {
    const file = await fileWith(`brand,part_number,price\nAcme,${part},3.00\n`)
    return stageFiles(importer, [file], { createParts: true, source: part })
  }
  const rests = (id: string) =>
    eventually(
      async () => readImport(shop.system, { id }),
      row => row.asked === null,
    )

  it('and never done, since its job was lost, is done when asked again', async () => {
    const { id } = await waiting('Q-1')
    await sql`update import set asked = 'commit', asked_at = now() where id = ${id}`.execute(shop.db)
    const admin = await createPerson(shop, 'admin')
    expect((await admin.call('POST', `/imports/${id}/commit`, {})).status).toBe(200)
    expect(await rests(id)).toMatchObject({ state: 'committed', failure: null })
  })

  it('an hour ago can be asked for anew, unless somebody is at it', async () => {
    const { id } = await waiting('Q-2')
    await sql`update import set asked = 'commit', asked_at = now() - interval '61 minutes' where id = ${id}`.execute(
      shop.db,
    )
    await shop.system.db.transaction().execute(async db => {
      await inTurn({ ...shop.system, db })
      await tidyImports(shop.system)
    })
    expect(await readImport(shop.system, { id })).toMatchObject({ asked: 'commit' })
    await tidyImports(shop.system)
    expect(await readImport(shop.system, { id })).toMatchObject({
      state: 'staged',
      asked: null,
      failure: expect.stringContaining('Start it again'),
    })
  })

  it('a week ago is still to be done while its job waits behind others, and nobody hears that it was not', async () => {
    const { id } = await waiting('Q-4')
    await sql`update import set asked = 'commit', created_at = now() - interval '8 days', asked_at = now() - interval '61 minutes'
      where id = ${id}`.execute(shop.db)
    await sendForTomorrow({ id, act: 'commit' })
    await tidyImports(shop.system)
    expect(await readImport(shop.system, { id })).toMatchObject({ state: 'staged', asked: 'commit', failure: null })
    const { rows } = await sql`select from import_mail where import_id = ${id}`.execute(shop.db)
    expect(rows).toHaveLength(0)
  })

  it('and fails for no reason of the file says so, and can be asked for again', async () => {
    const { id } = await waiting('Q-3')
    await sql`create function broken() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`.execute(
      shop.db,
    )
    await sql`create trigger broken before insert on import_change for each statement execute function broken()`.execute(
      shop.db,
    )
    const admin = await createPerson(shop, 'admin')
    await admin.call('POST', `/imports/${id}/commit`, {})
    expect(await rests(id)).toMatchObject({ state: 'staged', failure: expect.stringContaining('Try again') })
    await sql`drop trigger broken on import_change`.execute(shop.db)
    await admin.call('POST', `/imports/${id}/commit`, {})
    expect(await rests(id)).toMatchObject({ state: 'committed', failure: null })
  })
})

/** A job of tomorrow is as good as one behind a long one. */
const sendForTomorrow = (job: { id: string; act: 'stage' | 'commit' }) =>
  shop.system.db.transaction().execute(async db => {
    await shop.system.jobs.send(db, 'imports', job)
    await sql`update pgboss.job set start_after = now() + interval '1 day'
      where name = 'imports' and data ->> 'id' = ${job.id}`.execute(db)
  })

describe('an import of the page that nobody reads', () => {
  it('is failed after an hour, unless its job has yet to come', async () => {
    const path = await parts('Acme,T-1,1.00,1')
    const begin = async () => {
      const file = { name: 'f.csv', path, bytes: 1 }
      const { id } = await beginImport(shop.system, { files: [file], options: {}, source: 't', origin: 'page' })
      await sql`update import set created_at = created_at - interval '61 minutes' where id = ${id}`.execute(shop.db)
      return id
    }
    const [waits, forgotten] = [await begin(), await begin()]
    await sendForTomorrow({ id: waits, act: 'stage' })
    await tidyImports(shop.system)
    expect(await readImport(shop.system, { id: forgotten })).toMatchObject({ state: 'failed' })
    expect(await readImport(shop.system, { id: waits })).toMatchObject({ state: 'staging' })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadlockOnce } from '#test/shop/deadlocks'
import { createPerson, request } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { type Importer } from './preview/stage.server.ts'
import { commitImport } from './commit/commit.server.ts'
import { resolveVehicles } from './tidy.server.ts'
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

describe('rows that contradict each other', () => {
  it('are "does not fit" for that vehicle, and told', async () => {
    await add('Acme,A-1,10.00,5')
    const lines = ['Acme,A-1,2001,2010,Halden,Rook,yes', 'Acme,A-1,2005,2005,Halden,Rook,no']
    const done = await importFiles(importer, [await fits(...lines)], { source: 'contradiction' })
    const { rows } = await sql<{ year: number; fits: boolean }>`
      select year, fits from fitment join vehicle on vehicle.id = vehicle_id where source_id = ${done.source_id} order by year`.execute(
      shop.db,
    )
    expect(rows).toHaveLength(10)
    expect(rows.filter(row => !row.fits)).toEqual([{ year: 2005, fits: false }])
    expect(await problemsOf(importer, done)).toMatchObject([{ line: 2, field: 'fits', code: 'fits-contradicted' }])
    expect(done.counts?.fitment).toMatchObject({ added: 10, refused: 1 })
  })
})

describe('an import that a later one came after', () => {
  it('is undone once that one is, unless an admin has changed the part between', async () => {
    const first = await add('Acme,Y-1,10.00,5')
    const price = async (amount: string) =>
      importFiles(importer, [await fileWith(`brand,part_number,price\nAcme,Y-1,${amount}\n`)], {
        source: `price ${amount}`,
      })
    const before = await catalogueNow(importer)
    const [second, third] = [await price('11.00'), await price('12.00')]
    await undoImport(shop.system, third.id)
    await undoImport(shop.system, second.id)
    expect(await catalogueNow(importer)).toEqual(before)
    await sql`update tool set version = version + 1 where part_number = 'Y-1'`.execute(shop.db)
    await undoImport(shop.system, (await price('13.00')).id)
    expect(await undoImport(shop.system, first.id)).toMatchObject({ undo_left: { count: 1 } })
    expect(await catalogueNow(importer)).toEqual(before)
  })
})

describe('a number that two sources say', () => {
  const numbers = (...lines: string[]) => fileWith(['brand,part_number,kind,number,number_brand', ...lines].join('\n'))
  const shown = async () => {
    const { rows } = await sql<{ id: string }>`select id from tool where part_number = 'Z-1'`.execute(shop.db)
    const { body } = await request(`${shop.address}/api/tools/${rows[0]?.id}/numbers`, 'GET')
    const { numbers: own, substitutes } = body as { numbers: { value: string }[]; substitutes: { value: string }[] }
    return [...own, ...substitutes].map(({ value }) => value)
  }

  it('is shown once, and stays with the one when the other is undone', async () => {
    await add('Acme,Z-1,10.00,5')
    const lines = ['Acme,Z-1,oem,11 22-33,Halden', 'Acme,Z-1,supersedes,Z-0,', 'Acme,Z-0,supersedes,Z-00,']
    const first = await importFiles(importer, [await numbers(...lines)], { source: 'numbers one' })
    const second = await importFiles(importer, [await numbers(...lines)], { source: 'numbers two' })
    expect(second.counts?.number).toMatchObject({ added: 3, unchanged: 0 })
    const all = ['Z-1', '11 22-33', 'Z-0', 'Z-00']
    expect(await shown()).toEqual(all)
    await undoImport(shop.system, first.id)
    expect(await shown()).toEqual(all)
    await undoImport(shop.system, second.id)
    expect(await shown()).toEqual(['Z-1'])
  })

  it('is refused where they say otherwise what replaces it, in one file or in two, or by undoing', async () => {
    const file = await numbers('Acme,Z-3,supersedes,Z-2,', 'Acme,Z-4,supersedes,Z-2,')
    const first = await importFiles(importer, [file], { source: 'numbers three' })
    expect(await problemsOf(importer, first)).toMatchObject([{ line: 3, code: 'replaced-twice', value: 'Z-2' }])
    const otherwise = await numbers('Acme,Z-5,supersedes,Z-2,')
    const second = await stageFiles(importer, [otherwise], { source: 'numbers four' })
    expect(await problemsOf(importer, second)).toMatchObject([{ line: 2, code: 'replaced-otherwise', value: 'Z-2' }])
    const none = await stageFiles(importer, [await numbers('Acme,Z-7,supersedes,Z-6,')], {
      source: 'numbers three',
      full: true,
    })
    await sql`update import set options = options || '{"allowRemoval": true}' where id = ${none.id}`.execute(shop.db)
    await commitImport(importer, none.id)
    await importFiles(importer, [otherwise], { source: 'numbers four' })
    expect(await undoImport(shop.system, none.id)).toMatchObject({
      undo_left: { count: 1, first: [{ what: 'Z-2', why: 'replaced-otherwise' }] },
    })
  })
})

describe('applications that waited for their vehicle', () => {
  it('go in once, where their source has the same there already', async () => {
    await add('Acme,R-1,10.00,5')
    const file = await fits('Acme,R-1,2001,2001,Halden,Rook,yes', 'Acme,R-1,2011,2011,Halden,Rook,yes')
    const done = await importFiles(importer, [file], { source: 'twice' })
    await sql`update unresolved_fitment set year = 2001 where source_id = ${done.source_id}`.execute(shop.db)
    expect(await resolveVehicles(shop.system)).toBe(0)
    const left = async (table: string) =>
      (await sql`select from ${sql.table(table)} where source_id = ${done.source_id}`.execute(shop.db)).rows.length
    expect([await left('fitment'), await left('unresolved_fitment')]).toEqual([1, 0])
  })
})

describe('the date of a source', () => {
  it('is that of its last import, and of the one before when that is undone', async () => {
    await add('Acme,D-1,10.00,5')
    const dated = async (id: number | null) =>
      (await sql<{ dated: string }>`select dated::text as dated from data_source where id = ${id}`.execute(shop.db))
        .rows[0]?.dated
    const file = await fits('Acme,D-1,2001,2001,Halden,Rook,yes')
    const first = await importFiles(importer, [file], { source: 'dated' })
    await sql`update data_source set dated = '2024-02-29' where id = ${first.source_id}`.execute(shop.db)
    const second = await importFiles(importer, [file], { source: 'dated' })
    expect(await dated(second.source_id)).not.toBe('2024-02-29')
    await undoImport(shop.system, second.id)
    expect(await dated(second.source_id)).toBe('2024-02-29')
  })
})

describe('a commit that the database ends because of a deadlock', () => {
  it('is done again', async () => {
    const end = await deadlockOnce(shop.db, 'import_change')
    const done = await add('Acme,DL-1,10.00,5')
    expect(done).toMatchObject({ state: 'committed', counts: { part: { added: 1 } } })
    await end()
  })
})

describe('a yes to what a full file takes away', () => {
  it('holds for as many rows as were shown, and for no more', async () => {
    await add('Acme,N-1,10.00,5')
    await importFiles(importer, [await fits('Acme,N-1,2001,2010,Halden,Rook,yes')], { source: 'removal' })
    const small = await fits('Acme,N-1,2001,2002,Halden,Rook,yes')
    const staged = await stageFiles(importer, [small], { source: 'removal', full: true })
    expect(staged.removal).toEqual({ rows: 8, of: 10 })
    const admin = await createPerson(shop, 'admin')
    const commit = (removes: number) =>
      admin.call('POST', `/imports/${staged.id}/commit`, { allowRemoval: true, removes })
    expect((await commit(7)).body).toMatchObject({ code: 'import-removes-too-much' })
    // Somebody said yes to seven before it became eight.
    const yes = JSON.stringify({ allowRemoval: true, mostRemoved: 7 })
    await sql`update import set options = options || ${yes}::jsonb where id = ${staged.id}`.execute(shop.db)
    await expect(commitImport(importer, staged.id)).rejects.toMatchObject({ code: 'import-removes-too-much' })
    expect((await admin.call('GET', `/imports/${staged.id}`)).body).toMatchObject({ asksForRemoval: true })
    expect((await commit(8)).status).toBe(200)
    await eventually(
      async () => (await admin.call('GET', `/imports/${staged.id}`)).body,
      row => row.state === 'committed',
    )
  })
})

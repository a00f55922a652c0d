import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { createCategory, createPerson, orderOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { catalogueNow, fileWith, importFiles, importerOf } from '#test/files/imports'
import { undoImport } from './undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'

let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

const heads = 'brand,part_number,name,price,stock,category'
const bring = async (source: string, ...lines: string[]) =>
  importFiles(importer, [await fileWith([heads, ...lines].join('\n'))], {
    createParts: true,
    createCategories: true,
    source,
  })
const toolOf = async (part: string) =>
  (
    await sql<{ id: string; price: number; on_hand: number; name: string }>`
    select id, price, on_hand, name from tool where part_number = ${part} and archived_at is null`.execute(shop.db)
  ).rows[0]
const change = (part: string) =>
  sql`update tool set name = 'By hand', version = version + 1 where part_number = ${part}`.execute(shop.db)
const categoriesNow = async () =>
  (await sql<{ name: string }>`select full_name as name from category order by 1`.execute(shop.db)).rows.map(
    ({ name }) => name,
  )

describe('undoing an import', () => {
  it('puts back what nobody has changed since, leaves the rest, and says how much and what', async () => {
    await bring('one', 'A,U-1,First,5.00,1,', 'A,U-2,Second,5.00,1,', 'A,U-3,Third,5.00,1,')
    const done = await bring('two', 'A,U-1,,6.00,,', 'A,U-2,,6.00,,', 'A,U-3,,6.00,,', 'A,U-4,Fourth,6.00,1,')
    await change('U-2')
    await change('U-4')
    const undone = await undoImport(shop.system, done.id)
    expect(undone).toMatchObject({
      state: 'undone',
      undo_left: {
        count: 2,
        first: [
          { what: 'U-4, By hand', why: 'part-changed' },
          { what: 'U-2, By hand', why: 'part-changed' },
        ],
      },
    })
    expect(await Promise.all(['U-1', 'U-2', 'U-3'].map(async part => (await toolOf(part))?.price))).toEqual([
      500, 600, 500,
    ])
    expect(await toolOf('U-4')).toMatchObject({ name: 'By hand' })
    const admin = await createPerson(shop, 'admin')
    expect((await admin.call('GET', `/imports/${done.id}`)).body.left).toEqual({
      count: 2,
      first: [
        { what: 'U-4, By hand', why: 'part-changed', hint: 'Somebody has changed it since. Change it by hand.' },
        { what: 'U-2, By hand', why: 'part-changed', hint: 'Somebody has changed it since. Change it by hand.' },
      ],
    })
    // An import that nobody came after is undone whole, also where another one of its source was, which has changed other parts.
    const before = await catalogueNow(importer)
    const first = await bring('two', 'A,U-1,,7.00,,')
    await bring('two', 'A,U-3,,8.00,,')
    expect(await undoImport(shop.system, first.id)).toMatchObject({ undo_left: null })
    expect((await toolOf('U-1'))?.price).toBe(500)
    expect((await toolOf('U-3'))?.price).toBe(800)
    expect(before).not.toEqual(await catalogueNow(importer))
  })

  it('leaves stock that orders hold or that somebody has corrected since, and puts back the other', async () => {
    await bring('one', 'A,S-1,One,5.00,1,', 'A,S-2,Two,5.00,1,', 'A,S-3,Three,5.00,1,')
    const done = await bring('two', 'A,S-1,,,9,', 'A,S-2,,,9,', 'A,S-3,,,9,')
    const person = await createPerson(shop)
    const tools = await Promise.all(['S-1', 'S-2'].map(toolOf))
    expect((await person.call('POST', '/orders', orderOf(tools[0]?.id ?? '', 7))).status).toBe(200)
    await bring('other', 'A,S-2,,,20,')
    const undone = await undoImport(shop.system, done.id)
    expect(undone.undo_left?.count).toBe(2)
    expect(undone.undo_left?.first.toSorted((one, other) => one.what.localeCompare(other.what))).toEqual([
      { what: 'S-1, One', why: 'stock-held' },
      { what: 'S-2, Two', why: 'stock-counted' },
    ])
    expect(await Promise.all(['S-1', 'S-2', 'S-3'].map(async part => (await toolOf(part))?.on_hand))).toEqual([
      9, 20, 1,
    ])
  })

  it('leaves a part that it added where somebody has said since how many there are, and takes the others away', async () => {
    const done = await bring('new', 'A,N-1,One,5.00,2,', 'A,N-2,Two,5.00,2,')
    const admin = await createPerson(shop, 'admin')
    const { id } = (await toolOf('N-1')) ?? {}
    const counted = { delta: 7, reason: 'Found in the back' }
    expect((await admin.call('POST', `/tools/${id}/stock`, counted, { 'idempotency-key': newId() })).status).toBe(200)
    expect((await undoImport(shop.system, done.id)).undo_left).toEqual({
      count: 1,
      first: [{ what: 'N-1, One', why: 'part-changed' }],
    })
    expect(await toolOf('N-1')).toMatchObject({ on_hand: 9 })
    expect(await toolOf('N-2')).toBeUndefined()
  })

  it('takes a part back into the shop, unless another one has its number by now', async () => {
    await bring('one', 'A,G-1,Gone,5.00,1,', 'A,G-2,Other,5.00,1,')
    const done = await bring('two', 'A,G-1,,6.00,,', 'A,G-2,,6.00,,')
    // As a file of a catalogue says that a part is no longer made.
    await sql`
      update import_change set op = 'removed' where import_id = ${done.id} and subject = 'tool'`.execute(shop.db)
    await sql`update tool set archived_at = now() where part_number in ('G-1', 'G-2')`.execute(shop.db)
    await bring('three', 'A,G-1,New,7.00,1,')
    expect((await undoImport(shop.system, done.id)).undo_left).toMatchObject({
      count: 1,
      first: [{ what: 'G-1, Gone', why: 'number-taken' }],
    })
    expect(await toolOf('G-1')).toMatchObject({ name: 'New', price: 700 })
    expect(await toolOf('G-2')).toMatchObject({ name: 'Other', price: 500 })
  })

  it('takes away the categories that it made, but for those in which anything is or on which somebody has worked', async () => {
    const before = await categoriesNow()
    const done = await bring(
      'tree',
      'A,C-1,One,5.00,1,Undo > Empty > Deep',
      'A,C-2,Two,5.00,1,Undo > Used',
      'A,C-3,Three,5.00,1,Undo > Written',
      'A,C-4,Four,5.00,1,Alone > Below',
    )
    await bring('other', 'A,C-9,Nine,5.00,1,Undo > Used')
    await sql`update category set text = 'About it.' where full_name = 'Undo > Written'`.execute(shop.db)
    await undoImport(shop.system, done.id)
    expect(await categoriesNow()).toEqual([...before, 'Undo', 'Undo > Used', 'Undo > Written'].toSorted())
  })

  it('takes away the attributes that it made, but for those of which a part says anything', async () => {
    const category = await createCategory(shop, 'With attributes')
    const done = await bring('attributes', 'A,T-1,One,5.00,1,')
    await sql`
      with made as (
        insert into attribute (id, category_id, name, slug, kind)
        select gen_random_uuid(), ${category}, name, lower(name), 'text' from unnest('{Unused,Used}'::text[]) name returning id),
      kept as (insert into import_change (import_id, subject, op, before)
        select ${done.id}, 'attribute', 'added', jsonb_build_object('id', id) from made)
      select from made`.execute(shop.db)
    await bring('other', 'A,T-2,Two,5.00,1,')
    await sql`
      update tool set attributes = jsonb_build_object((select ordinal::text from attribute where name = 'Used'), 'x')
      where part_number = 'T-2'`.execute(shop.db)
    await undoImport(shop.system, done.id)
    const { rows } = await sql`select name from attribute where category_id = ${category}`.execute(shop.db)
    expect(rows).toEqual([{ name: 'Used' }])
  })
})

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { type StageOptions, fileWith, importFiles, importerOf, problemsOf, stageFiles } from '#test/files/imports'
import { csvLine } from '#kernel/tables/written-files'
import { exportFile } from '../export/export.server.ts'
import { commitImport } from '../commit/commit.server.ts'
import { undoImport } from '../commit/undo.server.ts'
import type { Importer } from '../preview/stage.server.ts'
import { categoryColumns } from '../columns/category-columns.rules.ts'

/** Files of categories with their attributes. */
let shop: TestShop
let importer: Importer
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
})
afterAll(() => shop.close())

type Cells = Partial<Record<(typeof categoryColumns)[number], string>>
const file = (...rows: Cells[]) =>
  fileWith(
    [categoryColumns, ...rows.map(row => categoryColumns.map(column => row[column] ?? ''))].map(csvLine).join(''),
    'categories.csv',
  )
const creating: StageOptions = { createCategories: true, source: 'categories' }
const bring = async (...rows: Cells[]) => importFiles(importer, [await file(...rows)], creating)
const stage = async (...rows: Cells[]) => stageFiles(importer, [await file(...rows)], creating)

const number = (category: string, attribute_name: string, attribute_unit = 'mm'): Cells => ({
  category,
  attribute_name,
  attribute_kind: 'number',
  attribute_unit,
})
const choice = (category: string, attribute_name: string, attribute_choices: string): Cells => ({
  category,
  attribute_name,
  attribute_kind: 'choice',
  attribute_choices,
})

/** All that the shop says of categories and their attributes, but for what never goes back. */
async function treeNow(): Promise<unknown> {
  const { rows } = await sql`
    select full_name, path, text, is_hidden, category.position, image_id, array(
      select to_jsonb(attribute) - array['ordinal', 'id', 'version', 'choices_made', 'category_id']
      from attribute where category_id = category.id order by attribute.position, ordinal) as attributes
    from category order by full_name`.execute(shop.db)
  return rows
}
const categoryOf = async (name: string) =>
  (
    await sql<{ id: string; path: string; text: string; is_hidden: boolean; position: number }>`
    select id, path, text, is_hidden, position from category where full_name = ${name}`.execute(shop.db)
  ).rows[0]
async function attributesOf(category: string) {
  const { rows } = await sql<{ name: string; kind: string; unit: string; choices: string[] }>`
    select attribute.name, kind, unit,
      array(select one ->> 'name' from jsonb_array_elements(choices) with ordinality as each (one, at) order by at) as choices
    from attribute join category on category.id = category_id where full_name = ${category}
    order by attribute.position, ordinal`.execute(shop.db)
  return rows
}
/** A tool of a category that says this of its attribute. */
async function toolSaying(category: string, attribute: string, value: string): Promise<string> {
  const id = await createTool(shop)
  await sql`
    update tool set category_id = category.id, attributes = jsonb_build_object(attribute.ordinal::text, ${value}::text)
    from category, attribute join category own on own.id = attribute.category_id
    where tool.id = ${id} and category.full_name = ${category} and attribute.name = ${attribute}
      and starts_with(category.path || '/', own.path || '/')`.execute(shop.db)
  return id
}

describe('a file of categories', () => {
  it('makes categories with their attributes, tells them before, and is undone as if it had never been', async () => {
    const before = await treeNow()
    const staged = await stage(
      { category: 'Brakes', category_address: 'stopping', category_text: 'All that stops.', category_place: '4' },
      { ...number('Brakes > Discs', 'Outer diameter'), category_hidden: 'yes' },
      choice('Brakes > Discs', 'Surface', 'Plain; Coated, black'),
      { category: 'Brakes > Pads', attribute_name: 'With sensor', attribute_kind: 'Yes-No', attribute_place: '3' },
      { category: 'Brakes > Pads > Ceramic' },
    )
    expect(staged.counts?.category).toMatchObject({ added: 5, changed: 0, refused: 0 })
    expect((await problemsOf(importer, staged)).map(({ code, value }) => [code, value])).toEqual(
      ['Brakes', 'Brakes > Discs', 'Brakes > Pads', 'Brakes > Pads > Ceramic'].map(name => ['category-new', name]),
    )
    const admin = await createPerson(shop, 'admin')
    const { body: changes } = await admin.call('GET', `/imports/${staged.id}/changes`)
    expect(changes.slice(0, 2)).toMatchObject([
      {
        part: 'Brakes',
        isNew: true,
        changes: [
          { column: 'category_address', was: '', becomes: 'stopping' },
          { column: 'category_text', becomes: 'All that stops.' },
          { column: 'category_place', becomes: '4' },
        ],
      },
      { part: 'Brakes > Discs', name: 'Outer diameter', isNew: true },
    ])
    expect(await treeNow()).toEqual(before)
    await commitImport(importer, staged.id)
    expect(await categoryOf('Brakes')).toMatchObject({ path: 'stopping', text: 'All that stops.', position: 4 })
    expect(await categoryOf('Brakes > Discs')).toMatchObject({ path: 'stopping/discs', is_hidden: true })
    expect(await attributesOf('Brakes > Discs')).toMatchObject([
      { name: 'Outer diameter', kind: 'number', unit: 'mm' },
      { name: 'Surface', kind: 'choice', choices: ['Plain', 'Coated, black'] },
    ])
    expect(await attributesOf('Brakes > Pads')).toMatchObject([{ name: 'With sensor', kind: 'yes-no' }])
    expect(await undoImport(shop.system, staged.id)).toMatchObject({ state: 'undone', undo_left: null })
    expect(await treeNow()).toEqual(before)
  })

  it('changes what a cell says and nothing else, and is undone but for what somebody has changed since', async () => {
    await bring(
      { ...number('Oils', 'Volume', 'l'), category_text: 'Old.' },
      choice('Oils', 'Grade', 'A; B'),
      { category: 'Greases', category_text: 'Old.' },
      { category: 'Fluids' },
    )
    const before = await treeNow()
    const rows: Cells[] = [
      {
        ...number('OILS', 'VOLUME', 'ml'),
        category_text: 'New.',
        category_address: 'engine-oils',
        category_place: '2',
      },
      choice('Oils', 'Grade', 'C; a'),
      { category: 'Greases', category_text: 'New.' },
      { category: 'Fluids', category_hidden: 'yes' },
    ]
    const staged = await stage(...rows)
    expect(staged.counts?.category).toMatchObject({ added: 0, changed: 4, refused: 0 })
    expect(await problemsOf(importer, staged)).toEqual([])
    await commitImport(importer, staged.id)
    expect(await categoryOf('Oils')).toMatchObject({ path: 'engine-oils', text: 'New.', position: 2 })
    expect(await attributesOf('Oils')).toMatchObject([
      { name: 'VOLUME', unit: 'ml' },
      { name: 'Grade', choices: ['C', 'a', 'B'] },
    ])
    expect((await stage(...rows)).counts?.category).toMatchObject({ changed: 0, unchanged: 4 })
    await undoImport(shop.system, staged.id)
    expect(await treeNow()).toEqual(before)

    const again = await bring(...rows)
    await sql`update category set text = 'By hand.' where full_name = 'Greases'`.execute(shop.db)
    await sql`update attribute set name = 'Litres', version = version + 1 where name = 'VOLUME'`.execute(shop.db)
    // C is another choice by now than the one that was taken back.
    await toolSaying('Oils', 'Grade', '4')
    const { undo_left: left } = await undoImport(shop.system, again.id)
    expect(left?.count).toBe(3)
    expect(left?.first.toSorted((one, other) => one.what.localeCompare(other.what))).toEqual([
      { what: 'Greases', why: 'category-changed' },
      { what: 'Oils: Grade', why: 'choice-used' },
      { what: 'Oils: VOLUME', why: 'attribute-changed' },
    ])
    expect(await categoryOf('Oils')).toMatchObject({ path: 'oils', text: 'Old.', position: 0 })
    expect(await categoryOf('Greases')).toMatchObject({ text: 'By hand.' })
    expect(await attributesOf('Oils')).toMatchObject([{ name: 'Litres' }, { choices: ['C', 'a', 'B'] }])
  })

  it('keeps what it made and somebody uses by now, and lists it', async () => {
    const done = await bring(number('Used > Deep', 'Length'), number('Used > Deep', 'Width'), {
      category: 'Used > Free',
    })
    await toolSaying('Used > Deep', 'Length', '5')
    const { undo_left: left } = await undoImport(shop.system, done.id)
    expect(left?.first.map(({ what, why }) => `${what}, ${why}`).toSorted()).toEqual([
      'Used > Deep, category-used',
      'Used > Deep: Length, attribute-used',
      'Used, category-used',
    ])
    expect(await attributesOf('Used > Deep')).toMatchObject([{ name: 'Length' }])
    expect(await categoryOf('Used > Free')).toBeUndefined()
  })

  it('has rows refused that cannot go in, each with its reason, and never changes a kind', async () => {
    await bring(
      number('Filters', 'Height'),
      { category: 'Filters > Air', category_address: 'air' },
      choice('Lamps', 'Base', 'H4; H7'),
    )
    const tool = await toolSaying('Filters > Air', 'Height', '12')
    const rows: [Cells, string, string][] = [
      [
        { category: 'Filters', attribute_name: 'Height', attribute_kind: 'text' },
        'attribute-kind-differs',
        'attribute_kind',
      ],
      [
        { category: 'Filters > Air', attribute_name: 'HEIGHT', attribute_kind: 'number' },
        'attribute-name-taken',
        'attribute_name',
      ],
      [{ category: 'Filters > Oil', category_address: 'air' }, 'category-address-taken', 'category_address'],
      [{ category: 'Filters', category_address: 'Air Filters' }, 'category-address', 'category_address'],
      [{ category: 'Filters > Air\nOil' }, 'category-malformed', 'category'],
      [{ category: 'Filters', category_text: 'Reads \u202ebackwards' }, 'category-text', 'category_text'],
      [{ category: 'Filters > > Air' }, 'category-malformed', 'category'],
      [{ category: '', category_text: 'Of none.' }, 'value-missing', 'category'],
      [{ category: 'Filters', attribute_name: 'Depth' }, 'value-missing', 'attribute_kind'],
      [{ category: 'Filters', attribute_kind: 'text' }, 'value-missing', 'attribute_name'],
      [{ category: 'Filters', attribute_name: 'Depth', attribute_kind: 'size' }, 'attribute-kind', 'attribute_kind'],
      [
        { category: 'Filters', attribute_name: 'Depth (mm)', attribute_kind: 'text' },
        'attribute-name',
        'attribute_name',
      ],
      [{ ...number('Filters', 'Note'), attribute_kind: 'text' }, 'attribute-unit', 'attribute_unit'],
      [{ category: 'Lamps', attribute_name: 'Base', attribute_unit: 'mm' }, 'attribute-unit', 'attribute_unit'],
      [choice('Filters', 'Shape', 'Round; ROUND'), 'attribute-choices', 'attribute_choices'],
      [
        { category: 'Filters', attribute_name: 'Shape', attribute_kind: 'choice' },
        'attribute-choices',
        'attribute_choices',
      ],
      [
        { category: 'Filters', attribute_name: 'Height', attribute_choices: 'a; b' },
        'attribute-choices',
        'attribute_choices',
      ],
      [
        { category: 'Filters', category_picture: 'https://elsewhere.example/a.webp' },
        'picture-unknown',
        'category_picture',
      ],
      [{ category: 'Filters', category_hidden: 'perhaps' }, 'choice-unknown', 'category_hidden'],
      [{ category: 'Filters', category_place: '0' }, 'number-expected', 'category_place'],
    ]
    const before = await treeNow()
    const staged = await stage(...rows.map(([row]) => row))
    const problems = await problemsOf(importer, staged)
    expect(problems.toSorted((one, other) => one.line - other.line).map(({ code, field }) => [code, field])).toEqual(
      rows.map(([, code, field]) => [code, field]),
    )
    expect(staged).toMatchObject({
      state: 'refused',
      counts: { category: { refused: rows.length, added: 0, changed: 0 } },
    })
    // Others go in beside them; what is said twice is taken once.
    const partly = await bring(
      { category: 'Filters', category_text: 'First.' },
      { category: 'Filters', category_text: 'Second.' },
      choice('Lamps', 'Base', 'H8'),
      choice('Lamps', 'BASE', 'H9'),
    )
    expect(partly.counts?.category).toMatchObject({ changed: 2, refused: 2 })
    expect((await problemsOf(importer, partly)).map(({ line, code }) => [line, code])).toEqual([
      [3, 'category-otherwise'],
      [5, 'attribute-twice'],
    ])
    expect(await attributesOf('Lamps')).toMatchObject([{ choices: ['H8', 'H4', 'H7'] }])
    await undoImport(shop.system, partly.id)
    expect(await treeNow()).toEqual(before)
    const { rows: tools } = await sql<{ attributes: object }>`select attributes from tool where id = ${tool}`.execute(
      shop.db,
    )
    expect(Object.values(tools[0]?.attributes ?? {})).toEqual(['12'])
  })

  it('makes no category unless that is asked for', async () => {
    const staged = await stageFiles(importer, [await file(number('Not there', 'Size'), { category: 'Not there' })], {
      source: 'typing error',
    })
    expect(staged).toMatchObject({ state: 'refused', counts: { category: { refused: 2 } } })
    expect((await problemsOf(importer, staged)).map(({ code }) => code)).toEqual([
      'category-unknown',
      'category-unknown',
    ])
  })

  it('gives a shop no more attributes than it can have', async () => {
    const many = Array.from({ length: 31 }, (_, at) => number('Full', `Size ${at}`))
    const staged = await stage(...many)
    expect(staged.counts?.category).toMatchObject({ added: 30, refused: 1 })
    expect(await problemsOf(importer, staged)).toContainEqual(
      expect.objectContaining({ code: 'attributes-too-many', value: 'Size 30' }),
    )
    await commitImport(importer, staged.id)
    expect(await attributesOf('Full')).toHaveLength(30)
  })

  const written = async (of: TestShop) => {
    const path = await fileWith('', 'categories.csv')
    await exportFile(of.system, path, { kind: 'categories' })
    return (await readFile(path, 'utf8')).split('\r\n')
  }

  it('makes of an empty shop one with the same categories, and is the same by pages as whole', async () => {
    const path = await fileWith('', 'categories.xlsx')
    const rows = await exportFile(shop.system, path, { kind: 'categories', language: 'de' })
    const empty = await startTestShop()
    try {
      const done = await importFiles(importerOf(empty), [path], creating)
      expect(done.counts?.category).toMatchObject({ added: rows, refused: 0 })
      expect(await written(empty)).toEqual(await written(shop))
    } finally {
      await empty.close()
    }
    const admin = await createPerson(shop, 'admin')
    const all = (await admin.call('GET', '/exports/categories?limit=5000')).body
    expect(all).toHaveLength(rows)
    const walked: string[][] = []
    let query: string | undefined = '?limit=7'
    while (query !== undefined) {
      const page = await admin.call('GET', `/exports/categories${query}`)
      expect(page.status).toBe(200)
      walked.push(...page.body)
      query = /\?[^>]*/.exec(page.headers.get('link') ?? '')?.[0]
    }
    expect(walked).toEqual(all)
    expect((await admin.call('GET', '/exports/categories?after=none')).status).toBe(400)
  })
})

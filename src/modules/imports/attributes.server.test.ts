import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { fileWith, importFiles, importerOf, problemsOf } from '#test/files/imports'
import { addCategories } from '#services/catalogue'
import { undoImport } from './commit/undo.server.ts'
import type { Importer } from './preview/stage.server.ts'

/** What files of parts say of attributes. */
let shop: TestShop
let importer: Importer
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  importer = importerOf(shop)
  admin = await createPerson(shop, 'admin')
  await addCategories(shop.system, ['Brakes > Discs', 'Oils'])
  await add('Brakes', { name: 'Outer diameter', kind: 'number', unit: 'mm' })
  await add('Brakes > Discs', { name: 'Material', kind: 'choice', choices: ['Cast iron', 'Steel'] })
  await add('Brakes', { name: 'Coated', kind: 'yes-no' })
  await add('Oils', { name: 'Outer diameter', kind: 'number', unit: 'in' })
})
afterAll(() => shop.close())

async function add(category: string, input: object): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from category where full_name = ${category}`.execute(shop.db)
  expect(await admin.call('POST', `/categories/${rows[0]?.id}/attributes`, input)).toMatchObject({ status: 200 })
}

const parts = (head: string, ...lines: string[]) =>
  fileWith([`part_number,price,category,${head}`, ...lines].join('\n'))
const options = { createParts: true, createCategories: true, source: 'attributes' }
const take = async (head: string, ...lines: string[]) => importFiles(importer, [await parts(head, ...lines)], options)

async function attributesOf(part: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string }>`select id from tool where part_number = ${part}`.execute(shop.db)
  const { attributes } = (await admin.call('GET', `/tools/${rows[0]?.id}`)).body
  return Object.fromEntries(attributes.map(({ name, label }: { name: string; label: string }) => [name, label]))
}

describe('a file of parts', () => {
  it('says what parts have of the attributes of their categories, of new ones and of known ones, and can be taken back', async () => {
    const done = await take(
      'attribute: outer DIAMETER (mm),attribute:Material,Attribute:Coated',
      'A-1,5,Discs,0280.50,CAST IRON,yes',
      'A-2,5,Brakes > Pads > Ceramic,58,,no',
      'A-3,5,Oils,,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 3, refused: 0 })
    expect(await attributesOf('A-1')).toEqual({ 'Outer diameter': '280.5', Coated: 'yes', Material: 'Cast iron' })
    expect(await attributesOf('A-2')).toEqual({ 'Outer diameter': '58', Coated: 'no' })
    const other = await take('attribute:Material,attribute:Outer diameter (mm)', 'A-1,5,,steel,', 'A-2,5,,,58.0')
    expect(other.counts?.part).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await attributesOf('A-1')).toEqual({ 'Outer diameter': '280.5', Coated: 'yes', Material: 'Steel' })
    await undoImport(shop.system, other.id)
    expect(await attributesOf('A-1')).toMatchObject({ Material: 'Cast iron' })
  })

  it('has a row refused with a value that its attribute does not take, and goes in without what its category has no attribute for', async () => {
    const done = await take(
      'attribute:Outer diameter (mm),attribute:Material,attribute:Colour',
      'B-1,5,Discs,28 cm,,',
      'B-2,5,Discs,,Wood,',
      'B-3,5,Oils,12,,',
      'B-4,5,,12,,',
      'B-5,5,Discs,,,red',
      'B-6,5,Discs,12,,',
    )
    expect(done.counts?.part).toMatchObject({ added: 5, refused: 1 })
    expect(
      (await problemsOf(importer, done)).map(({ code, field, value, times }) => [code, field, value, times]),
    ).toEqual([
      ['attribute-value', 'attribute:Material', 'Wood', 1],
      ['attribute-left-out', 'attribute:Outer diameter (mm)', '28 cm', 1],
      ['attribute-unknown', 'attribute:Outer diameter (mm)', '12', 2],
      ['attribute-unknown', 'attribute:Colour', 'red', 1],
    ])
    expect(await attributesOf('B-1')).toEqual({})
    expect(await attributesOf('B-3')).toEqual({})
    expect(await attributesOf('B-6')).toEqual({ 'Outer diameter': '12' })
  })

  it('adds to what another file of the import says, the later one’s word first', async () => {
    const files = [
      await parts('attribute:Outer diameter (mm),attribute:Coated', 'C-1,5,Discs,1,yes'),
      await parts('attribute:Outer diameter (mm),attribute:Material', 'C-1,6,Discs,2,Steel'),
    ]
    await importFiles(importer, files, options)
    expect(await attributesOf('C-1')).toEqual({ 'Outer diameter': '2', Coated: 'yes', Material: 'Steel' })
  })

  it('is not written on when the shop’s attributes change while its pages are read', async () => {
    const { body } = await admin.call('GET', '/exports/parts/columns')
    expect(body.columns.slice(-4)).toEqual([
      'attribute:Outer diameter (mm)',
      'attribute:Coated',
      'attribute:Outer diameter (in)',
      'attribute:Material',
    ])
    const page = () => admin.call('GET', `/exports/parts?limit=1&columns=${body.version}`)
    const first = await page()
    expect(first).toMatchObject({ status: 200 })
    expect(first.headers.get('link')).toContain(body.version)
    expect(first.body[0]).toHaveLength(body.columns.length)
    await add('Oils', { name: 'Grade', kind: 'text' })
    expect(await page()).toMatchObject({ status: 409, body: { code: 'export-changed' } })
    expect((await admin.call('GET', '/exports/stock/columns')).body.columns).toEqual([
      'brand',
      'part_number',
      'quantity',
    ])
  })
})

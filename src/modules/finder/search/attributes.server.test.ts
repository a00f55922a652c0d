import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Person, createPerson, toolOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { givenPicture } from '#test/files/pictures'
import { addCategories } from '#services/catalogue'

/** Lists narrowed by attributes, by words and by numbers. */
let shop: TestShop
let admin: Person
const ids = new Map<string, string>()
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  const img = await givenPicture(admin)
  await addCategories(shop.system, ['Brakes > Discs', 'Brakes > Pads', 'Oils'])
  await add('brakes', { name: 'Material', kind: 'choice', choices: ['Steel', 'Cast iron'] })
  await add('discs', { name: 'Outer diameter', kind: 'number', unit: 'mm' })
  await add('discs', { name: 'Coated', kind: 'yes-no' })
  await add('oils', { name: 'Grade', kind: 'text' })
  const tools: [string, string, object][] = [
    ['d1', 'discs', { material: 'Steel', 'outer-diameter': '280.5', coated: 'yes' }],
    ['d2', 'discs', { material: 'Cast iron', 'outer-diameter': '300' }],
    ['d3', 'discs', { 'outer-diameter': '302', coated: 'no' }],
    ['p1', 'pads', { material: 'Steel' }],
    ['o1', 'oils', { grade: '5W-30' }],
  ]
  for (const [number, category, attributes] of tools) {
    const tool = toolOf(img, {
      name: `Item ${number}`,
      category,
      attributes,
      partNumber: `XQ-77${number}`,
      brand: 'Halden',
    })
    ids.set((await admin.call('POST', '/tools', tool)).body.insertedId, number)
  }
  await eventually(
    () => findIds('category=discs'),
    tools => tools.length === 3,
  )
})
afterAll(() => shop.close())

async function idOf(slug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from category where slug = ${slug}`.execute(shop.db)
  return rows[0]?.id ?? ''
}
const add = async (category: string, input: object) =>
  expect(await admin.call('POST', `/categories/${await idOf(category)}/attributes`, input)).toMatchObject({
    status: 200,
  })
const search = async (query: string) => (await admin.call('GET', `/search?${query}`)).body
const findIds = async (query: string): Promise<string[]> =>
  (await search(query)).tools.map(({ _id }: { _id: string }) => ids.get(_id) ?? '').toSorted()

type Facet = { slug: string; values: { value: string; count: number }[]; least?: string; most?: string }
const counts = async (query: string) =>
  (await search(query)).facets.attributes.map(({ slug, values, least, most }: Facet) =>
    least ? `${slug} ${least}..${most}` : `${slug} ${values.map(({ value, count }) => `${value} ${count}`).join(', ')}`,
  )

describe.each([
  ['a list', ''],
  ['what a number led to', 'q=XQ77&'],
])('%s', (_, words) => {
  it('is narrowed by what its category has, and counted so', async () => {
    const of = (query: string) => `${words}category=discs${query}`
    expect(await counts(of(''))).toEqual([
      'material steel 1, cast-iron 1',
      'outer-diameter 280.5..302',
      'coated yes 1, no 1',
    ])
    for (const [query, left] of [
      ['&attr=material:steel', ['d1']],
      ['&attr=material:steel&attr=material:cast-iron', ['d1', 'd2']],
      ['&attr=outer-diameter:280.5..300', ['d1', 'd2']],
      ['&attr=outer-diameter:300.5..', ['d3']],
      ['&attr=outer-diameter:302', ['d3']],
      ['&attr=coated:no&attr=outer-diameter:..300', []],
      ['&attr=grade:5W-30', []],
      ['&attr=material:wood', []],
      // As of an attribute that was a choice once.
      ['&attr=outer-diameter:large', []],
      ['&attr=outer-diameter:large&attr=outer-diameter:280..', []],
    ] as const)
      expect(await findIds(of(query)), query).toEqual(left)
    // Each is counted as choosing another value of it would leave.
    expect(await counts(of('&attr=coated:yes'))).toEqual([
      'material steel 1',
      'outer-diameter 280.5..280.5',
      'coated yes 1, no 1',
    ])
    expect(await counts(of('&attr=coated:yes&attr=material:cast-iron'))).toEqual([
      'material steel 1, cast-iron 0',
      'coated yes 0',
    ])
    const { body } = await admin.call('GET', `/search?${of('&attr=outer-diameter:10..20&attr=outer-diameter:30..')}`)
    expect(body.errors).toEqual([{ field: 'attr', message: 'Use one span of numbers, such as outer-diameter:10..20.' }])
  })

  it('has those of higher categories for what is below, and other categories are counted without what is chosen', async () => {
    expect(await counts(`${words}category=brakes`)).toEqual(['material steel 2, cast-iron 1'])
    expect(await counts(`${words}category=brakes&category=oils`)).toEqual([])
    expect(await counts(words)).toEqual([])
    const { facets } = await search(`${words}category=discs&attr=coated:yes`)
    const categories = facets.category.map(({ value, count }: { value: string; count: number }) => `${value} ${count}`)
    expect(categories.toSorted()).toEqual(['brakes 4', 'brakes/discs 1', 'brakes/pads 1'])
  })
})

describe('what is kept of a list', () => {
  it('is made anew when a value changes, and when an attribute does', async () => {
    const labels = async () =>
      (await search('category=discs')).facets.attributes.map(({ name }: { name: string }) => name)
    expect(await labels()).toEqual(['Material', 'Outer diameter', 'Coated'])
    const all = (await admin.call('GET', `/categories/${await idOf('discs')}/attributes`)).body
    const coated = all.find(({ name }: { name: string }) => name === 'Coated')
    await admin.call('PUT', `/attributes/${coated._id}`, { name: 'Painted', version: 1 })
    await eventually(labels, names => names.includes('Painted'))
    const [d3] = [...ids].find(([, number]) => number === 'd3') ?? []
    const { body } = await admin.call('GET', `/tools/${d3}`)
    const { name, description, price, minimumQuantity, img, version, partNumber, brand } = body
    const change = { name, description, price, minimumQuantity, img, version, partNumber, brand, category: 'discs' }
    await admin.call('PUT', `/tools/${d3}`, { ...change, attributes: { painted: 'yes' } })
    await eventually(
      () => findIds('category=discs&attr=painted:yes'),
      left => left.length === 2,
    )
    const says = async () =>
      (await admin.call('GET', `/tools/${d3}`)).body.attributes.map(({ name }: { name: string }) => name)
    await eventually(says, names => names.includes('Painted'))
    await admin.call('DELETE', `/attributes/${coated._id}?values=9`)
    await eventually(says, names => !names.includes('Painted'))
    expect(await findIds('category=discs&attr=painted:yes')).toEqual([])
  })
})

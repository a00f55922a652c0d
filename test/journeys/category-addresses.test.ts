import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCategories } from '#services/catalogue'
import { type Answer, type Person, createPerson, createTool, eventually, toolOf } from '../factories.ts'
import { exportFile } from '../../src/modules/imports/export/export.server.ts'
import { fileWith, importFiles, importerOf, stageFiles } from '../files/imports.ts'
import { givenPicture } from '../files/pictures.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { buildOnce } from '../shop/process.ts'

let shop: TestShop
let admin: Person
let picture: string
/** By their full names: the categories, and a tool in each. */
const ids = new Map<string, string>()
const tools = new Map<string, string>()
const idOf = (fullName: string) => ids.get(fullName) ?? ''

beforeAll(async () => {
  await buildOnce()
  shop = await startTestShop({ pages: 'built' })
  admin = await createPerson(shop, 'admin')
  picture = await givenPicture(admin)
  for (const { id, full_name } of await addCategories(shop.system, ['One > Discs', 'Two > Discs', 'Two > Drums'])) {
    const tool = await createTool(shop, { name: `Of ${full_name}` })
    await sql`update tool set category_id = ${id} where id = ${tool}`.execute(shop.db)
    ids.set(full_name, id)
    tools.set(full_name, tool)
  }
  await eventually(
    async () => (await admin.call('GET', '/search')).body.total,
    total => total === ids.size,
  )
})
afterAll(() => shop.close())

/** What is asked, and which category it was taken for: its full name. */
type Taken = { answer: Answer; category: string | undefined }
const said = (text: string) => encodeURIComponent(text)

const nameOfTool = (id: string) => [...tools].find(([, tool]) => tool === id)?.[0]
async function listed(path: string): Promise<Taken> {
  const answer = await admin.call('GET', path)
  const found: { _id: string }[] = answer.body.tools ?? (Array.isArray(answer.body) ? answer.body : [])
  return { answer, category: found.length === 1 ? nameOfTool(found[0]?._id ?? '') : undefined }
}
async function kept(answer: Answer, id: string): Promise<Taken> {
  const { rows } = await sql<{ name: string }>`
    select full_name as name from tool join category on category.id = tool.category_id where tool.id = ${id}`.execute(
    shop.db,
  )
  return { answer, category: answer.status === 200 ? rows[0]?.name : undefined }
}
const list = (category: string, more = {}) => ({
  name: `Off ${Math.random()}`,
  from: null,
  until: null,
  priority: 0,
  audience: 'everyone',
  gross: false,
  rules: [{ category, percent: '20' }],
  ...more,
})
async function rulesOf(answer: Answer, id: string | undefined): Promise<Taken> {
  const { body } = await admin.call('GET', `/price-lists/${id}`)
  return { answer, category: answer.status === 200 ? body.rules[0]?.category?.name : undefined }
}
async function edited(
  body: object,
): Promise<{ answer: Answer; rows: { tool: { _id: string }; after: { category?: string } }[] }> {
  const answer = await admin.call('POST', '/toolEdits', body)
  if (answer.status !== 200) return { answer, rows: [] }
  await eventually(
    async () => (await admin.call('GET', `/toolEdits/${answer.body.insertedId}`)).body.state,
    state => state === 'planned',
  )
  const { body: rows } = await admin.call('GET', `/toolEdits/${answer.body.insertedId}/rows?limit=200`)
  return { answer, rows }
}

/** Every place where the API takes a category, and what it then takes it for. */
const places = new Map<string, (category: string) => Promise<Taken>>([
  ['GET /tools category', category => listed(`/tools?category=${said(category)}`)],
  ['GET /allTools category', category => listed(`/allTools?category=${said(category)}`)],
  ['GET /search category', category => listed(`/search?category=${said(category)}`)],
  [
    'POST /tools category',
    async category => {
      const answer = await admin.call('POST', '/tools', toolOf(picture, { category }))
      const taken = await kept(answer, answer.body.insertedId ?? tools.get('Two > Drums'))
      if (answer.status === 200) await admin.call('DELETE', `/tools/${answer.body.insertedId}`)
      return taken
    },
  ],
  [
    'PUT /tools/:id category',
    async category => {
      const added = await admin.call('POST', '/tools', toolOf(picture))
      const id: string = added.body.insertedId
      const taken = await kept(await admin.call('PUT', `/tools/${id}`, toolOf(picture, { category, version: 1 })), id)
      await admin.call('DELETE', `/tools/${id}`)
      return taken
    },
  ],
  [
    'POST /toolEdits change.category',
    async category => {
      const { answer, rows } = await edited({ ids: [await createTool(shop)], change: { category } })
      await sql`update tool set archived_at = now() where category_id is null`.execute(shop.db)
      return { answer, category: rows[0]?.after.category }
    },
  ],
  [
    'POST /toolEdits filter.category',
    async category => {
      const { answer, rows } = await edited({ filter: { category }, change: { minimumQuantity: 7 } })
      return { answer, category: rows.length === 1 ? nameOfTool(rows[0]?.tool._id ?? '') : undefined }
    },
  ],
  [
    'POST /price-lists rules.category',
    async category => {
      const answer = await admin.call('POST', '/price-lists', list(category))
      return rulesOf(answer, answer.body.insertedId)
    },
  ],
  [
    'PUT /price-lists/:id rules.category',
    async category => {
      const { body } = await admin.call('POST', '/price-lists', list('', { rules: [{ percent: '5' }] }))
      const answer = await admin.call('PUT', `/price-lists/${body.insertedId}`, list(category, { version: 1 }))
      return rulesOf(answer, body.insertedId)
    },
  ],
])

type Def = Partial<Record<'element' | 'innerType' | 'in', z.core.$ZodType>> & {
  shape?: Record<string, z.core.$ZodType>
  options?: z.core.$ZodType[]
}
/** The paths of a schema's fields that are called `category`. */
function categoriesOf(schema: z.core.$ZodType | undefined, name = ''): string[] {
  if (!schema) return []
  const { shape, options, ...wrapped } = schema._zod.def as unknown as Def
  const own = Object.entries(shape ?? {}).flatMap(([key, inner]) =>
    key === 'category' ? [name + key] : categoriesOf(inner, `${name}${key}.`),
  )
  const inner = [wrapped.element, wrapped.innerType, wrapped.in, ...(options ?? [])]
  return [...own, ...inner.flatMap(one => categoriesOf(one, name))]
}

describe('a category is named (finding 33)', () => {
  it('in these places', () => {
    const taking = shop.api
      .mounted()
      .flatMap(({ endpoint: { method, path, query, body } }) =>
        [query, body].flatMap(part => categoriesOf(part)).map(field => `${method} ${path} ${field}`),
      )
    expect(new Set(taking)).toEqual(new Set(places.keys()))
  })

  it.each([...places.keys()])(
    'by an id, a path or a slug that it alone has, and by no other: %s (finding 33)',
    async place => {
      const take = places.get(place)
      if (!take) throw new Error(place)
      expect((await take(idOf('One > Discs'))).category).toBe('One > Discs')
      expect((await take('two/discs')).category).toBe('Two > Discs')
      expect((await take('drums')).category).toBe('Two > Drums')
      expect((await take('discs')).answer).toMatchObject({
        status: 400,
        body: { code: 'category-unclear', message: expect.stringContaining('such as brakes/discs') },
      })
      const { answer, category } = await take('nowhere')
      expect(category).toBeUndefined()
      if (answer.status !== 200) expect(JSON.stringify(answer.body.errors)).toContain('There is no such category.')
    },
  )

  it('so in a file, too, which tells a row that two are meant (finding 33)', async () => {
    const rows = [idOf('One > Discs'), 'two/discs', 'drums', 'discs', 'nowhere']
    const csv = ['brand,part_number,price,category', ...rows.map((category, at) => `F,F-${at},5.00,${category}`)]
    const done = await importFiles(importerOf(shop), [await fileWith(csv.join('\n'), 'parts.csv')], {
      createParts: true,
    })
    expect(done.counts?.part).toMatchObject({ added: 3, refused: 2 })
    const { rows: placed } = await sql<{ name: string }>`
      select full_name as name from tool join category on category.id = tool.category_id
      where part_number like 'F-%' order by part_number`.execute(shop.db)
    expect(placed.map(({ name }) => name)).toEqual(['One > Discs', 'Two > Discs', 'Two > Drums'])
  })
})

const pathOf = async (said: string) =>
  (await admin.call('GET', `/categories/by-slug/${encodeURIComponent(said)}`)).body.path as string | undefined
const page = async (path: string) => {
  const { status, headers } = await fetch(shop.address + path, { redirect: 'manual' })
  return [status, headers.get('location')?.replace(shop.address, '') ?? '']
}

describe('two categories of one name below two others (finding 33)', () => {
  it('have one slug, however they are made, each its own page, and none leads to the other’s (finding 33)', async () => {
    const [one] = await addCategories(shop.system, ['Own > Rotors'])
    const made = await admin.call('POST', '/categories', { name: 'Rotors', parent: idOf('Two') })
    expect(made.status).toBe(200)
    const every: { path: string; slug: string; name: string }[] = (await admin.call('GET', '/categories/all')).body
    expect(
      every
        .filter(({ name }) => name === 'Rotors')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['own/rotors', 'two/rotors'])
    expect(one).toBeDefined()
    expect(await page('/shop/c/own/rotors')).toEqual([200, ''])
    expect(await page('/shop/c/two/rotors')).toEqual([200, ''])
    expect(await page('/shop/c/one/rotors')).toEqual([404, ''])
    expect(await page('/shop/c/rotors')).toEqual([404, ''])
    expect(await page('/shop?category=two%2Frotors')).toEqual([301, '/shop/c/two/rotors'])
  })

  it('are counted and narrowed by apart', async () => {
    const { body } = await admin.call('GET', '/search?category=one')
    const facet: { path: string; value: string; count: number }[] = body.facets.category
    expect(facet.find(({ path }) => path === 'one/discs')?.value).toBe('one/discs')
    const narrowed = await admin.call('GET', '/search?category=one%2Fdiscs&category=two%2Fdrums')
    const names: { name: string }[] = narrowed.body.tools
    expect(names.map(({ name }) => name)).toContain('Of One > Discs')
    expect(names.map(({ name }) => name)).not.toContain('Of Two > Discs')
  })

  it('come back from an export as they were (finding 33)', async () => {
    const path = await fileWith('', 'parts.csv')
    await exportFile(shop.system, path, { kind: 'parts' })
    const staged = await stageFiles(importerOf(shop), [path], {
      source: 'again',
      createParts: true,
      createCategories: true,
    })
    expect(staged.counts?.part).toMatchObject({ added: 0, changed: 0, refused: 0 })
  })
})

describe('an old address leads on by its path (finding 33)', () => {
  it('after a new slug, a move and a merge, from below as well (finding 33)', async () => {
    const added = await addCategories(shop.system, ['Before > Pads > Front', 'After > Pads'])
    const id = (name: string) => added.find(({ full_name }) => full_name === name)?.id ?? ''
    const pads = id('Before > Pads')
    await admin.call('PUT', `/categories/${pads}`, { name: 'Pads', slug: 'linings' })
    await admin.call('PUT', `/categories/${pads}`, { name: 'Linings' })
    expect([await pathOf('before/pads'), await pathOf('before/pads/front')]).toEqual([
      'before/linings',
      'before/linings/front',
    ])
    await admin.call('PUT', `/categories/${pads}/place`, { parent: id('After') })
    for (const old of ['before/pads', 'before/linings', 'after/linings'])
      expect([await pathOf(old), await pathOf(`${old}/front`)]).toEqual(['after/linings', 'after/linings/front'])
    expect(await page('/shop/c/before/pads/front')).toEqual([301, '/shop/c/after/linings/front'])
    // What has the same slug elsewhere keeps its page, and what comes to the old place does not take the address.
    expect(await pathOf('after/pads')).toBe('after/pads')
    await addCategories(shop.system, ['Before > Pads'])
    expect(await pathOf('before/pads')).toBe('after/linings')
    expect(await pathOf('before/pads-2')).toBe('before/pads-2')
    await admin.call('DELETE', `/categories/${pads}?into=${id('After > Pads')}`)
    for (const old of ['before/pads', 'before/linings', 'after/linings'])
      expect([await pathOf(old), await pathOf(`${old}/front`)]).toEqual(['after/pads', 'after/pads/front'])
  })

  it('and what moves to where its slug is taken gets a number (finding 33)', async () => {
    const added = await addCategories(shop.system, ['Left > Seals', 'Right > Seals!'])
    const id = (name: string) => added.find(({ full_name }) => full_name === name)?.id ?? ''
    await admin.call('PUT', `/categories/${id('Left > Seals')}/place`, { parent: id('Right') })
    expect(await pathOf('left/seals')).toBe('right/seals-2')
    expect(await pathOf('right/seals')).toBe('right/seals')
  })
})

/** The text of a page, and its links into the shop. */
async function shownAt(path: string): Promise<{ status: number; text: string; links: string[]; chosen: string[] }> {
  const answer = await fetch(shop.address + path)
  const html = await answer.text()
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
  return {
    status: answer.status,
    text: main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '),
    links: [...main.matchAll(/href="(\/shop[^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&')),
    chosen: [...main.matchAll(/aria-label="Remove the filter ([^"]*)"/g)].map(([, label = '']) => label),
  }
}

describe('a list whose address names categories by their slugs (finding 33)', () => {
  it('asks which one is meant where two have it, and leads to each with the rest of the address (finding 33)', async () => {
    const { status, text, links } = await shownAt('/shop?category=discs&sort=newest')
    expect(status).toBe(200)
    expect(text).toContain('The addresses of several categories end with “discs”. Choose the one that you mean.')
    expect(text).toContain('One &gt; Discs')
    expect(links).toEqual(expect.arrayContaining(['/shop/c/one/discs?sort=newest', '/shop/c/two/discs?sort=newest']))
    const beside = await shownAt('/shop?category=two%2Fdrums&category=discs')
    expect(beside.links).toContain('/shop?category=two%2Fdrums&category=one%2Fdiscs')
    expect((await shownAt(beside.links.at(-1) ?? '')).status).toBe(200)
  })

  it('leads to the paths of several, each of which stands among the filters by its name (finding 33)', async () => {
    const paths = '/shop?category=two%2Fdrums&category=one'
    expect(await page('/shop?category=drums&category=one')).toEqual([301, paths])
    expect((await shownAt('/shop?category=drums&category=one')).chosen).toEqual(['Drums', 'One'])
    expect((await shownAt('/shop?category=drums&category=nowhere')).status).toBe(200)
  })
})

it('what is in a category that becomes one with another joins its namesake there, and gets a number where its address is taken (finding 33)', async () => {
  const names = ['From > Belts > Flat', 'From > Seals!', 'Into > Belts', 'Into > Seals', 'Top > Inner > Inner']
  const added = await addCategories(shop.system, names)
  const id = (name: string) => added.find(({ full_name }) => full_name === name)?.id ?? ''
  const join = (from: string, into: string) => admin.call('DELETE', `/categories/${id(from)}?into=${id(into)}`)
  expect(await join('From', 'Into')).toMatchObject({ status: 200 })
  expect(await Promise.all(['from', 'from/belts', 'from/belts/flat', 'from/seals', 'into/seals'].map(pathOf))).toEqual([
    'into',
    'into/belts',
    'into/belts/flat',
    'into/seals-2',
    'into/seals',
  ])
  // The address of the one that went leads to where it went, also where one of its name takes its place.
  expect(await join('Top > Inner', 'Top')).toMatchObject({ status: 200 })
  expect([await pathOf('top/inner'), await pathOf('top/inner/inner')]).toEqual(['top', 'top/inner-2'])
})

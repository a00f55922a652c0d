import { sql } from 'kysely'
import { hidingPrices } from '#kernel/fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { keepEveryonesPrices } from '../../src/modules/pricing/everyones-prices.server.ts'
import { pages } from '../../src/screens/storefront/pages.ts'
import { eventually } from '../eventually.ts'
import { type Person, createCategory, createPerson, createTool, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { buildOnce } from '../shop/process.ts'

/** What price lists for everyone say of a tool, and what everyone pays for it then: today, and two days later. */
const cases = {
  own: { today: 100, later: 100 },
  entry: { today: 80, later: 80 },
  tiers: { today: 70, later: 70 },
  rule: { today: 90, later: 90 },
  future: { today: 100, later: 60 },
  past: { today: 100, later: 100 },
  ending: { today: 50, later: 100 },
}
type Case = keyof typeof cases
const names = Object.keys(cases) as Case[]

let shop: TestShop
let staff: Person
const ids = new Map<Case, string>()
const category = 'Walked parts'
const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

beforeAll(async () => {
  await buildOnce()
  shop = await startTestShop({ pages: 'built' })
  staff = await createPerson(shop, 'manager')
  await makeTools()
  await makeLists()
})
afterAll(() => shop.close())

/** Each is another brand's part instead of the first one, so that the substitutes of that name them all. */
async function makeTools(): Promise<void> {
  const { db } = shop
  const categoryId = await createCategory(shop, category)
  const [brand, other, source] = [newId(), newId(), 9001]
  await sql`insert into brand (id, name) values (${brand}, 'Walker'), (${other}, 'Ruled')`.execute(db)
  await sql`insert into data_source (id, name, dated) overriding system value values (${source}, 'Walked', now())`.execute(
    db,
  )
  for (const name of names) {
    const id = await createTool(shop, { name: `Walked ${name}`, price: 10_000, minimum: name === 'tiers' ? 10 : 1 })
    ids.set(name, id)
    await sql`update tool set part_number = ${`90210-${name}`}, category_id = ${categoryId},
      brand_id = ${name === 'rule' ? other : brand} where id = ${id}`.execute(db)
    if (name === 'own') continue
    await sql`
      insert into part_number (tool_ordinal, kind, value, brand, source_id)
      select ordinal, 'interchange', '90210-own', 'Walker', ${source} from tool where id = ${id}`.execute(db)
  }
}

const listOf = async (name: string, fields: object, tiers?: { from: number; price: string }[]) => {
  const body = { name, gross: false, audience: 'everyone', ...fields }
  const { body: list } = await staff.call('POST', '/price-lists', body)
  const path = `/price-lists/${list.insertedId}/entries/${ids.get(name as Case)}`
  if (tiers) expect(await staff.call('PUT', path, { tiers })).toMatchObject({ status: 200 })
}

async function makeLists(): Promise<void> {
  await listOf('entry', {}, [{ from: 1, price: '80' }])
  const ladder = [
    { from: 1, price: '75' },
    { from: 10, price: '70' },
    { from: 50, price: '65' },
  ]
  await listOf('tiers', {}, ladder)
  await listOf('rule', { rules: [{ brand: 'Ruled', percent: '10' }] })
  await listOf('future', { from: dayFromNow(1) }, [{ from: 1, price: '60' }])
  await listOf('past', { until: dayFromNow(-1) }, [{ from: 1, price: '40' }])
  await listOf('ending', { until: dayFromNow(0) }, [{ from: 1, price: '50' }])
}

/** Each tool by its id, once for each that is asked for. */
const line = (id: string) => ({ id: newId(), tools_id: id, quantity: 10 })
const all = () => [...ids.values()]

/** How a visitor asks for each call whose answer has prices; tools that it shows one at a time are asked for one by one. */
const asked: Record<string, () => { path: string; body?: object }[]> = {
  'GET /tools': () => [{ path: '/tools?q=Walked' }],
  'GET /tools/:id': () => all().map(id => ({ path: `/tools/${id}` })),
  'GET /tools/:id/numbers': () => [{ path: `/tools/${ids.get('own')}/numbers` }],
  'GET /prices': () => [{ path: `/prices?ids=${all().join()}` }],
  'GET /home-lists': () => [{ path: '/home-lists' }],
  'GET /search': () =>
    ['q=Walked', 'q=90210', 'q=90210&sort=price-up', 'q=Walked&limit=8', 'category=walked-parts&sort=price-down'].map(
      query => ({ path: `/search?${query}` }),
    ),
  'POST /basket/priced': () => [{ path: '/basket/priced', body: { lines: all().map(line) } }],
  'POST /order-pad': () => [
    { path: '/order-pad', body: { rows: names.map(name => ({ number: `90210-${name}`, quantity: '10' })) } },
  ],
}

const priced = () =>
  shop.api
    .mounted()
    .map(({ endpoint }) => endpoint)
    .filter(({ access, answer }) => access === 'everyone' && hidingPrices(answer))

/** Each price of each tool that an answer has, by the tool's id. */
function pricesIn(answer: unknown, found = new Map<string, Set<number>>()): Map<string, Set<number>> {
  if (typeof answer !== 'object' || answer === null) return found
  const { _id, tools_id, price, unitPrice } = answer as Record<string, unknown>
  const id = tools_id ?? _id
  for (const amount of [price, unitPrice]) {
    if (typeof id === 'string' && typeof amount === 'number') found.set(id, (found.get(id) ?? new Set()).add(amount))
  }
  for (const part of Object.values(answer)) pricesIn(part, found)
  return found
}

type Day = 'today' | 'later'
const everyones = (day: Day) => names.map(name => [name, cases[name][day]])

/** What each list shows for each tool that it shows; several prices of one tool are a fault. */
async function shownBy(path: string, body?: object): Promise<[string, number | number[] | undefined][]> {
  const { body: answer } = await request(`${shop.address}${path}`, body ? 'POST' : 'GET', body)
  const found = pricesIn(answer)
  return names.flatMap(name => {
    const prices = [...(found.get(ids.get(name) ?? '') ?? [])]
    return prices.length === 0 ? [] : [[name, prices.length === 1 ? prices[0] : prices]]
  })
}

async function expectEverywhere(day: Day): Promise<void> {
  await shop.searchIndex.catchUp()
  await shop.changes.follow()
  const expected = new Map(everyones(day) as [Case, number][])
  const rightly = (shown: [string, unknown][]) => shown.map(([name]) => [name, expected.get(name as Case)])
  for (const { method, path } of priced()) {
    const ways = asked[`${method} ${path}`]
    if (!ways) throw new Error(`say how ${method} ${path} is asked: its answer has prices`)
    const seen = new Set<string>()
    for (const way of ways()) {
      const shown = await shownBy(`/api${way.path}`, way.body)
      expect([way.path, shown]).toEqual([way.path, rightly(shown)])
      for (const [name] of shown) seen.add(name)
    }
    // Of the home page's lists the newest alone are known; of a part, what may be taken instead of it.
    expect([path, seen.size]).toEqual([path, expect.toSatisfy((size: number) => size >= 3)])
  }
  for (const list of ['newTools', 'popularTools']) {
    const shown = await shownBy(`/data/${list}.json`)
    expect([list, shown]).toEqual([list, rightly(shown)])
    expect(shown.length).toBeGreaterThan(0)
  }
}

/** The shop's pages with lists of tools, made from its routes: each card's first amount. */
async function expectOnPages(day: Day): Promise<void> {
  const own = ids.get('entry') ?? ''
  const filled = pages.flatMap(({ path }) => {
    const plain = path
      .replace('/*', '/walked-parts')
      .replace(':brand', 'Walker')
      .replace(':id', own)
      .replace(/\/:\w+\??/, '')
    return path === '/shop' ? [plain, '/shop?q=Walked', '/shop?q=Walked&view=list', '/shop?q=90210'] : [plain]
  })
  const shownOn = new Map<string, number>()
  for (const path of filled) {
    const html = String((await request(`${shop.address}${path}`, 'GET')).body)
    for (const card of html.split('<article').slice(1)) {
      const name = names.find(name => card.includes(`/shop/${ids.get(name)}`))
      if (!name) continue
      expect([path, name, /\$([\d.,]+)/.exec(card)?.[1]]).toEqual([path, name, cases[name][day].toFixed(2)])
      shownOn.set(path, (shownOn.get(path) ?? 0) + 1)
    }
  }
  const withLists = [
    '/',
    '/shop',
    '/shop?q=Walked',
    '/shop?q=Walked&view=list',
    '/shop/c/walked-parts',
    '/shop/b/Walker',
  ]
  for (const path of withLists) expect([path, (shownOn.get(path) ?? 0) > 0]).toEqual([path, true])
  expect(String((await request(`${shop.address}/shop/${own}`, 'GET')).body)).toContain(`"price":"${cases.entry[day]}"`)
}

const search = async (query: string) =>
  ((await request(`${shop.address}/api/search?${query}`, 'GET')).body.tools as { name: string }[]).map(({ name }) =>
    name.replace('Walked ', ''),
  )

describe('a price that price lists say for everyone', () => {
  it('is shown by every list that shows a price, beside tools without one, of rules, of lists to come and of those that are over (finding 5)', async () => {
    await eventually(
      () => shownBy('/api/tools?q=Walked'),
      shown => JSON.stringify(shown) === JSON.stringify(everyones('today')),
    )
    await expectEverywhere('today')
    await expectOnPages('today')
  })

  it('is what lists sort and filter by, by words as by number (finding 5)', async () => {
    for (const words of ['q=Walked', 'q=90210', 'category=walked-parts']) {
      const rising = await search(`${words}&sort=price-up`)
      expect([words, rising.slice(0, 4)]).toEqual([words, ['ending', 'tiers', 'entry', 'rule']])
      expect([words, (await search(`${words}&sort=price-down`)).slice(-4)]).toEqual([
        words,
        rising.slice(0, 4).toReversed(),
      ])
      const between = await search(`${words}&minPrice=65&maxPrice=85`)
      expect([words, between.toSorted()]).toEqual([words, ['entry', 'tiers']])
    }
  })

  it('follows a change of the tool, of the list and of the settings by itself (finding 5)', async () => {
    const tool = ids.get('rule') ?? ''
    const priceBecomes = (price: number) =>
      eventually(
        async () => (await request(`${shop.address}/api/tools/${tool}`, 'GET')).body.price,
        shown => shown === price,
      )
    await sql`update tool set price = 20000 where id = ${tool}`.execute(shop.db)
    await priceBecomes(180)
    const admin = await createPerson(shop, 'admin')
    const lists = (await staff.call('GET', '/price-lists')).body as { _id: string; name: string; version: number }[]
    const rule = lists.find(({ name }) => name === 'rule')
    await staff.call('DELETE', `/price-lists/${rule?._id}`)
    await priceBecomes(200)
    await staff.call('POST', `/price-lists/${rule?._id}/restored`)
    await sql`update tool set price = 10000 where id = ${tool}`.execute(shop.db)
    await priceBecomes(90)
    // What a list says with tax is another price in a shop whose prices have none.
    const settings = { TAX_RATE: '25%', PRICES_INCLUDE_TAX: 'yes' }
    expect((await admin.call('PUT', '/settings', { settings })).body).not.toHaveProperty('code')
    await eventually(
      async () => (await request(`${shop.address}/api/tools/${ids.get('entry')}`, 'GET')).body.price,
      price => price === 100,
    )
    await admin.call('PUT', '/settings', { settings: { TAX_RATE: null, PRICES_INCLUDE_TAX: null } })
    await eventually(
      async () => (await request(`${shop.address}/api/tools/${ids.get('entry')}`, 'GET')).body.price,
      price => price === 80,
    )
  })

  it('is never taken for the tool’s own price by whoever keeps the catalogue (finding 5)', async () => {
    const { body } = await staff.call('GET', `/allTools/${ids.get('entry')}`)
    expect(body).toMatchObject({ price: 100, listPrice: 100 })
    expect((await staff.call('GET', '/allTools?q=Walked')).body.map(({ price }: { price: number }) => price)).toEqual(
      names.map(() => 100),
    )
  })

  it('begins and ends with the day of its list, in every list (finding 5)', async () => {
    shop.passTime(2 * 24 * 3600 * 1000)
    await keepEveryonesPrices(shop.system)
    await expectEverywhere('later')
    await expectOnPages('later')
  })
})

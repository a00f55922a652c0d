import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepPublished, readPublished } from '#services/home'
import { eventually } from '../eventually.ts'
import { type Person, createPerson, createTool, orderOf, request, signUp, visitor } from '../factories.ts'
import { type TestDatabase, type TestShop, createTestDatabase, startTestShop } from '../harness.ts'

let database: TestDatabase
let shop: TestShop
/** Another process of the same shop: it hears of a change by the feed alone. */
let peer: TestShop
let owner: Person
let buyer: Person
let tool: string
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startTestShop({ database })
  peer = await startTestShop({ database })
  owner = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  tool = await createTool(shop, { name: 'Marked bracket', price: 314_159 })
  await sql`update tool set part_number = 'MARKED-1' where id = ${tool}`.execute(shop.db)
})
afterAll(async () => {
  await peer.close()
  await shop.close()
  await database.drop()
})

/** However an amount is written: `3141.59`, `3,141.59`, in minor units. */
const showsIt = (answer: unknown) =>
  ['3141.59', '3,141.59', '314159'].some(mark => JSON.stringify(answer ?? '').includes(mark))

const turn = (value: 'yes' | 'signed-in' | null) =>
  owner.call('PUT', '/settings', { settings: { PRICES_AFTER_SIGN_IN: value } })

const visitorsLine = () => ({ id: '00000000-0000-7000-8000-000000000000', tools_id: tool, quantity: 1 })
const pad = { rows: [{ number: 'MARKED-1', quantity: 1 }] }

/** What anybody may ask without an account, each read twice: made, and kept. */
function asked(): [method: string, path: string, body?: object][] {
  const reads = shop.api.mounted().filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'everyone')
  const paths = reads.map(({ endpoint }) => endpoint.path.replace(':id', tool).replace(/:\w+/g, 'x'))
  const searches = ['/search?q=Marked', '/search?q=MARKED-1', '/search?q=Mar&limit=8', '/tools?limit=1']
  const gets = [...paths, ...searches, `/prices?ids=${tool}`].map(path => ['GET', path] as [string, string])
  const seen = { ...visitorsLine(), seen: { price: '2.00', free: 1 } }
  return [
    ...gets,
    ...gets,
    ['POST', '/basket/priced', { lines: [visitorsLine()] }],
    ['POST', '/basket/priced', { lines: [seen] }],
    ['POST', '/order-pad', pad],
  ]
}

/** Where a visitor is shown the price, of all that the shop answers to them. */
async function shownAt({ address }: TestShop): Promise<string[]> {
  const found = new Set<string>()
  for (const [method, path, body] of asked()) {
    if (showsIt((await request(`${address}/api${path}`, method, body)).body)) found.add(path)
  }
  for (const path of ['/data/newTools.json', '/data/popularTools.json', '/sitemap.xml', '/robots.txt']) {
    if (showsIt((await request(`${address}${path}`, 'GET')).body)) found.add(path)
  }
  return [...found]
}

describe('prices after sign-in', () => {
  it('is not said by a shop of which nobody has said so: visitors see prices', async () => {
    const shown = await shownAt(shop)
    for (const path of [`/tools/${tool}`, `/prices?ids=${tool}`, '/search?q=Marked', '/home-lists', '/basket/priced'])
      expect(shown).toContain(path)
    expect(shown).toContain('/data/newTools.json')
    expect(await shownAt(peer)).toEqual(shown)
  })

  it('takes prices out of every answer to a visitor, also where one was kept, and in other processes', async () => {
    expect(await turn('yes')).toMatchObject({ status: 200 })
    expect(await shownAt(shop)).toEqual([])
    await eventually(
      () => request(`${peer.address}/api/tools/${tool}`, 'GET'),
      ({ body }) => body.price === null,
    )
    expect(await shownAt(peer)).toEqual([])
    const file = async () => readFile(join(shop.publishedDirectory, 'newTools.json'), 'utf8')
    await keepPublished(shop.system, { directory: shop.publishedDirectory, changes: shop.changes }, () =>
      readPublished(shop.system, () => shop.address),
    ).then(stop => stop())
    expect(await file()).toContain('Marked bracket')
    expect(showsIt(await file())).toBe(false)
  })

  it('tells no price by sorting, filtering or counting', async () => {
    const ask = (query: string) => visitor(shop).call('GET', `/search?${query}`)
    for (const [query, field] of [
      ['minPrice=3000', 'minPrice'],
      ['maxPrice=1', 'maxPrice'],
      ['sort=price-up', 'sort'],
    ]) {
      expect(await ask(query ?? '')).toMatchObject({
        status: 400,
        body: { errors: [{ field, message: 'Sign in to sort or filter by price.' }] },
      })
    }
    expect((await ask('q=Marked')).body.facets.price).toEqual([])
    expect((await ask('sort=newest')).status).toBe(200)
  })

  it('leaves a visitor their basket and the order pad, without prices', async () => {
    const { body } = await visitor(shop).call('POST', '/basket/priced', { lines: [visitorsLine()] })
    expect(body).toMatchObject({
      pricesAfterSignIn: true,
      lines: [{ unitPrice: null, problems: [] }],
      totals: { total: 0 },
    })
    const onPad = await visitor(shop).call('POST', '/order-pad', pad)
    expect(onPad.body.added).toMatchObject([{ tools_id: tool, quantity: 1, unitPrice: null, lineTotal: null }])
  })

  it('is as before for whoever is signed in, and what they are shown is kept for nobody', async () => {
    const own = await buyer.call('GET', `/tools/${tool}`)
    expect(own.body.price).toBe(3141.59)
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await buyer.call('GET', '/search?q=Marked&sort=price-up')).body.tools).toMatchObject([{ price: 3141.59 }])
    expect((await buyer.call('GET', `/prices?ids=${tool}`)).body).toMatchObject([{ unitPrice: 3141.59 }])
    expect((await buyer.call('GET', '/basket/count')).body.ownPrices).toBe(true)
    expect((await buyer.call('POST', '/order-pad', pad)).body.added).toMatchObject([{ unitPrice: 3141.59 }])
    // A token that is over is a visitor's: what everyone may read is refused to nobody.
    const over = await request(`${shop.address}/api/tools/${tool}`, 'GET', undefined, { authorization: 'Bearer over' })
    expect(over).toMatchObject({ status: 200, body: { price: null } })
    expect(await shownAt(shop)).toEqual([])
  })

  it('is for whoever has confirmed their address, or for all who are signed in, and never for the blocked (finding 12)', async () => {
    const unconfirmed = await signUp(shop, 'unconfirmed@example.com')
    const blocked = await createPerson(shop)
    await sql`update account set blocked_at = now() where id = ${blocked.accountId}`.execute(shop.db)
    const lines = { lines: [{ tools_id: tool, quantity: 1 }] }
    for (const person of [buyer, unconfirmed, blocked]) {
      await person.call('PUT', '/basket/lines', lines)
      await person.call('POST', '/lists', { name: 'Marked', ...lines })
    }
    // All that an account may ask by itself, whatever the call is called.
    const own = shop.api
      .mounted()
      .filter(
        ({ endpoint }) => endpoint.method === 'GET' && ['everyone', 'signed-in', 'owner'].includes(endpoint.access),
      )
      .map(({ endpoint }) => endpoint.path)
    const seenBy = async (person: Person) => {
      const list = (await person.call('GET', '/lists')).body[0]?._id
      const paths = own.map(path =>
        path.replace('/lists/:id', `/lists/${list}`).replace(':id', tool).replace(/:\w+/g, 'x'),
      )
      const gets = [...paths, '/search?q=Marked', '/search?q=Mar&limit=8', `/prices?ids=${tool}`, '/basket']
      const calls = [
        ...gets.map(path => ['GET', path] as [string, string]),
        ['POST', '/order-pad', pad],
        ['PUT', '/basket/lines', lines],
        ['POST', '/basket/priced', { lines: [visitorsLine()] }],
        ['POST', '/orders', orderOf(tool)],
      ] as [string, string, object?][]
      const found = new Set<string>()
      for (const [method, path, body] of calls)
        if (showsIt((await person.call(method, path, body)).body)) found.add(path)
      return [...found]
    }
    expect(await seenBy(buyer)).toEqual(expect.arrayContaining([`/prices?ids=${tool}`, '/basket', '/order-pad']))
    expect(await seenBy(unconfirmed)).toEqual([])
    expect(await seenBy(blocked)).toEqual([])
    expect(await unconfirmed.call('POST', '/orders', orderOf(tool))).toMatchObject({
      status: 409,
      body: { code: 'prices-hidden' },
    })
    expect(await turn('signed-in')).toMatchObject({ status: 200 })
    expect(await seenBy(unconfirmed)).toEqual(expect.arrayContaining([`/prices?ids=${tool}`, '/basket']))
    expect(await seenBy(blocked)).toEqual([])
    await turn('yes')
  })

  it('is taken back by the same setting', async () => {
    await turn(null)
    expect((await visitor(shop).call('GET', `/tools/${tool}`)).body.price).toBe(3141.59)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool, orderOf } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let buyer: Person
/** In the order of the list: unpaid and paid, then expired, each newest first. */
let orders: string[]

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  buyer = await createPerson(shop)
  const tool = await createTool(shop, { name: 'Brake caliper' })
  await sql`update tool set part_number = 'NB-15 20.7' where id = ${tool}`.execute(shop.db)
  const plain = await createTool(shop, { name: 'Wiper blade' })
  const made: string[] = []
  for (const [toolId, reference] of [
    ...Array.from({ length: 6 }, (_, at) => [plain, `PO 47${at}1`] as const),
    [tool, undefined],
  ] as const) {
    const { body } = await buyer.call('POST', '/orders', orderOf(toolId, 1, { purchaseOrderReference: reference }))
    made.push(body.insertedId)
  }
  const lapsed = made.slice(2, 5)
  await sql`update orders set payment_state = 'expired', closed_at = now() where id = any(${lapsed}::uuid[])`.execute(
    shop.db,
  )
  const isLapsed = (id: string) => lapsed.includes(id)
  const newest = made.toReversed()
  orders = [...newest.filter(id => !isLapsed(id)), ...newest.filter(isLapsed)]
})
afterAll(() => shop.close())

const list = (query = '') => buyer.call('GET', `/orders?email=${buyer.email}${query}`)
const idsOf = ({ body }: Answer): string[] => body.map((order: { _id: string }) => order._id)
const nextOf = ({ headers }: Answer) => {
  const [, query] = /^<[^>]*(\?[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
  return query && `/orders${query}`
}

describe('the orders of an account', () => {
  it('come by page, each once, and say how many there are (finding 15)', async () => {
    for (const limit of [1, 2, 3, 4, 500]) {
      const listed: string[] = []
      let page = await list(`&limit=${limit}`)
      for (let pages = 1; ; pages++) {
        expect(page.headers.get('x-total-count')).toBe('7')
        expect(page.body.length).toBeLessThanOrEqual(limit)
        listed.push(...idsOf(page))
        const next = nextOf(page)
        if (!next) break
        expect(pages).toBeLessThan(8)
        page = await buyer.call('GET', next)
      }
      expect(listed, `by ${limit}`).toEqual(orders)
    }
  })

  it('keep their place while the last one of a page expires (finding 15)', async () => {
    const first = await list('&limit=2')
    await sql`update orders set payment_state = 'expired', closed_at = now() where id = ${orders[1]}`.execute(shop.db)
    try {
      const second = await buyer.call('GET', nextOf(first) ?? '')
      expect(idsOf(second)).toEqual(orders.slice(2, 4))
    } finally {
      await sql`update orders set payment_state = 'unpaid', closed_at = null where id = ${orders[1]}`.execute(shop.db)
    }
  })

  it('are those that are current, or those that have expired, where one kind is asked for (finding 15)', async () => {
    expect(idsOf(await list('&expired=no'))).toEqual(orders.slice(0, 4))
    const expired = await list('&expired=yes&limit=2')
    expect(idsOf(expired)).toEqual(orders.slice(4, 6))
    expect(expired.headers.get('x-total-count')).toBe('3')
    expect(idsOf(await buyer.call('GET', nextOf(expired) ?? ''))).toEqual(orders.slice(6))
  })

  it('are found by number, reference, part and its number however it is written, and by day (finding 21)', async () => {
    const { body } = await list()
    const [newest] = body
    const search = async (query: string) => idsOf(await list(query))
    expect(await search(`&q=${newest.number.toLowerCase()}`)).toEqual([newest._id])
    expect(await search('&q=po%204701')).toHaveLength(1)
    for (const q of ['caliper', 'nb1520', 'NB-15%2020.7']) expect(await search(`&q=${q}`), q).toEqual([orders[0]])
    expect(await search('&q=100%25')).toEqual([])
    const day = newest.placedAt.slice(0, 10)
    expect(await search(`&from=${day}&to=${day}`)).toEqual(orders)
    expect(await search('&to=2001-01-01')).toEqual([])
    expect((await list('&from=soon')).status).toBe(400)
  })
})

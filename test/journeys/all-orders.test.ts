import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Person,
  createPerson,
  createTool,
  openPayment,
  orderOf,
  payWithCard,
  placeOrder,
} from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectFields } from '../problems.ts'

let shop: TestShop
let admin: Person
let buyer: Person
let other: Person
/** In the order in which they were placed. */
let orders: string[]

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  other = await createPerson(shop)
  const wrench = await createTool(shop, { name: 'Torque wrench 40–200 Nm', price: 2500 })
  const bulb = await createTool(shop, { name: 'Headlamp bulb 100% H7', price: 500 })
  orders = []
  for (const [person, tool, quantity, company] of [
    [buyer, wrench, 2, 'Padma Fleet'],
    [other, bulb, 10, 'Ölfrei GmbH'],
    [buyer, bulb, 10, 'Padma Fleet'],
    [buyer, bulb, 10, 'Meghna_Motors'],
    [other, wrench, 4, 'Padma Fleet'],
  ] as const) {
    const answer = await person.call('POST', '/orders', orderOf(tool, quantity, { company }))
    orders.push(answer.body.insertedId)
  }
})
afterAll(() => shop.close())

const ids = (answer: Answer): string[] => answer.body.map((order: { _id: string }) => order._id)
const at = (...positions: number[]) => positions.map(position => orders[position])
const list = (query = '') => admin.call('GET', `/allOrders${query}`)

async function walk(query: string): Promise<Answer[]> {
  const pages = [await list(query)]
  for (;;) {
    const next = /\/api\/allOrders(\?[^>]+)>; rel="next"/.exec(pages.at(-1)?.headers.get('link') ?? '')?.[1]
    if (!next) return pages
    pages.push(await list(next))
  }
}

async function pay(person: Person, order: string | undefined): Promise<void> {
  await payWithCard(shop, await openPayment(person, order ?? ''))
  await eventually(
    async () => (await admin.call('GET', `/orders/${order}`)).body.paid,
    paid => paid === true,
  )
}

describe('the list of all orders', () => {
  it.each([
    ['', [4, 3, 2, 1, 0]],
    ['&sort=placed', [0, 1, 2, 3, 4]],
    ['&sort=-placed', [4, 3, 2, 1, 0]],
    // $50.00, thrice $50.00, $100.00: equal totals keep their place by age.
    ['&sort=total', [0, 1, 2, 3, 4]],
    ['&sort=-total', [4, 3, 2, 1, 0]],
  ])('[S7.16 D2.25] leads past each once, whatever the size of a page: %s', async (sort, positions) => {
    for (const limit of [1, 2, 3, 50]) {
      const pages = await walk(`?limit=${limit}${sort}`)
      expect(pages.flatMap(ids)).toEqual(at(...positions))
      expect(pages).toHaveLength(Math.ceil(5 / limit))
      expect(pages[0]?.headers.get('x-total-count')).toBe('5')
    }
  })

  it.each([
    ['padma', [4, 2, 0]],
    ['PADMA FLEET', [4, 2, 0]],
    ['ölfrei', [1]],
    ['TORQUE', [4, 0]],
    ['40–200', [4, 0]],
    ['100%', [3, 2, 1]],
    ['%', [3, 2, 1]],
    ['a_M', [3]],
    ['_', [3]],
    ['no such thing', []],
  ])('[D2.25] finds %j in company and tool, letter for letter but for their case', async (q, positions) => {
    expect(ids(await list(`?q=${encodeURIComponent(q)}`))).toEqual(at(...positions))
  })

  it('finds a customer by name and email, and an order by its number, page by page', async () => {
    const numbers = (await list()).body.map((order: { number: string }) => order.number)
    expect(ids(await list(`?q=${numbers[1]?.toLowerCase()}`))).toEqual(at(3))
    expect(ids(await list(`?q=${buyer.email.toUpperCase()}`))).toEqual(at(3, 2, 0))
    const pages = await walk('?q=Test+Person&limit=2&sort=-total')
    expect(pages.flatMap(ids)).toEqual(at(4, 3, 2, 1, 0))
    expect(pages.map(page => page.headers.get('x-total-count'))).toEqual(['5', '5', '5'])
  })

  it('finds all orders of a customer by the address of today, by that of then, and by nobody else’s', async () => {
    const today = 'moved-since@new.example'
    await sql`update account set email = ${today} where id = ${buyer.accountId}`.execute(shop.db)
    for (const q of [today.toUpperCase(), 'moved-since', buyer.email]) {
      const pages = await walk(`?q=${encodeURIComponent(q)}&limit=2`)
      expect(pages.flatMap(ids)).toEqual(at(3, 2, 0))
      expect(pages[0]?.headers.get('x-total-count')).toBe('3')
    }
    await sql`update account set email = ${buyer.email} where id = ${buyer.accountId}`.execute(shop.db)
  })

  it('has the orders that are named by their numbers, and no others', async () => {
    const numbers: string[] = (await list()).body.map((order: { number: string }) => order.number)
    const named = `${numbers[1]?.toLowerCase()}, ${numbers[4]},T-0`
    expect(ids(await list(`?numbers=${encodeURIComponent(named)}`))).toEqual(at(3, 0))
    const pages = await walk(`?numbers=${numbers.slice(0, 3).join()}&limit=2&sort=placed`)
    expect(pages.flatMap(ids)).toEqual(at(2, 3, 4))
    expect(ids(await list(`?numbers=${numbers.join()}&q=meghna`))).toEqual(at(3))
    expect(ids(await list('?numbers='))).toHaveLength(5)
  })

  it('narrows by period, amount and payment, each alone and together, over pages too', async () => {
    for (const [position, day] of ['2026-03-01', '2026-03-10', '2026-03-11', '2026-04-01', '2026-04-02'].entries()) {
      await sql`update orders set placed_at = ${`${day}T23:30:00Z`} where id = ${orders[position]}`.execute(shop.db)
    }
    expect(ids(await list('?from=2026-03-10&to=2026-03-11'))).toEqual(at(2, 1))
    expect(ids(await list('?to=2026-03-01'))).toEqual(at(0))
    expect(ids(await list('?from=2026-04-02'))).toEqual(at(4))
    expect(ids(await list('?from=2026-04-03'))).toEqual([])
    expect(ids(await list('?least=50.01'))).toEqual(at(4))
    expect(ids(await list('?most=50'))).toEqual(at(3, 2, 1, 0))
    expect(ids(await list('?least=50&most=100&from=2026-03-11&q=padma'))).toEqual(at(4, 2))
    expect(ids(await list('?payment=unpaid&least=100'))).toEqual(at(4))
    expect(ids(await list('?payment=paid'))).toEqual([])
    expect(ids(await list('?payment=unpaid&state=shipped'))).toEqual([])
    const pages = await walk('?from=2026-03-10&payment=unpaid&most=50.00&limit=1')
    expect(pages.map(ids)).toEqual([at(3), at(2), at(1)])
    expect(pages.map(page => page.headers.get('x-total-count'))).toEqual(['3', '3', '3'])
  })

  it.each([
    ['least', 'much'],
    ['most', '1.234'],
    ['from', '2026-02-30'],
    ['to', 'today'],
  ])('says what is wrong with %s=%s', async (field, value) => {
    expectFields(await list(`?${field}=${value}`), [[field, /^Use (an amount|a date) such as/]])
  })

  it('takes as many numbers as are printed at once', async () => {
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => `T-${index}`).join()
    expect((await list(`?numbers=${numbered(200)}`)).status).toBe(200)
    expectFields(await list(`?numbers=${numbered(201)}`), [['numbers', /^Name at most 200 orders/]])
  })

  it('has the trigram indexes that the search wants', async () => {
    const { rows } = await sql<{ plan: string }>`
      select indexname as plan from pg_indexes where indexname in ('orders_search', 'order_line_search')`.execute(
      shop.db,
    )
    expect(rows).toHaveLength(2)
  })

  it.each(['state=lost', 'sort=name', 'limit=-1', 'q=%00', `q=${'x'.repeat(101)}`])('refuses %s', async query => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  it('refuses a place of a list in another order (finding 9)', async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    for (const query of [`sort=total&after=${id}`, `sort=placed&after=99_${id}`, `after=99_${id}`]) {
      expectFields(await list(`?${query}`), [['after', /^That is no place in this list/]])
    }
  })
})

describe('states', () => {
  it('[D2.25] of money and goods narrow the list; deleted orders are in their own alone', async () => {
    await pay(buyer, orders[0])
    await pay(other, orders[1])
    await pay(buyer, orders[2])
    await admin.call('POST', `/orders/${orders[1]}/shipment`, { carrier: 'Sundarban', tracking: 'S-1' })
    await admin.call('POST', `/orders/${orders[2]}/refunds`, {})
    await admin.call('DELETE', `/orders/${orders[3]}`)
    await eventually(
      async () => ids(await list('?state=refunded')),
      found => found.length === 1,
    )
    const expected = {
      unpaid: [4], paid: [1, 0], 'part-refunded': [], refunded: [2], cancelled: [3], expired: [],
      open: [0], shipped: [1], delivered: [],
    } // prettier-ignore
    for (const [state, positions] of Object.entries(expected)) {
      const answer = await list(`?state=${state}`)
      expect({ state, ids: ids(answer) }).toEqual({ state, ids: at(...positions) })
      expect(answer.headers.get('x-total-count')).toBe(String(positions.length))
    }
    expect(ids(await list())).toEqual(at(4, 2, 1, 0))
    await admin.call('POST', `/orders/${orders[1]}/delivery`)
    expect((await list('?state=delivered')).body).toMatchObject([
      {
        _id: orders[1], fulfilmentState: 'delivered', carrier: 'Sundarban', tracking: 'S-1', accountId: other.accountId,
        own: false, company: 'Ölfrei GmbH', paid: true,
      },
    ]) // prettier-ignore
  })
})

describe('a shipment', () => {
  const ship = (order: string, carrier = 'Sundarban', tracking: string | undefined = 'S-1') =>
    admin.call('POST', `/orders/${order}/shipment`, { carrier, tracking })
  const deliver = (order: string) => admin.call('POST', `/orders/${order}/delivery`)

  it('[D4.16 D4.17 D4.20] goes from open to shipped to delivered, can be corrected on its way, and tells each step once', async () => {
    const order = await placeOrder(buyer, await createTool(shop))
    expect((await ship(order)).body.code).toBe('order-unpaid')
    expect((await deliver(order)).body.code).toBe('order-unpaid')
    await pay(buyer, order)
    expect((await deliver(order)).body.code).toBe('order-not-shipped')
    expect((await ship(order)).body).toEqual({ modifiedCount: 1 })
    expect((await ship(order)).body).toEqual({ modifiedCount: 0 })
    expect((await ship(order, 'Sundarban', 'S-2')).body).toEqual({ modifiedCount: 1 })
    expect((await deliver(order)).body).toEqual({ modifiedCount: 1 })
    expect((await deliver(order)).body).toEqual({ modifiedCount: 0 })
    expect((await ship(order, 'Sundarban', 'S-2')).body).toEqual({ modifiedCount: 0 })
    expect((await ship(order, 'Other')).body.code).toBe('order-delivered')
    expect((await buyer.call('GET', `/orders/${order}`)).body).toMatchObject({
      fulfilmentState: 'delivered', carrier: 'Sundarban', tracking: 'S-2', own: true,
    }) // prettier-ignore
    const timeline = (await buyer.call('GET', `/orders/${order}/timeline`)).body
    expect(timeline).toMatchObject([
      { kind: 'placed', actor: 'customer' },
      { kind: 'paid', actor: 'provider' },
      { kind: 'shipped', actor: 'admin', note: 'Sundarban · S-1' },
      { kind: 'shipment-corrected', actor: 'admin', note: 'Sundarban · S-2' },
      { kind: 'delivered', actor: 'admin' },
    ])
    const { rows } = await sql`
      select action, before, after from audit where subject_id = ${order} and actor_kind = 'admin' order by id`.execute(
      shop.db,
    )
    expect(rows).toEqual([
      {
        action: 'order.shipped', before: { fulfilmentState: 'open' },
        after: { fulfilmentState: 'shipped', carrier: 'Sundarban', tracking: 'S-1' },
      },
      {
        action: 'order.shipment-corrected', before: { carrier: 'Sundarban', tracking: 'S-1' },
        after: { carrier: 'Sundarban', tracking: 'S-2' },
      },
      { action: 'order.delivered', before: { fulfilmentState: 'shipped' }, after: { fulfilmentState: 'delivered' } },
    ]) // prettier-ignore
    expect((await other.call('GET', `/orders/${order}/timeline`)).status).toBe(404)
    expect((await other.call('GET', `/orders/${order}/refunds`)).status).toBe(404)
  })

  it('of a refunded order is refused, and one of no order', async () => {
    expect(await ship(orders[2] ?? '')).toMatchObject({ status: 409, body: { code: 'order-refunded' } })
    expect(await ship(admin.accountId)).toMatchObject({ status: 404, body: { code: 'order-gone' } })
    expect(await deliver(admin.accountId)).toMatchObject({ status: 404, body: { code: 'order-gone' } })
  })
})

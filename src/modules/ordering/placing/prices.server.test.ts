import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool, orderOf, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { placeOrder } from './place.server.ts'

let shop: TestShop
let staff: Person
let buyer: Person
let group: string
beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000', TAX_RATE: '19%' } })
  staff = await createPerson(shop, 'manager')
  buyer = await createPerson(shop)
  group = (await staff.call('POST', '/customer-groups', { name: 'Garages' })).body.insertedId
  await staff.call('POST', `/customer-groups/${group}/members`, { email: buyer.email })
})
afterAll(() => shop.close())

let names = 0
type Entry = { tiers: { from: number; price: number }[]; minimum?: number; multiple?: number }

/** A list for the buyer's group; returns its id. */
async function listWith(tool: string, entry: Entry): Promise<string> {
  const list = { name: `Trade ${++names}`, gross: false, audience: 'group', group }
  const { body } = await staff.call('POST', '/price-lists', list)
  await staff.call('PUT', `/price-lists/${body.insertedId}/entries/${tool}`, entry)
  return body.insertedId
}
const setEntry = (list: string, tool: string, entry: object) =>
  staff.call('PUT', `/price-lists/${list}/entries/${tool}`, entry)

const address = {
  name: 'Garage',
  street: '1 Lane',
  postalCode: '45402',
  city: 'Dayton',
  region: 'OH',
  country: 'US',
  phone: '+1 937 555 0100',
}
const putInBasket = (...lines: object[]) => buyer.call('PUT', '/basket/lines', { lines })
const orderBasket = (more: object = {}) => buyer.call('POST', '/basket/order', { address, ...more })
async function emptyBasket() {
  for (const line of (await buyer.call('GET', '/basket')).body.lines)
    await buyer.call('DELETE', `/basket/lines/${line.id}`)
}
const orderedBy = async ({ body }: Answer) => (await buyer.call('GET', `/orders/${body.insertedId}`)).body

const ladder = [{ from: 1, price: 21 }, { from: 10, price: 19.99 }, { from: 50, price: 17.5 }] // prettier-ignore

describe('what is paid', () => {
  it('is the same on the ladder, in the basket, in the order of a basket, and in an order placed at once', async () => {
    const tool = await createTool(shop, { price: 2500, onHand: 100_000 })
    await listWith(tool, { tiers: ladder })
    const [own] = (await buyer.call('GET', `/prices?ids=${tool}`)).body
    expect(own.tiers).toEqual([
      { from: 1, unitPrice: 21 },
      { from: 10, unitPrice: 19.99 },
      { from: 50, unitPrice: 17.5 },
    ])
    for (const quantity of [1, 9, 10, 49, 50, 300]) {
      const { unitPrice, from } = own.tiers.findLast((tier: { from: number }) => tier.from <= quantity)
      const { lines, totals } = (await putInBasket({ tools_id: tool, quantity })).body
      expect(lines).toMatchObject([{ unitPrice, lineTotal: Math.round(unitPrice * quantity * 100) / 100 }])
      const ofBasket = await orderedBy(await orderBasket({ total: totals.total }))
      const atOnce = await orderedBy(
        await buyer.call('POST', '/orders', orderOf(tool, quantity, { total: totals.total })),
      )
      for (const order of [ofBasket, atOnce]) {
        expect(order).toMatchObject({
          price: totals.total,
          lines: [{ unitPrice, listPrice: 25, priceList: { name: `Trade ${names}`, from }, quantity }],
        })
      }
    }
    const stranger = await createPerson(shop)
    const placed = await stranger.call('POST', '/orders', orderOf(tool, 50))
    const seen = await stranger.call('GET', `/orders/${placed.body.insertedId}`)
    expect(seen.body.lines).toMatchObject([{ unitPrice: 25, listPrice: 25, priceList: null }])
    const visitors = [{ id: '00000000-0000-7000-8000-000000000000', tools_id: tool, quantity: 50 }]
    expect((await visitor(shop).call('POST', '/basket/priced', { lines: visitors })).body.lines).toMatchObject([
      { unitPrice: 25 },
    ])
  })

  it('is chosen by all units of the tool, whatever lines they are on', async () => {
    const tool = await createTool(shop, { price: 2500, onHand: 1000 })
    await listWith(tool, { tiers: ladder })
    const { body } = await putInBasket(
      { tools_id: tool, quantity: 6, reference: 'Job 1' },
      { tools_id: tool, quantity: 4, reference: 'Job 2' },
    )
    expect(body.lines).toMatchObject([{ unitPrice: 19.99 }, { unitPrice: 19.99 }])
    expect(body.changed).toEqual([])
    expect((await orderedBy(await orderBasket())).lines).toMatchObject([{ unitPrice: 19.99 }, { unitPrice: 19.99 }])
  })

  it('stays with the order when the list changes or goes', async () => {
    const tool = await createTool(shop, { price: 2500 })
    const list = await listWith(tool, { tiers: ladder })
    const placed = await buyer.call('POST', '/orders', orderOf(tool, 10))
    await setEntry(list, tool, { tiers: [{ from: 1, price: 5 }], version: 1 })
    await staff.call('DELETE', `/price-lists/${list}`)
    expect((await orderedBy(placed)).lines).toMatchObject([{ unitPrice: 19.99, priceList: { from: 10 } }])
  })
})

describe('minimum and multiple of a list', () => {
  it('48 by 24 admits 48, 72 and 96 and refuses 24 and 50, on every path', async () => {
    const tool = await createTool(shop, { onHand: 100_000, minimum: 1 })
    await listWith(tool, { tiers: [], minimum: 48, multiple: 24 })
    for (const quantity of [48, 72, 96]) {
      expect(await buyer.call('POST', '/orders', orderOf(tool, quantity))).toMatchObject({ status: 200 })
      expect((await putInBasket({ tools_id: tool, quantity })).body.lines).toMatchObject([{ problems: [] }])
      expect(await orderBasket()).toMatchObject({ status: 200 })
    }
    expect(await buyer.call('POST', '/orders', orderOf(tool, 50))).toMatchObject({
      status: 409,
      body: { code: 'not-a-multiple', details: { multiple: 24, lower: 48, higher: 72 } },
    })
    expect(await buyer.call('POST', '/orders', orderOf(tool, 24))).toMatchObject({
      body: { code: 'below-minimum', details: { minimum: 48 } },
    })
    expect((await putInBasket({ tools_id: tool, quantity: 50 })).body.lines).toMatchObject([
      { problems: [{ code: 'not-a-multiple', quantity: 72 }], tool: { minimumQuantity: 48, multiple: 24 } },
    ])
    expect(await orderBasket()).toMatchObject({ body: { code: 'basket-not-orderable' } })
    await emptyBasket()
    const stranger = await createPerson(shop)
    expect(await stranger.call('POST', '/orders', orderOf(tool, 5))).toMatchObject({ status: 200 })
  })

  it('lets this buyer order fewer than others, where the list says so', async () => {
    const tool = await createTool(shop, { onHand: 1000, minimum: 100, multiple: 50 })
    await listWith(tool, { tiers: [], minimum: 1, multiple: 1 })
    expect(await buyer.call('POST', '/orders', orderOf(tool, 3))).toMatchObject({ status: 200 })
  })
})

describe('a price that changes', () => {
  it('is told a visitor where so many units cost another price now, and not where they take more', async () => {
    const tool = await createTool(shop, { price: 1200, onHand: 1000 })
    const list = { name: `Everyone ${++names}`, gross: false, audience: 'everyone' }
    const { insertedId } = (await staff.call('POST', '/price-lists', list)).body
    await setEntry(insertedId, tool, { tiers: [{ from: 1, price: 10 }, { from: 100, price: 8 }] }) // prettier-ignore
    const id = '0190a000-0000-7000-8000-000000000001'
    const changed = async (quantity: number, seen: object) => {
      const line = { id, tools_id: tool, quantity, seen: { free: 1000, ...seen } }
      return (await visitor(shop).call('POST', '/basket/priced', { lines: [line] })).body.changed
    }
    expect(await changed(100, { price: '10', units: 1 })).toEqual([])
    expect(await changed(1, { price: '8', units: 100 })).toEqual([])
    expect(await changed(100, { price: '11', units: 1 })).toMatchObject([{ kind: 'price' }])
    expect(await changed(100, { price: '10', units: 100 })).toMatchObject([{ kind: 'price' }])
    await staff.call('DELETE', `/price-lists/${insertedId}`)
  })

  it('while the basket waits is told and accepted; one that comes of another quantity is not', async () => {
    const tool = await createTool(shop, { price: 2500, onHand: 1000 })
    const list = await listWith(tool, { tiers: ladder })
    await putInBasket({ tools_id: tool, quantity: 5 })
    expect((await putInBasket({ tools_id: tool, quantity: 50 })).body).toMatchObject({
      changed: [],
      lines: [{ unitPrice: 17.5 }],
    })
    await setEntry(list, tool, { tiers: [{ from: 1, price: 20 }, { from: 10, price: 18 }], version: 1 }) // prettier-ignore
    const changed = (await buyer.call('GET', '/basket')).body.changed
    expect(changed).toMatchObject([
      { kind: 'price', message: expect.stringContaining('the price is $18.00 now. It was $17.50') },
    ])
    expect(await orderBasket()).toMatchObject({ status: 409, body: { code: 'changes-not-accepted' } })
    // Ordering fewer does not hide it.
    expect((await putInBasket({ tools_id: tool, quantity: 11 })).body.changed).toMatchObject([{ kind: 'price' }])
    expect(await orderBasket({ accepted: changed })).toMatchObject({ status: 200 })
  })

  it('is in the next order, which is refused where another total was shown', async () => {
    const tool = await createTool(shop, { price: 2500, onHand: 1000 })
    const list = await listWith(tool, { tiers: [{ from: 1, price: 20 }] })
    const first = await orderedBy(await buyer.call('POST', '/orders', orderOf(tool, 10)))
    await setEntry(list, tool, { tiers: [{ from: 1, price: 19 }], version: 1 })
    expect(await buyer.call('POST', '/orders', orderOf(tool, 10, { total: first.price }))).toMatchObject({
      status: 409,
      body: { code: 'terms-changed' },
    })
    expect((await orderedBy(await buyer.call('POST', '/orders', orderOf(tool, 10)))).lines).toMatchObject([
      { unitPrice: 19 },
    ])
    await staff.call('DELETE', `/price-lists/${list}`)
    expect((await orderedBy(await buyer.call('POST', '/orders', orderOf(tool, 10)))).lines).toMatchObject([
      { unitPrice: 25 },
    ])
  })

  it('between reading and placing is not missed: the order is at the new price, or none', async () => {
    const tool = await createTool(shop, { price: 2500, onHand: 1000 })
    const list = await listWith(tool, { tiers: [{ from: 1, price: 20 }] })
    let times = 0
    const ctx = {
      ...shop.system,
      caller: {
        id: buyer.accountId,
        sessionId: buyer.accountId,
        email: buyer.email,
        displayName: '',
        emailVerified: true,
        role: 'customer',
        permissions: [],
      },
      actor: { kind: 'customer' as const, id: buyer.accountId },
      async onFailpoint(name: string) {
        if (name !== 'place: tool read' || times++ > 0) return
        await setEntry(list, tool, { tiers: [{ from: 1, price: 18 }], version: 1 })
      },
    }
    const { tools_id: toolId, quantity, ...details } = orderOf(tool, 2)
    const { insertedId } = await placeOrder(ctx, { ...details, lines: [{ toolId, quantity }] }, undefined)
    expect(times).toBeGreaterThan(1)
    const { rows } = await sql`select unit_price from order_line where order_id = ${insertedId}`.execute(shop.db)
    expect(rows).toEqual([{ unit_price: 1800 }])
  })
})

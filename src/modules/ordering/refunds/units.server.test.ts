import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '#test/faults/invariants'
import { type Answer, type Person, createPerson, createTool, eventually } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { aftermathCards, expectCalm, paidUnits } from '#test/sandbox/money-back'

let shop: TestShop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterEach(async () => {
  await expectCalm(shop)
  expect((await findViolations(shop.db)).filter(({ rule }) => !rule.startsWith('each mail'))).toEqual([])
})
afterAll(() => shop.close())

type Paid = { order: string; intentId: string }
const paid = async (units: number, card?: string): Promise<Paid> =>
  paidUnits({ shop, buyer, tool: await createTool(shop, { price: 1000, onHand: units }), units }, card)
const units = (quantity: number) => [{ position: 1, quantity }]
const post = (order: string, path: string, body: object = {}): Promise<Answer> =>
  admin.call('POST', `/orders/${order}/${path}`, body)
const ship = (order: string, quantity?: number, tracking = 'S-1') =>
  post(order, 'shipment', { carrier: 'Sundarban', tracking, ...(quantity && { lines: units(quantity) }) })
const refund = (order: string, amount: string, back: number) =>
  post(order, 'refunds', { amount, returned: units(back) })
const cancel = (order: string, quantity: number, left: number) =>
  post(order, 'cancellation', { lines: [{ position: 1, quantity, left }] })
const read = async (order: string) => (await buyer.call('GET', `/orders/${order}`)).body
const isListed = async (order: string) =>
  (await admin.call('GET', '/allOrders?state=open')).body.some(({ _id }: { _id: string }) => _id === order)
const onShelf = async (order: string) => {
  const { rows } = await sql<{ on_hand: number }>`
    select on_hand from tool join order_line line on line.tool_id = tool.id where line.order_id = ${order}`.execute(
    shop.db,
  )
  return rows[0]?.on_hand
}
const kindsOf = async (order: string): Promise<string[]> =>
  (await admin.call('GET', `/orders/${order}/timeline`)).body.map(({ kind }: { kind: string }) => kind)

/** So much has gone back at the provider, as it says: it refuses what is more than the rest. */
const saysGoneBack = (intentId: string, amount: number) =>
  sql`update sandbox.payment_intent set amount_refunded = ${amount} where id = ${intentId}`.execute(shop.db)
const whenRefunds = (order: string, state: string) =>
  eventually(
    async () => (await admin.call('GET', `/orders/${order}/refunds`)).body,
    all => all.at(-1)?.state === state,
  )

describe('units that a customer sends back', () => {
  it('had left: a unit that is paid and was never sent is still to leave', async () => {
    const { order } = await paid(4)
    await ship(order, 3)
    await refund(order, '10', 1)
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'open',
      lines: [{ quantity: 4, shipped: 3, returned: 1, toShip: 1, returnable: 3 }],
    })
    expect([await isListed(order), await onShelf(order)]).toEqual([true, 1])
    expect((await ship(order, 2, 'S-2')).body.code).toBe('too-many-shipped')
    expect((await ship(order, undefined, 'S-2')).body).toEqual({ modifiedCount: 1 })
    expect(await read(order)).toMatchObject({ fulfilmentState: 'shipped', lines: [{ shipped: 4, toShip: 0 }] })
  })

  it('are no more than have left; the others stay in the shop', async () => {
    const { order } = await paid(4)
    await ship(order, 1)
    await refund(order, '20', 2)
    await whenRefunds(order, 'done')
    expect((await read(order)).lines).toMatchObject([{ shipped: 1, returned: 1, cancelled: 1, toShip: 2 }])
    expect((await refund(order, '1', 3)).body).toMatchObject({ code: 'too-many-returned' })
    await cancel(order, 2, 2)
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'shipped',
      lines: [{ returned: 1, cancelled: 3, toShip: 0 }],
    })
  })

  it('and those that stay are each counted as before when the refund fails, and again when it is sent again', async () => {
    const { order, intentId } = await paid(4)
    await ship(order, 2)
    await saysGoneBack(intentId, 4990)
    const { insertedId } = (await refund(order, '30', 3)).body
    await whenRefunds(order, 'failed')
    expect(await read(order)).toMatchObject({ lines: [{ returned: 0, cancelled: 0, toShip: 2, returnable: 4 }] })
    await saysGoneBack(intentId, 0)
    await post(order, `refunds/${insertedId}/tries`, { tries: 1 })
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'open',
      lines: [{ returned: 2, cancelled: 1, toShip: 1 }],
    })
    expect(await onShelf(order)).toBe(3)
  })

  it('go with the others that stay when all of the money does', async () => {
    const { order } = await paid(5)
    await ship(order, 2)
    await post(order, 'refunds', { returned: units(3) })
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({
      paymentState: 'refunded',
      fulfilmentState: 'shipped',
      lines: [{ cancelled: 3, toShip: 0, returnable: 2 }],
    })
  })
})

describe('cancelled units whose money', () => {
  it('does not go back are to leave once more, and the order has not been shipped meanwhile', async () => {
    const { order, intentId } = await paid(5)
    await ship(order, 2)
    await saysGoneBack(intentId, 5000)
    await cancel(order, 3, 3)
    const [failed] = await whenRefunds(order, 'failed')
    expect(await read(order)).toMatchObject({ fulfilmentState: 'open', lines: [{ shipped: 2, toShip: 3 }] })
    expect(await isListed(order)).toBe(true)
    expect((await post(order, 'delivery')).body.code).toBe('order-not-shipped')
    await saysGoneBack(intentId, 0)
    await post(order, `refunds/${failed._id}/tries`, { tries: 1 })
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({
      fulfilmentState: 'shipped',
      lines: [{ cancelled: 3, returned: 0, toShip: 0 }],
    })
    expect(await kindsOf(order)).toEqual([
      'placed', 'paid', 'part-shipped', 'units-cancelled', 'refund-requested', 'refund-failed', 'refund-resent',
      'refunded', 'shipped',
    ]) // prettier-ignore
  })

  it('is on its way keep the order open after its last parcel, until it has arrived', async () => {
    const { order } = await paid(5, aftermathCards.refundWaits)
    await cancel(order, 3, 5)
    expect((await ship(order)).body).toEqual({ modifiedCount: 1 })
    expect(await read(order)).toMatchObject({ fulfilmentState: 'open', lines: [{ shipped: 2, toShip: 0 }] })
    expect(await isListed(order)).toBe(false)
    expect((await ship(order)).body).toEqual({ modifiedCount: 0 })
    await whenRefunds(order, 'done')
    expect(await read(order)).toMatchObject({ fulfilmentState: 'shipped', carrier: 'Sundarban', tracking: 'S-1' })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { orderPayments } from '../../ordering/settlement/handlers.server.ts'
import { eventually } from '#test/eventually'
import { type Person, createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { recordPayment } from '../../ordering/payments/received.server.ts'
import { releaseOrder } from '../../ordering/release/release.server.ts'

/** What staff see of money that comes past the provider. */
let shop: TestShop
let owner: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop({ environment: { SHIPPING_FEE: '0', MAX_OPEN_ORDERS: '50' } })
  owner = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

const overview = async () => (await owner.call('GET', '/overview')).body
/** $10.00, on account. */
async function onAccount(): Promise<string> {
  const order = await placeOrder(buyer, await createTool(shop, { price: 1000 }))
  await releaseOrder(shop.system, orderPayments(shop.payment), { orderId: order, by: 'terms' })
  return order
}
async function receive(orderId: string, more: { amount: number; reference?: string; paidAt?: Date }) {
  const payment = { id: newId(), kind: 'bank' as const, currency: 'usd', paidAt: new Date(), ...more }
  expect(await recordPayment(shop.system, { ...payment, allocations: [{ orderId, amount: 1000 }] })).toBe('recorded')
}

it('money is revenue as far as it pays orders, as it is the customer’s turnover', async () => {
  const before = (await overview()).months.at(-1)
  await receive(await onAccount(), { amount: 1500 })
  const { revenue, received } = before
  expect((await overview()).months.at(-1)).toMatchObject({ revenue: revenue + 10, received: received + 10 })
  expect((await owner.call('GET', `/customers/${buyer.accountId}`)).body.turnover).toBe(10)
})

it('money that is dated back is added to its day, which was remembered, and stands at its place in the file', async () => {
  const paidAt = new Date(Date.now() - 5 * 24 * 3_600_000)
  const dayOf = async () =>
    (await overview()).days.find(({ period }: { period: string }) => period === paidAt.toISOString().slice(0, 10))
  const before = await dayOf()
  await receive(await onAccount(), { amount: 1000, reference: 'today' })
  await receive(await onAccount(), { amount: 1000, reference: 'dated back', paidAt })
  await eventually(dayOf, ({ received }) => received === before.received + 10)
  const period = `from=${before.period}&to=${before.period}`
  const { rows }: { rows: string[][] } = (await owner.call('GET', `/reports/payments?${period}`)).body
  expect(rows.map(row => row.at(-1))).toEqual(['dated back'])
  const all: { rows: string[][] } = (await owner.call('GET', '/reports/payments')).body
  expect(all.rows[0]?.at(-1)).toBe('dated back')
})

it('the file of orders says when goods might leave, and what has been received for them', async () => {
  const ends = async () => (await owner.call('GET', '/reports/orders')).body.rows.at(-1).slice(-2)
  const order = await onAccount()
  expect(await ends()).toEqual([expect.stringMatching(/^\d{4}-/), '0.00'])
  await receive(order, { amount: 1000 })
  expect(await ends()).toEqual([expect.stringMatching(/^\d{4}-/), '10.00'])
})

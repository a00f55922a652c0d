import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { recordPayment } from '../../src/modules/ordering/payments/received.server.ts'
import { releaseOrder } from '../../src/modules/ordering/release/release.server.ts'
import { takeBack } from '../../src/modules/ordering/returns/returns.server.ts'
import { testAddress } from '../access/basket.ts'
import { type Person, createPerson, createTool, eventually, openPayment, payWithCard, testCards } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectCalm } from '../sandbox/money-back.ts'
import { heldBy, leftOut, lockingFunctions } from './locking-functions.ts'

/**
 * Rows are locked in one order, so that no two changes wait for each other. Each verb runs while one of the rows is held by somebody
 * else: waiting for it, it may hold those before it, and none behind it.
 */
let shop: TestShop
let staff: Person

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100', SHIPPING_FEE: '0' } })
  staff = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

type Case = { buyer: Person; tools: string[]; order: string }

/** The rows, in the order in which they are locked. The last three are counted up as the transaction ends, or behind everything else. */
const rows: [name: string, of: (of: Case) => RawBuilder<unknown>][] = [
  ['the order', ({ order }) => sql`orders where id = ${order}`],
  ['its buyer', ({ buyer }) => sql`account where id = ${buyer.accountId}`],
  ['the basket', ({ buyer }) => sql`basket where account_id = ${buyer.accountId}`],
  ['the payment', ({ order }) => sql`payment where id in (select payment_id from payment_allocation where order_id = ${order})`],
  ['the first tool', ({ tools }) => sql`tool where id = ${tools[0]}`],
  ['the second tool', ({ tools }) => sql`tool where id = ${tools[1]}`],
  ['the sales of a tool', ({ tools }) => sql`tool_sales where tool_id = ${tools[0]}`],
  ['the buyer’s sales', ({ buyer }) => sql`account_sales where account_id = ${buyer.accountId}`],
  ['the sales of this quarter of an hour', () => sql`sales_quarter where starts_at = (select max(starts_at) from sales_quarter)`],
] // prettier-ignore

const units = (quantity: number) => [1, 2].map(position => ({ position, quantity }))
const payments = () => orderPayments(shop.payment)

async function basketOf(buyer: Person, tools: string[]): Promise<void> {
  await buyer.call('PUT', '/basket/lines', { lines: tools.map(tools_id => ({ tools_id, quantity: 2 })) })
}
async function ordered({ buyer, tools }: Pick<Case, 'buyer' | 'tools'>): Promise<string> {
  await basketOf(buyer, tools)
  const { body } = await buyer.call('POST', '/basket/order', { address: testAddress })
  return body.insertedId
}
async function paid(of: Omit<Case, 'order'>): Promise<string> {
  const order = await ordered(of)
  await payWithCard(shop, await openPayment(of.buyer, order))
  await eventually(
    async () => (await of.buyer.call('GET', `/orders/${order}`)).body.paid,
    is => is === true,
  )
  return order
}
async function onAccount(of: Omit<Case, 'order'>): Promise<string> {
  const order = await ordered(of)
  await releaseOrder(shop.system, payments(), { orderId: order, by: 'terms' })
  return order
}
const post = (order: string, path: string, body: object = {}) => staff.call('POST', `/orders/${order}/${path}`, body)
const shipment = { carrier: 'Post', tracking: 'S-1' }

type Verb = [name: string, prepare: (of: Omit<Case, 'order'>) => Promise<string>, act: (of: Case) => Promise<unknown>]

const verbs: Verb[] = [
  ['a basket is ordered', async of => (await basketOf(of.buyer, of.tools), newId()),
    ({ buyer }) => buyer.call('POST', '/basket/order', { address: testAddress })],
  ['an order is deleted', ordered, ({ buyer, order }) => buyer.call('DELETE', `/orders/${order}`)],
  ['units of an unpaid order are cancelled', ordered, ({ order }) =>
    post(order, 'cancellation', { lines: units(1).map(line => ({ ...line, left: 2 })) })],
  ['a card is declined', ordered, async ({ buyer, order }) => {
    const payment = await openPayment(buyer, order)
    await payWithCard(shop, payment, testCards.declined)
    return buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId })
  }],
  ['an order is paid', ordered, async ({ buyer, order }) => {
    const payment = await openPayment(buyer, order)
    await payWithCard(shop, payment)
    return buyer.call('PATCH', `/tools/${order}`, { tool: order, transactionId: payment.intentId })
  }],
  ['an order is released', ordered, ({ order }) => releaseOrder(shop.system, payments(), { orderId: order, by: 'terms' })],
  ['money comes by bank', onAccount, ({ order: orderId }) => recordPayment(shop.system, {
    id: newId(), kind: 'bank', amount: 100, currency: 'usd', paidAt: new Date(), allocations: [{ orderId, amount: 100 }],
  })],
  ['units come back', onAccount, ({ order }) => takeBack(shop.system, order, { units: units(1), becomes: 'stock' })],
  ['units of a paid order are cancelled', paid, ({ order }) =>
    post(order, 'cancellation', { lines: units(1).map(line => ({ ...line, left: 2 })) })],
  ['all money goes back', paid, ({ order }) => post(order, 'refunds', { returned: units(2) })],
  ['an order is shipped', paid, ({ order }) => post(order, 'shipment', shipment)],
  ['an order is delivered', async of => {
    const order = await paid(of)
    await post(order, 'shipment', shipment)
    return order
  }, ({ order }) => post(order, 'delivery')],
] // prettier-ignore

/** Whether somebody waits for a row that this process of the database has locked. */
async function isWaitedFor(holder: number): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and ${holder} = any(pg_blocking_pids(pid))`.execute(
    shop.db,
  )
  return rows.length > 0
}

/** Which of the rows somebody has locked. */
async function heldRows(of: Case): Promise<string[]> {
  const held: string[] = []
  for (const [name, row] of rows) {
    const { rows: all } = await sql`select from ${row(of)}`.execute(shop.db)
    const { rows: free } = await sql`select from ${row(of)} for no key update skip locked`.execute(shop.db)
    if (free.length < all.length) held.push(name)
  }
  return held
}

/** What is held behind a row while the verb waits for it; undefined where it does not wait for that row. */
async function heldBehind([name, prepare, act]: Verb, at: number): Promise<string[] | undefined> {
  const [row] = rows.slice(at)
  if (!row) throw new Error(`there is no row ${at}`)
  const buyer = await createPerson(shop)
  const tools = [await createTool(shop, { price: 1000, onHand: 9 }), await createTool(shop, { price: 1000, onHand: 9 })]
  // So that there are sales of the tool, which the verb counts up.
  await paid({ buyer, tools })
  const of = { buyer, tools, order: '' }
  of.order = await prepare(of)
  await expectCalm(shop)
  const holder = await shop.db.startTransaction().execute()
  const { rows: held } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid from ${row[1](of)} for no key update`.execute(holder)
  const pid = held[0]?.pid ?? 0
  const state = { isDone: false }
  const done = act(of).finally(() => (state.isDone = true))
  try {
    // What goes on by jobs waits a moment later.
    const isWaiting = await eventually(
      async () => state.isDone || (await isWaitedFor(pid)),
      is => is,
    ).then(() => isWaitedFor(pid))
    if (!isWaiting) return undefined
    const behind = async () => (await heldRows(of)).filter(one => rows.findIndex(([name]) => name === one) > at)
    // Others come and go; whoever waits keeps what it holds until the waiting ends.
    return await eventually(behind, held => held.length === 0, 1000).catch(behind)
  } finally {
    await holder.rollback().execute()
    await done
    await expectCalm(shop).catch((error: unknown) => {
      throw new Error(`after “${name}”`, { cause: error })
    })
  }
}

it('holds whatever of the program locks an order, or says why not', () => {
  expect(lockingFunctions()).toEqual([...heldBy.keys(), ...leftOut.keys()].toSorted())
  expect([...heldBy.values()].filter(verb => !verbs.some(([name]) => name === verb))).toEqual([])
})

it.each(verbs)('when %s, rows are locked in their order', { timeout: 120_000 }, async (...verb) => {
  let waits = 0
  for (const [at, [row]] of rows.entries()) {
    const held = await heldBehind(verb, at)
    if (held) waits += 1
    expect(held ?? [], `waiting for ${row}`).toEqual([])
  }
  expect(waits).toBeGreaterThan(0)
})

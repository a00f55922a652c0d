import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database'
import { testAddress } from '../access/basket.ts'
import { type Answer, orderOf, testCards } from '../factories.ts'
import type { Chance } from './chance.ts'
import type { Browser } from './kept-shop.ts'
import type { Office } from './office.ts'
import { Refusal } from '#kernel/refusals'

/** What the crowd was told; refusals by their codes. */
export type Told = { asked: number; placed: string[]; refused: Map<string, number> }

export type Market = {
  db: Database
  customers: readonly Browser[]
  admin: Browser
  office: Office
  /** Orders that are on account. */
  onAccount: string[]
  /** A few that everybody wants, many that few want, and some of which there is little. */
  hot: readonly string[]
  cold: readonly string[]
  scarce: readonly string[]
}

/** Of a hundred orders, so many go each way; what is left is neither paid nor deleted. */
const fates = {
  paid: 24,
  declinedThenPaid: 3,
  challenged: 3,
  paidAndDeleted: 5,
  paidAndCut: 4,
  opened: 5,
  cut: 6,
  deleted: 14,
  onAccount: 6,
  expired: 8,
}
type Fate = keyof typeof fates | 'left'
const hotShare = 0.1
const scarceShare = 0.015
const mostLines = 20

/** One caller: places order after order until there are no tickets left, and lets each have its fate. */
export async function shop(
  market: Market,
  tickets: { left: number },
  { told, chance }: { told: Told; chance: Chance },
) {
  while (tickets.left > 0) {
    tickets.left -= 1
    const customer = chance.pick(market.customers)
    const orderId = await placeSomething(market, customer, { told, chance })
    await meet(fateBy(chance), { market, customer, orderId, chance, told })
  }
}

async function placeSomething(market: Market, customer: Browser, { told, chance }: { told: Told; chance: Chance }) {
  for (;;) {
    const lines = anyLines(market, chance)
    const [only] = lines
    told.asked += 1
    const answer =
      only && lines.length === 1
        ? await customer.call('POST', '/orders', orderOf(only.tools_id, chance.between(1, 3)), randomUUID())
        : await orderBasket(customer, lines)
    if (answer.status === 200) {
      told.placed.push(answer.body.insertedId)
      return answer.body.insertedId as string
    }
    note(told, answer)
  }
}

type Line = { tools_id: string; quantity: number; reference?: string }

/** From one line to as many as a large basket has; what is wanted for several jobs stands on several lines. */
function anyLines({ hot, cold, scarce }: Market, chance: Chance): Line[] {
  const lines: Line[] = []
  const count = chance.between(1, mostLines)
  while (lines.length < count) {
    const share = chance.number()
    const tools_id = chance.pick(share < scarceShare ? scarce : share < scarceShare + hotShare ? hot : cold)
    const job = lines.filter(line => line.tools_id === tools_id).length
    lines.push({ tools_id, quantity: 1, ...(job > 0 && { reference: `Job ${job}` }) })
  }
  return lines
}

/** Others shop with the same account: the order has what they have put there too, or leaves nothing for this one. */
async function orderBasket(customer: Browser, lines: Line[]): Promise<Answer> {
  await customer.call('PUT', '/basket/lines', { lines })
  const answer = await customer.call('POST', '/basket/order', { address: testAddress }, randomUUID())
  // What cannot be had would stand in the way of every order after it.
  if (answer.status !== 200) {
    await customer.call('PUT', '/basket/lines', { lines: lines.map(line => ({ ...line, quantity: 0 })) })
  }
  return answer
}

function fateBy(chance: Chance): Fate {
  let percent = chance.between(1, 100)
  for (const [fate, share] of Object.entries(fates)) {
    percent -= share
    if (percent <= 0) return fate as Fate
  }
  return 'left'
}

type Meeting = { market: Market; customer: Browser; orderId: string; chance: Chance; told: Told }

async function meet(fate: Fate, meeting: Meeting): Promise<void> {
  const { market, customer, orderId, told, chance } = meeting
  const remove = async () => note(told, await customer.call('DELETE', `/orders/${orderId}`))
  switch (fate) {
    case 'left':
      return
    case 'deleted':
      return remove()
    case 'expired':
      await sql`update orders set reserved_until = now() where id = ${orderId}`.execute(market.db)
      return
    case 'opened':
      await open(meeting)
      return
    case 'cut':
      await cut(meeting)
      return
    case 'paidAndCut': {
      const payment = await open(meeting)
      await Promise.all([payment && customer.pay(payment), cut(meeting)])
      return
    }
    case 'paidAndDeleted': {
      const payment = await open(meeting)
      await Promise.all([payment && customer.pay(payment), remove()])
      return
    }
    case 'onAccount':
      return trade(meeting)
    case 'declinedThenPaid':
      await pay(meeting, [testCards.declined, testCards.success])
      break
    case 'challenged':
      await pay(meeting, [testCards.challenge])
      break
    case 'paid':
      await pay(meeting, [testCards.success])
  }
  const next = chance.number()
  if (next < 0.2) await refund(meeting)
  else if (next < 0.35) await cut(meeting)
  else if (next < 0.6) await ship(meeting)
}

type OrderedLine = { position: number; toShip: number }

/** Released while somebody deletes it or pays it by card, shipped, paid by bank in parts with orders of others, and some of it comes back. */
async function trade(meeting: Meeting): Promise<void> {
  const { market, customer, orderId, chance, told } = meeting
  const { office, onAccount } = market
  const also = chance.number()
  const [outcome] = await Promise.all([
    office.release(orderId).catch(codeOf),
    also < 0.2 && customer.call('DELETE', `/orders/${orderId}`).then(answer => note(told, answer)),
    also > 0.8 && pay(meeting, [testCards.success]),
  ])
  if (outcome !== 'released') return
  onAccount.push(orderId)
  const orders = new Set([orderId, chance.pick(onAccount), chance.pick(onAccount)])
  await Promise.all([ship(meeting), office.receive([...orders], 100)])
  if (chance.number() < 0.5) return
  const { body } = await market.admin.call('GET', `/orders/${orderId}`)
  const { position, quantity } = chance.pick<{ position: number; quantity: number }>(body.lines)
  const back = () => office.takeBack(orderId, [{ position, quantity }], chance.number() < 0.5 ? 'stock' : 'scrap')
  const twice = await Promise.allSettled([back(), back()])
  for (const one of twice) if (one.status === 'rejected') codeOf(one.reason)
}

/** What a rule refused, or the provider that could not be reached. */
function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  throw error
}

/** Some of the lines that are still to leave. */
async function someLines({ market, orderId, chance }: Meeting): Promise<OrderedLine[]> {
  const { body } = await market.admin.call('GET', `/orders/${orderId}`)
  const lines: OrderedLine[] = body.lines.filter((line: OrderedLine) => line.toShip > 0)
  return lines.slice(0, chance.between(1, Math.max(1, lines.length)))
}

/** A line or more is cancelled, paid or not; refused where all of it has meanwhile gone another way. */
async function cut(meeting: Meeting): Promise<void> {
  const { market, orderId, told } = meeting
  const lines = (await someLines(meeting)).map(({ position, toShip }) => ({ position, quantity: toShip, left: toShip }))
  if (lines.length === 0) return
  note(told, await market.admin.call('POST', `/orders/${orderId}/cancellation`, { lines, reason: 'Not to be had' }))
}

/** A parcel of some lines, then all that is left. */
async function ship(meeting: Meeting): Promise<void> {
  const { market, orderId, told, chance } = meeting
  const send = (tracking: string, lines?: object[]) =>
    market.admin.call('POST', `/orders/${orderId}/shipment`, { carrier: 'Post', tracking, lines })
  const lines = (await someLines(meeting)).map(({ position, toShip }) => ({ position, quantity: toShip }))
  if (lines.length > 0) note(told, await send('S-1', lines))
  if (chance.number() < 0.5) note(told, await send('S-2'))
}

async function open({ customer, orderId, told }: Meeting) {
  const order = await customer.call('GET', `/orders/${orderId}`)
  const answer = await customer.call('POST', '/create-payment-intent', { price: order.body.price, orderId })
  note(told, answer)
  if (answer.status !== 200) return undefined
  const clientSecret: string = answer.body.clientSecret
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
}

/** One card after the other; some report it to the shop, as the last page does, the others have closed the tab. */
async function pay(meeting: Meeting, cards: string[]): Promise<void> {
  const { customer, orderId, chance, told } = meeting
  const payment = await open(meeting)
  if (!payment) return
  for (const card of cards) {
    const { body } = await customer.pay(payment, card)
    if (body.status === 'requires_action') await customer.passChallenge(payment)
  }
  if (chance.number() < 0.5) return
  const report = { tool: orderId, transactionId: payment.intentId }
  note(told, await customer.call('PATCH', `/tools/${orderId}`, report))
}

/** All of it, or a few coins; refused where nobody knows yet that it is paid. */
async function refund({ market, orderId, chance, told }: Meeting): Promise<void> {
  const body = chance.number() < 0.5 ? {} : { amount: '1.00', reason: 'Dented' }
  note(told, await market.admin.call('POST', `/orders/${orderId}/refunds`, body, randomUUID()))
}

function note(told: Told, answer: Answer): void {
  if (answer.status === 200) return
  if (![404, 409].includes(answer.status)) throw new Error(`not a refusal of a rule: ${JSON.stringify(answer.body)}`)
  const code = String(answer.body.code)
  told.refused.set(code, (told.refused.get(code) ?? 0) + 1)
}

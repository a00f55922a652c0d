import { type RawBuilder, sql } from 'kysely'
import { toDecimalText, toMinorUnits } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { isPaid, type PaymentState } from '../orders/orders.rules.ts'
import { mayDo } from '../orders/rights.server.ts'
import { lockOrderAndBuyer } from '../release/locks.server.ts'
import {
  type Declines,
  declineColumns,
  minutesBlocked,
  requireNotBlocked,
  triesLeft,
} from '../payments/declines.server.ts'
import { type Intent, type PaymentPort, ProviderRefusal, ProviderUnreachable } from '../payments/port.server.ts'
import { type IntentRecord, findLiveIntent, letGo } from '../payments/records.server.ts'
import { reaching, settle } from './settle.server.ts'
import { failpoint } from '../payments/failpoints.server.ts'

/** How often another request may be in the way before the caller is asked to try again. */
const attempts = 3

/** An order of the caller, with all that opening its payment depends on. */
type PayableOrder = Columns<'orders', 'id' | 'number' | 'total' | 'currency'> &
  Declines & {
    account_id: string
    payment_state: PaymentState
    /** The intent by which it can be paid now, if one is open. */
    live: IntentRecord | null
    /** How many it has had so far. */
    intents: number
  }

async function readOwnOrders(ctx: Context, match: RawBuilder<unknown>): Promise<PayableOrder[]> {
  const { rows } = await sql<PayableOrder>`${ownOrders(ctx, match)}`.execute(ctx.db)
  return rows
}

const ownOrders = (ctx: Context, match: RawBuilder<unknown>) => sql`
    select orders.id, orders.number, orders.total, orders.currency, orders.account_id, orders.payment_state, ${declineColumns(ctx)}, (
        select jsonb_build_object('id', id, 'provider', provider, 'client_secret', client_secret)
        from payment_intent where order_id = orders.id and state = 'live') as live,
      (select count(*) from payment_intent where order_id = orders.id) as intents
    from orders where ${mayDo(ctx, 'pay')} and ${match}`

/**
 * Opens the payment of an unpaid order of the caller, or returns the one that is open. The amount is the order's;
 * `price` only has to agree with it. Refuses: order-gone, order-paid, order-not-open, order-needed, price-changed,
 * too-many-declines, payment-not-possible, payment-provider-unreachable.
 */
export async function openPayment(
  ctx: Context,
  provider: PaymentPort,
  input: { price: string; orderId?: string | undefined },
): Promise<{ clientSecret: string; orderId: string; triesLeft: number }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const order = input.orderId ? await findOwnOrder(ctx, input.orderId) : await findOrderByTotal(ctx, input.price)
    requireUnpaid(order)
    requireNotBlocked(ctx, order)
    if (toMinorUnits(input.price, order.currency) !== order.total) {
      throw refuse('price-changed', { price: toDecimalText(order.total, order.currency) })
    }
    const open = await findPayableIntent(ctx, provider, order)
    if (open) return answerWith(order, open)
    await failpoint(ctx, 'intent: asking')
    const intent = await createIntent(ctx, provider, order)
    await failpoint(ctx, 'intent: made')
    const recorded = intent && (await recordIntent(ctx, provider, { order, intent }))
    if (recorded) return answerWith(order, recorded)
  }
  throw refuse('payment-provider-unreachable')
}

const answerWith = (order: PayableOrder, { client_secret: clientSecret }: IntentRecord) => ({
  clientSecret,
  orderId: order.id,
  triesLeft: triesLeft(order),
})

/** The order's open intent, if the provider still takes money by it. Refuses order-paid when the money has come. */
async function findPayableIntent(
  ctx: Context,
  provider: PaymentPort,
  { live }: PayableOrder,
): Promise<IntentRecord | undefined> {
  if (live?.provider !== provider.provider) return undefined
  const settlement = await reaching(() => settle(ctx, provider, live.id))
  if (settlement === 'paid' || settlement === 'already-paid') throw refuse('order-paid')
  return settlement === 'pending' ? live : undefined
}

async function findOwnOrder(ctx: Context, id: string): Promise<PayableOrder> {
  const [order] = await readOwnOrders(ctx, sql`id = ${id}`)
  if (!order) throw refuse('order-gone')
  return order
}

/** The specification's call names no order: it means the caller's only unpaid one of that total. */
async function findOrderByTotal(ctx: Context, price: string): Promise<PayableOrder> {
  const rows = await readOwnOrders(ctx, sql`payment_state = 'unpaid'`)
  const [order, ...others] = rows.filter(row => toMinorUnits(price, row.currency) === row.total)
  if (!order || others.length > 0) throw refuse('order-needed')
  return order
}

function requireUnpaid(order: PayableOrder): void {
  if (isPaid(order.payment_state)) throw refuse('order-paid')
  if (order.payment_state !== 'unpaid') throw refuse('order-not-open')
}

/**
 * The key counts the intents that the order had before, and names its sum: asking twice at once gives one intent, and after a
 * cancelled one, or when units were cancelled, a new one. Undefined when another request is just making it: its record is there in a moment.
 */
async function createIntent(ctx: Context, provider: PaymentPort, order: PayableOrder): Promise<Intent | undefined> {
  try {
    return await provider.createIntent({
      orderId: order.id,
      orderNumber: order.number,
      accountId: order.account_id,
      amount: order.total,
      currency: order.currency,
      idempotencyKey: `order-${order.id}-${order.intents}-${order.total}`,
    })
  } catch (error) {
    if (error instanceof ProviderUnreachable) {
      if (await findLiveIntent(ctx, order.id)) return undefined
      throw refuse('payment-provider-unreachable')
    }
    if (!(error instanceof ProviderRefusal)) throw error
    ctx.log.error({ error, orderId: order.id }, 'the payment provider does not take this payment')
    throw refuse('payment-not-possible', { number: order.number })
  }
}

/**
 * Writes the intent down, if the order still waits for payment, and returns the one that is live. The browser gets the
 * secret only after that, so that no intent can take money unknown to the shop. Undefined when the intent is of no use:
 * called off since it was made under the same key. Spare ones are written down too, for the key to count them.
 */
async function recordIntent(
  ctx: Context,
  provider: PaymentPort,
  { order, intent }: { order: PayableOrder; intent: Intent },
): Promise<IntentRecord | undefined> {
  const outcome = await transact(ctx, async ctx => {
    await lockOrderAndBuyer(ctx, sql`${order.id}`)
    const write = () => writeIntent(ctx, provider, { order, intent })
    let now = await write()
    if (now?.payment_state !== 'unpaid') return { is: 'closed' } as const
    if (minutesBlocked(ctx, now) !== undefined) return { is: 'blocked', declines: now } as const
    // The one left by a provider that the shop no longer uses makes way.
    if (now.live && now.live.provider !== provider.provider) {
      await letGo(ctx, now.live.id)
      now = (await write()) ?? now
    }
    if (now.live?.id === intent.id) return { is: 'open', record: now.live } as const
    await failpoint(ctx, 'intent: recorded')
    if (now.total !== intent.amount) return { is: 'of-another-sum', total: now.total } as const
    const { id, clientSecret: client_secret } = intent
    const own = now.written === 'live' ? { id, provider: provider.provider, client_secret } : undefined
    return { is: 'open', record: own ?? now.live ?? undefined } as const
  })
  await failpoint(ctx, 'intent: committed')
  const record = outcome.is === 'open' ? outcome.record : undefined
  if (record?.id !== intent.id) await callOff(ctx, provider, intent)
  // Units of it were cancelled since the buyer saw the sum.
  if (outcome.is === 'of-another-sum') {
    throw refuse('price-changed', { price: toDecimalText(outcome.total, order.currency) })
  }
  if (outcome.is === 'closed') throw refuse('order-not-open')
  if (outcome.is === 'blocked') requireNotBlocked(ctx, outcome.declines)
  return record
}

type NewIntent = { order: PayableOrder; intent: Intent }
/** An order as it is under its lock. `written`: as what the new intent was, if it was: not where it had been written down before. */
type WithIntent = PayableOrder & { written: 'live' | 'canceled' | null }

/** Writes the intent down beside what its order is like by now: as a spare one where the order cannot be paid by it. */
async function writeIntent(
  ctx: Context,
  { provider }: PaymentPort,
  { order, intent: { id, clientSecret, amount, currency, status } }: NewIntent,
): Promise<WithIntent | undefined> {
  const { rows } = await sql<WithIntent>`
    with own as (${ownOrders(ctx, sql`id = ${order.id}`)}), written as (
      insert into payment_intent (id, provider, order_id, client_secret, amount, currency, state, created_at)
      select ${id}, ${provider}, id, ${clientSecret}, ${amount}, ${currency},
        case when live is not null or total <> ${amount} or ${status === 'canceled'} then 'canceled' else 'live' end, ${ctx.now()}
      from own
      where payment_state = 'unpaid' and coalesce(blocked_until <= ${ctx.now()}, true)
        and coalesce(live ->> 'provider' = ${provider} and live ->> 'id' <> ${id}, true)
      on conflict (id) do nothing returning state
    )
    select own.*, (select state from written) as written from own`.execute(ctx.db)
  return rows[0]
}

async function callOff(ctx: Context, provider: PaymentPort, intent: Intent): Promise<void> {
  if (intent.status === 'canceled') return
  try {
    await provider.cancelIntent(intent.id)
  } catch (error) {
    // Nobody was given its secret, so it can take no money.
    ctx.log.warn({ error, intent: intent.id }, 'a spare intent stays open at the provider')
  }
}

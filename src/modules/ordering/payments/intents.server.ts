import { type InferResult, sql } from 'kysely'
import { toDecimalText, toMinorUnits } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf, transact } from '#platform/context'
import { countRows } from '#platform/paging'
import { isPaid, type PaymentState } from '../orders/orders.rules.ts'
import { lockOrder } from '../orders/close.server.ts'
import { lockAccount } from '#services/accounts'
import { findBlock, requireNotBlocked, triesLeft } from './declines.server.ts'
import { type Intent, type PaymentPort, ProviderRefusal, ProviderUnreachable } from './port.server.ts'
import { type IntentRecord, findLiveIntent, letGo } from './records.server.ts'
import { reaching, settle } from './settle.server.ts'
import { failpoint } from './failpoints.server.ts'

/** How often another request may be in the way before the caller is asked to try again. */
const attempts = 3

type PayableOrder = InferResult<ReturnType<typeof selectOwnOrders>>[number]

const selectOwnOrders = (ctx: Context) =>
  ctx.db
    .selectFrom('orders')
    .select(['id', 'number', 'account_id', 'total', 'currency', 'payment_state'])
    .$narrowType<{ account_id: string; payment_state: PaymentState }>()
    .where('account_id', '=', callerOf(ctx).id)

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
  const order = input.orderId ? await findOwnOrder(ctx, input.orderId) : await findOrderByTotal(ctx, input.price)
  requireUnpaid(order)
  await requireNotBlocked(ctx, order)
  if (toMinorUnits(input.price, order.currency) !== order.total) {
    throw refuse('price-changed', { price: toDecimalText(order.total, order.currency) })
  }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const open = await findPayableIntent(ctx, provider, order.id)
    if (open) return answerWith(ctx, order, open)
    await failpoint(ctx, 'intent: asking')
    const intent = await createIntent(ctx, provider, order)
    await failpoint(ctx, 'intent: made')
    const recorded = intent && (await recordIntent(ctx, provider, { order, intent }))
    if (recorded) return answerWith(ctx, order, recorded)
  }
  throw refuse('payment-provider-unreachable')
}

const answerWith = async (ctx: Context, order: PayableOrder, { client_secret: clientSecret }: IntentRecord) => ({
  clientSecret,
  orderId: order.id,
  triesLeft: await triesLeft(ctx, order),
})

/** The order's open intent, if the provider still takes money by it. Refuses order-paid when the money has come. */
async function findPayableIntent(
  ctx: Context,
  provider: PaymentPort,
  orderId: string,
): Promise<IntentRecord | undefined> {
  const open = await findLiveIntent(ctx, orderId)
  if (open?.provider !== provider.provider) return undefined
  const settlement = await reaching(() => settle(ctx, provider, open.id))
  if (settlement === 'paid' || settlement === 'already-paid') throw refuse('order-paid')
  return settlement === 'pending' ? open : undefined
}

async function findOwnOrder(ctx: Context, id: string): Promise<PayableOrder> {
  const order = await selectOwnOrders(ctx).where('id', '=', id).executeTakeFirst()
  if (!order) throw refuse('order-gone')
  return order
}

/** The specification's call names no order: it means the caller's only unpaid one of that total. */
async function findOrderByTotal(ctx: Context, price: string): Promise<PayableOrder> {
  const rows = await selectOwnOrders(ctx).where('payment_state', '=', sql.lit('unpaid')).execute()
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
  const count = await countRows(ctx.db, sql`payment_intent where order_id = ${order.id}`)
  try {
    return await provider.createIntent({
      orderId: order.id,
      orderNumber: order.number,
      accountId: order.account_id,
      amount: order.total,
      currency: order.currency,
      idempotencyKey: `order-${order.id}-${count}-${order.total}`,
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
    if ((await lockOrder(ctx, order.id)) !== 'unpaid') return 'closed' as const
    await lockAccount(ctx, order.account_id)
    if (await findBlock(ctx, order)) return 'blocked' as const
    const known = await findLiveIntent(ctx, order.id)
    if (known?.id === intent.id) return known
    // The one left by a provider that the shop no longer uses makes way.
    const isForeign = known !== undefined && known.provider !== provider.provider
    if (isForeign) await letGo(ctx, known.id)
    const total = await readTotal(ctx, order.id)
    const isSpare = intent.status === 'canceled' || (known !== undefined && !isForeign) || total !== intent.amount
    const state = isSpare ? 'canceled' : 'live'
    await insertIntent(ctx, provider, { order, intent, state })
    await failpoint(ctx, 'intent: recorded')
    if (total !== intent.amount) return { total }
    return findLiveIntent(ctx, order.id)
  })
  await failpoint(ctx, 'intent: committed')
  const record = outcome && typeof outcome !== 'string' && 'id' in outcome ? outcome : undefined
  if (record?.id !== intent.id) await callOff(ctx, provider, intent)
  // Units of it were cancelled since the buyer saw the sum.
  if (outcome && typeof outcome !== 'string' && 'total' in outcome) {
    throw refuse('price-changed', { price: toDecimalText(outcome.total, order.currency) })
  }
  if (outcome === 'closed') throw refuse('order-not-open')
  if (outcome === 'blocked') await requireNotBlocked(ctx, order)
  return record
}

/** What the order costs now, its row locked. */
async function readTotal(ctx: Context, orderId: string): Promise<number> {
  const order = ctx.db.selectFrom('orders').select('total').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).total
}

type NewIntent = { order: PayableOrder; intent: Intent; state: 'live' | 'canceled' }

async function insertIntent(ctx: Context, { provider }: PaymentPort, { order, intent, state }: NewIntent) {
  const { id, clientSecret: client_secret, amount, currency } = intent
  await ctx.db
    .insertInto('payment_intent')
    .values({ id, provider, order_id: order.id, client_secret, amount, currency, state, created_at: ctx.now() })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
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

import { sql } from 'kysely'
import { toDecimalText, toMinorUnits } from '#kernel/money'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf, transact } from '#platform/context'
import { isPaid, type PaymentState } from '#rules/orders'
import { lockOrder } from '#services/orders'
import { type Intent, type PaymentPort, ProviderUnreachable } from './payments.port.server.ts'

type PayableOrder = {
  id: string
  number: string
  account_id: string
  customer_email: string
  total: number
  currency: string
  payment_state: PaymentState
  payment_blocked_until: Date | null
}

/**
 * Opens the payment of an unpaid order of the caller, or returns the one that is open. The amount is the order's;
 * `price` only has to agree with it. Refuses: order-gone, order-paid, order-not-open, order-needed, price-changed,
 * too-many-declines, payment-provider-unreachable.
 */
export async function openPayment(
  ctx: Context,
  provider: PaymentPort,
  input: { price: string; orderId?: string | undefined },
): Promise<{ clientSecret: string; orderId: string }> {
  const order = input.orderId ? await findOwnOrder(ctx, input.orderId) : await findOrderByTotal(ctx, input.price)
  requirePayable(ctx, order)
  if (toMinorUnits(input.price, order.currency) !== order.total) {
    throw refuse('price-changed', { price: toDecimalText(order.total, order.currency) })
  }
  const open = await findLiveIntent(ctx, order.id)
  if (open?.provider === provider.provider) return { clientSecret: open.client_secret, orderId: order.id }
  const intent = await createIntent(ctx, provider, order)
  const clientSecret =
    'clientSecret' in intent ? await recordIntent(ctx, provider, { order, intent }) : intent.client_secret
  return { clientSecret, orderId: order.id }
}

async function findOwnOrder(ctx: Context, id: string): Promise<PayableOrder> {
  const { rows } = await sql<PayableOrder>`
    select id, number, account_id, customer_email, total, currency, payment_state, payment_blocked_until
    from orders where id = ${id} and account_id = ${callerOf(ctx).id}`.execute(ctx.db)
  if (!rows[0]) throw refuse('order-gone')
  return rows[0]
}

/** The specification's call names no order: it means the caller's only unpaid one of that total. */
async function findOrderByTotal(ctx: Context, price: string): Promise<PayableOrder> {
  const { rows } = await sql<PayableOrder>`
    select id, number, account_id, customer_email, total, currency, payment_state, payment_blocked_until
    from orders where account_id = ${callerOf(ctx).id} and payment_state = 'unpaid'`.execute(ctx.db)
  const [order, ...others] = rows.filter(row => toMinorUnits(price, row.currency) === row.total)
  if (!order || others.length > 0) throw refuse('order-needed')
  return order
}

function requirePayable(ctx: Context, order: PayableOrder): void {
  if (isPaid(order.payment_state)) throw refuse('order-paid')
  if (order.payment_state !== 'unpaid') throw refuse('order-not-open')
  if (order.payment_blocked_until && order.payment_blocked_until > ctx.now()) throw refuse('too-many-declines')
}

/**
 * The key counts the intents that the order had before: asking twice at once gives one intent, and after a cancelled
 * one a new one. A provider turns away whoever sends a key that it is just working on; then the intent of the one who
 * was first is the answer.
 */
async function createIntent(ctx: Context, provider: PaymentPort, order: PayableOrder): Promise<Intent | LiveIntent> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_intent where order_id = ${order.id}`.execute(ctx.db)
  try {
    return await provider.createIntent({
      orderId: order.id,
      orderNumber: order.number,
      accountId: order.account_id,
      email: order.customer_email,
      amount: order.total,
      currency: order.currency,
      idempotencyKey: `order-${order.id}-${rows[0]?.count ?? 0}`,
    })
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    const open = await findLiveIntent(ctx, order.id)
    if (open?.provider === provider.provider) return open
    throw refuse('payment-provider-unreachable')
  }
}

/**
 * Writes the intent down, if the order still waits for payment, and returns the secret of the one that is live. The
 * browser gets the secret only after that, so that no intent can take money unknown to the shop.
 */
async function recordIntent(
  ctx: Context,
  provider: PaymentPort,
  { order, intent }: { order: PayableOrder; intent: Intent },
): Promise<string> {
  const live = await transact(ctx, async ctx => {
    if ((await lockOrder(ctx, order.id)) !== 'unpaid') return undefined
    const known = await findLiveIntent(ctx, order.id)
    if (known?.provider === provider.provider) return known
    // The one left by a provider that the shop no longer uses makes way.
    if (known) await sql`update payment_intent set state = 'canceled' where id = ${known.id}`.execute(ctx.db)
    await sql`
      insert into payment_intent (id, provider, order_id, client_secret, amount, currency, created_at)
      values (${intent.id}, ${provider.provider}, ${order.id}, ${intent.clientSecret}, ${intent.amount},
        ${intent.currency}, ${ctx.now()})`.execute(ctx.db)
    return { id: intent.id, provider: provider.provider, client_secret: intent.clientSecret }
  })
  if (live?.id === intent.id) return live.client_secret
  await provider
    .cancelIntent(intent.id)
    .catch(error => ctx.log.warn({ error, intent: intent.id }, 'spare intent left open'))
  if (!live) throw refuse('order-not-open')
  return live.client_secret
}

type LiveIntent = { id: string; provider: string; client_secret: string }

export async function findLiveIntent(ctx: Context, orderId: string): Promise<LiveIntent | undefined> {
  const { rows } = await sql<LiveIntent>`
    select id, provider, client_secret from payment_intent where order_id = ${orderId} and state = 'live'`.execute(
    ctx.db,
  )
  return rows[0]
}

import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import { type Context, transact } from '#platform/context'
import { declineBlockMinutes, declinesAnHour, declinesBeforeBlock } from '../orders/orders.rules.ts'
import type { Columns } from '#platform/database'
import { lockOrderAndBuyer } from '../release/locks.server.ts'
import { happened } from '../release/happened.server.ts'
import type { PaymentPort } from './port.server.ts'

/** The queue that takes open intents away: the browser pays at the provider, so a block has to reach there. */
export const blockQueue = 'payment-block'
const blockMs = declineBlockMinutes * 60_000

/** A card that was declined: the attempt's own id at the provider, and when it was. */
export type Decline = { provider: PaymentPort['provider']; intentId: string; attempt: string; at: Date }

/**
 * Against card testing (decisions, section 4): the fifth declined card on an order blocks its payment for an hour, and
 * an account has so many an hour over all of its orders. Each attempt counts once, whoever tells of it, how often and
 * when: also when the order has been paid or closed meanwhile. An intent that is not the shop's counts for nothing.
 */
export async function countDecline(ctx: Context, decline: Decline): Promise<void> {
  if (await isCounted(ctx, decline)) return
  await transact(ctx, async ctx => {
    const { provider, intentId, attempt, at } = decline
    // Held by whoever counts a decline and by whoever writes an intent down: so either the block is seen and the intent is not
    // opened, or the intent is seen and taken away.
    const ofIntent = sql`(select order_id from payment_intent where id = ${intentId} and provider = ${provider})`
    const order = await lockOrderAndBuyer(ctx, ofIntent)
    if (!order) return
    const counted = await ctx.db
      .insertInto('card_decline')
      .values({ provider, attempt, order_id: order.id, account_id: order.account_id, at })
      .onConflict(conflict => conflict.doNothing())
      .returning('attempt')
      .executeTakeFirst()
    if (!counted) return
    await countOnOrder(ctx, order.id, at)
    if (order.account_id && (await hasReachedLimit(ctx, order.account_id))) {
      await ctx.jobs.send(ctx.db, blockQueue, { accountId: order.account_id })
    }
  })
}

/** A look at the row before any lock is taken: the same decline is told of again and again. */
async function isCounted(ctx: Context, { provider, attempt }: Decline): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('card_decline')
    .select('attempt')
    .where(({ eb }) => eb.and({ provider, attempt }))
    .executeTakeFirst()
  return row !== undefined
}

/** A decline of long ago, heard of only now, blocks nothing any more. */
async function countOnOrder(ctx: Context, orderId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    update orders set declines = declines + 1,
      payment_blocked_until = case when (declines + 1) % ${declinesBeforeBlock} = 0
        then greatest(payment_blocked_until, ${new Date(at.getTime() + blockMs)}::timestamptz)
        else payment_blocked_until end
    where id = ${orderId}
    returning declines % ${declinesBeforeBlock} = 0 and payment_blocked_until > ${ctx.now()} as is_blocked`.execute(
    ctx.db,
  )
  // The provider counts in seconds: what it tells of the order's first second came after the order all the same.
  const notBefore = sql<Date>`greatest(${at}::timestamptz, (select placed_at from orders where id = ${orderId}))`
  const actor = { kind: 'provider', id: null } as const
  await happened({ ...ctx, actor }, { orderId, kind: 'card-declined', at: notBefore })
  if (rows[0]?.is_blocked) await ctx.jobs.send(ctx.db, blockQueue, { orderId })
}

/** What card testing has come to: the order's own declines, and how its account stands. */
export type Declines = Columns<'orders', 'declines'> & {
  /** Of the account, in the last hour. */
  declined_lately: number
  /** Until when no payment of the order is opened: by its own block, or its account's, whichever lasts longer. */
  blocked_until: Date | null
}

const ofLastHour = (ctx: Context, account: RawBuilder<unknown>) =>
  sql`card_decline where account_id = ${account} and at > ${new Date(ctx.now().getTime() - blockMs)}`

/** When the decline was with which the account reached its limit, if it has. */
const limitReached = (ctx: Context, account: RawBuilder<unknown>) =>
  sql`(select at from ${ofLastHour(ctx, account)} order by at desc offset ${declinesAnHour - 1} limit 1)`

async function hasReachedLimit(ctx: Context, accountId: string): Promise<boolean> {
  const reached = limitReached(ctx, sql`${accountId}`)
  const { rows } = await sql<{ is: boolean }>`select ${reached} is not null as is`.execute(ctx.db)
  return rows[0]?.is === true
}

/** `Declines`, as columns of a select from `orders`. */
export const declineColumns = (ctx: Context) => {
  const account = sql`orders.account_id`
  return sql`orders.declines, (select count(*) from ${ofLastHour(ctx, account)}) as declined_lately,
    greatest(orders.payment_blocked_until, ${limitReached(ctx, account)} + ${declineBlockMinutes}::integer * interval '1 minute')
      as blocked_until`
}

/** Refuses: too-many-declines. */
export function requireNotBlocked(ctx: Context, declines: Declines): void {
  const minutes = minutesBlocked(ctx, declines)
  if (minutes !== undefined) throw refuse('too-many-declines', { minutes })
}

/** Whether a block holds still: the job that carries it to the provider may come late. */
export async function isBlocked(ctx: Context, orderId: string): Promise<boolean> {
  const declines = await readDeclines(ctx, orderId)
  return declines !== undefined && minutesBlocked(ctx, declines) !== undefined
}

async function readDeclines(ctx: Context, orderId: string): Promise<Declines | undefined> {
  const { rows } = await sql<Declines>`select ${declineColumns(ctx)} from orders where id = ${orderId}`.execute(ctx.db)
  return rows[0]
}

/** How many minutes no payment of the order is opened. */
export function minutesBlocked(ctx: Context, declines: Declines): number | undefined {
  const waitMs = (declines.blocked_until?.getTime() ?? 0) - ctx.now().getTime()
  return waitMs > 0 ? Math.ceil(waitMs / 60_000) : undefined
}

/** How many more cards may be declined before the order's payment is blocked, by its own limit or its account's. */
export function triesLeft({ declines, declined_lately }: Declines): number {
  const ofOrder = declinesBeforeBlock - (declines % declinesBeforeBlock)
  return Math.max(0, Math.min(ofOrder, declinesAnHour - declined_lately))
}

/** The account's orders by which money could still come. */
export async function findOrdersInPayment(ctx: Context, accountId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('payment_intent as intent', 'intent.order_id', 'orders.id')
    .select('orders.id')
    .where('intent.state', '=', sql.lit('live'))
    .where('orders.account_id', '=', accountId)
    .where('orders.payment_state', '=', sql.lit('unpaid'))
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id }) => id)
}

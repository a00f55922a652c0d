import { type RawBuilder, sql } from 'kysely'
import { may } from '#kernel/access'
import type { InputOf, Page } from '#kernel/endpoint'
import { type Context, callerOf } from '#platform/context'
import { countSome, pageOf, pageSize, patternOf, withinDays } from '#platform/paging'
import { isMine } from '#services/accounts'
import { refuse } from '../refusals.rules.ts'
import { type Order, type ordersContract, ownOrderPageLimit } from './orders.contract.ts'
import { expiredShownDays } from './orders.rules.ts'
import { selectOrders } from './read.server.ts'

type ListQuery = InputOf<typeof ordersContract.listOrders>['query']

/**
 * One page of an account's orders: unpaid and paid, then those that expired lately, each newest first. `after` says of which of both
 * the last one was, for an order may expire between two pages. Refuses: not-yours.
 */
export async function listOwnOrders(ctx: Context, query: ListQuery): Promise<Page<Order[]>> {
  const caller = callerOf(ctx)
  if (query.email !== caller.email && !may(caller, 'orders')) throw refuse('not-yours')
  const areTheirs =
    query.email === caller.email
      ? isMine(ctx, 'orders')
      : sql`orders.account_id = any(select id from account where email = ${query.email})`
  const limit = pageSize(query.limit, ownOrderPageLimit)
  const filter = sql`${areTheirs} and ${shown(ctx, query.expired)}
    ${query.q === undefined ? sql`` : naming(query.q)} ${withinDays(ctx, sql`orders.placed_at`, query)}`
  const orders = await selectOrders(
    ctx,
    sql`${filter} ${behind(query.after)}`,
    sql`order by orders.payment_state = 'expired', orders.id desc limit ${limit + 1}`,
  )
  const { email, q, from, to, expired } = query
  return pageOf(orders, {
    limit,
    total: await countSome(ctx.db, sql`orders where ${filter}`),
    after: last => `${last.paymentState === 'expired' ? 'expired' : 'current'}_${last._id}`,
    query: { email, q, from, to, expired },
  })
}

/** Deleted orders are in no list; those that expired long ago are found under their numbers. */
function shown(ctx: Context, expired: ListQuery['expired']): RawBuilder<unknown> {
  const since = new Date(ctx.now().getTime() - expiredShownDays * 24 * 3600 * 1000)
  const lately = sql`(orders.payment_state = 'expired' and orders.closed_at > ${since})`
  const current = sql`orders.payment_state not in ('cancelled', 'expired')`
  if (expired === undefined) return sql`(${current} or ${lately})`
  return expired === 'yes' ? lately : current
}

/** With these letters in its number, the buyer's own reference, a job or a part; a part number however it is written. */
function naming(q: string): RawBuilder<unknown> {
  const signs = q.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const asNumber =
    signs === ''
      ? sql`false`
      : sql`regexp_replace(lower(line.part_number), '[^[:alnum:]]', '', 'g') like ${patternOf(signs)}`
  return sql`and (lower(orders.number) like ${patternOf(q)} or lower(orders.purchase_order_reference) like ${patternOf(q)}
    or exists (select from order_line line where line.order_id = orders.id and (lower(line.tool_name) like ${patternOf(q)}
      or lower(line.reference) like ${patternOf(q)} or ${asNumber})))`
}

function behind(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  const [kind, id = ''] = after.split('_')
  if (kind === 'expired') return sql`and orders.payment_state = 'expired' and orders.id < ${id}::uuid`
  return sql`and (orders.payment_state = 'expired' or orders.id < ${id}::uuid)`
}

import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { noSuchPlace } from '#kernel/fields'
import { toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { withinDays } from '#platform/days'
import { countRows, escapeLike, pageOf, pageSize } from '#platform/paging'
import { type AdminOrder, orderPageLimit } from './orders.contract.ts'
import { selectAdminOrders } from './read.server.ts'
import { type OrderFilter, type OrderSort, type PaymentState, fulfilmentStates, isPaid } from './orders.rules.ts'

type Filter = {
  state?: OrderFilter | undefined
  payment?: PaymentState | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  least?: string | undefined
  most?: string | undefined
  numbers?: string[] | undefined
}
type ListQuery = Filter & { limit?: number | undefined; after?: string | undefined; sort?: OrderSort | undefined }

/**
 * One page of all orders. `after` is the place where the page before it ended: the id of its last order, and for the
 * order by total `{total}_{id}`, so that equal totals keep their place too.
 */
export async function listAllOrders(ctx: Context, query: ListQuery): Promise<Page<AdminOrder[]>> {
  const limit = pageSize(query.limit, orderPageLimit)
  const sort = query.sort ?? '-placed'
  const wanted = wantedOf(ctx, query)
  const orders = await selectAdminOrders(
    ctx,
    sql`${wanted} ${behind(sort, query.after)}`,
    sql`${ordered(sort)} limit ${limit + 1}`,
  )
  return pageOf(orders, {
    limit,
    total: await countRows(ctx.db, sql`orders where ${wanted}`),
    after: last => (sort.endsWith('total') ? `${toMinorUnits(last.price, last.currency)}_${last._id}` : last._id),
    query: {
      state: query.state,
      payment: query.payment,
      q: query.q,
      from: query.from,
      to: query.to,
      least: query.least,
      most: query.most,
      numbers: query.numbers?.join(),
      sort: sort === '-placed' ? undefined : sort,
    },
  })
}

function wantedOf(ctx: Context, query: Filter): RawBuilder<unknown> {
  return sql`${inState(query)} ${matching(query.q)} ${named(query.numbers)}
    ${withinDays(ctx, sql`orders.placed_at`, query)} ${withinAmounts(ctx, query)}`
}

/** Deleted orders are in no list but their own; `open` is what waits to be packed, so money that went back is not in it. */
function inState({ state, payment }: Filter): RawBuilder<unknown> {
  const isOfGoods = fulfilmentStates.some(one => one === state)
  // Before the payment, and where it never came, nothing leaves: no index has to look for that.
  if (isOfGoods && payment && !isPaid(payment)) return sql`false`
  const isPayment = payment ? sql`and orders.payment_state = ${payment}` : sql``
  if (state === 'open') return sql`orders.fulfilment_state = 'open' and orders.payment_state <> 'refunded' ${isPayment}`
  if (isOfGoods) return sql`orders.fulfilment_state = ${state} ${isPayment}`
  if (state) return sql`orders.payment_state = ${state} ${isPayment}`
  return payment ? sql`orders.payment_state = ${payment}` : sql`orders.payment_state <> 'cancelled'`
}

/** Orders have the shop's currency: it stays what it is once there are any. */
function withinAmounts({ settings: { currency } }: Context, { least, most }: Filter): RawBuilder<unknown> {
  const from = least === undefined ? sql`` : sql`and orders.total >= ${minorUnits('least', least, currency)}`
  const to = most === undefined ? sql`` : sql`and orders.total <= ${minorUnits('most', most, currency)}`
  return sql`${from} ${to}`
}

function minorUnits(field: string, amount: string, currency: string): number {
  const minor = toMinorUnits(amount, currency)
  if (minor === undefined) throw refuseFields([{ field, message: 'Use an amount such as 177.24.' }])
  return minor
}

/** A shorter text has no trigram, so no index knows it. */
const trigram = 3

/** Customer, email, company and number stand together in a column of their own; tools stand in the lines. */
function matching(q: string | undefined): RawBuilder<unknown> {
  if (q === undefined) return sql``
  const pattern = sql`lower(${`%${escapeLike(q)}%`})`
  // What one or two letters match is in most orders: looked at one by one, the first page is soon full.
  if (q.length < trigram) {
    return sql`and (orders.search like ${pattern} or exists (
      select from order_line line where line.order_id = orders.id and lower(line.tool_name) like ${pattern}))`
  }
  return sql`and orders.id in (
    select found.id from orders found where found.search like ${pattern}
    union all select line.order_id from order_line line where lower(line.tool_name) like ${pattern})`
}

function named(numbers: string[] | undefined): RawBuilder<unknown> {
  return numbers === undefined ? sql`` : sql`and orders.number = any(${numbers}::text[])`
}

/** What comes after the place that `after` names; everything when it names none. */
function behind(sort: OrderSort, after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  const [id = '', total] = after.split('_').toReversed()
  // The place of a list in another order.
  if (sort.endsWith('total') !== (total !== undefined)) throw refuseFields([{ field: 'after', message: noSuchPlace }])
  const placed = sql`((select placed_at from orders last where last.id = ${id}), ${id}::uuid)`
  if (sort === 'placed') return sql`and (orders.placed_at, orders.id) > ${placed}`
  if (sort === '-placed') return sql`and (orders.placed_at, orders.id) < ${placed}`
  const place = sql`(${total}::bigint, ${id}::uuid)`
  return sort === 'total'
    ? sql`and (orders.total, orders.id) > ${place}`
    : sql`and (orders.total, orders.id) < ${place}`
}

function ordered(sort: OrderSort): RawBuilder<unknown> {
  if (sort === 'placed') return sql`order by orders.placed_at, orders.id`
  if (sort === '-placed') return sql`order by orders.placed_at desc, orders.id desc`
  return sort === 'total' ? sql`order by orders.total, orders.id` : sql`order by orders.total desc, orders.id desc`
}

import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { fieldTexts, pagingTexts } from '#kernel/fields'
import { toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import {
  type Counted,
  countNear,
  countSome,
  hasText,
  isForIndex,
  opaquePatternOf,
  pageOf,
  pageSize,
  reachOfLetters,
  withinDays,
} from '#platform/paging'
import { type AdminOrder, orderPageLimit } from './orders.contract.ts'
import { isToPack } from './to-pack.server.ts'
import { selectAdminOrders } from './read.server.ts'
import { type OrderFilter, type OrderSort, type PaymentState, fulfilmentStates, isReleased } from './orders.rules.ts'

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
  const { orders, total } = await readPage(ctx, query, { limit, sort })
  return pageOf(orders, {
    limit,
    total,
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

type Cut = { limit: number; sort: OrderSort }

/** One order more than the page has, where there is one, and how many there are. */
async function readPage(ctx: Context, query: ListQuery, { limit, sort }: Cut) {
  const filter = filterOf(ctx, query)
  const { q, after } = query
  const list = { filter, behind: behind(sort, after), sort }
  if (!isForIndex(q)) {
    const matches = sql`${filter} ${q === undefined ? sql`` : sql`and ${hasLetters(q)}`}`
    const orders = await selectAdminOrders(ctx, sql`${matches} ${list.behind}`, cut(sort, limit + 1))
    return { orders, total: await countSome(ctx.db, sql`orders where ${matches}`) }
  }
  const near = await readNear(ctx, q, { ...list, limit })
  if (near.length > limit) {
    const from = sql`select orders.id, orders.account_id, orders.search from orders where ${filter}`
    const matches = hasLetters(q, sql`looked_through`)
    return { orders: near, total: await countNear(ctx.db, { from, condition: matches, least: limit }) }
  }
  const orders = await selectAdminOrders(ctx, sql`orders.id in (${firstMatches(q, { ...list, limit })})`, ordered(sort))
  return { orders, total: await countMatches(ctx, q, list) }
}

type List = { filter: RawBuilder<unknown>; behind: RawBuilder<unknown>; sort: OrderSort; limit: number }

/** Those with some letters among the first of a list. */
function readNear(ctx: Context, q: string, { filter, behind, sort, limit }: List): Promise<AdminOrder[]> {
  const near = sql`select orders.id, orders.account_id, orders.placed_at, orders.total, orders.search from orders
    where ${filter} ${behind} ${cut(sort, reachOfLetters)}`
  const matches = sql`select orders.id from (${near}) orders where ${hasLetters(q)} ${cut(sort, limit + 1)}`
  return selectAdminOrders(ctx, sql`orders.id in (${matches})`, ordered(sort))
}

/**
 * The ids of the first orders with some letters in number, names or tools. Names are looked for among those by which customers have
 * ordered, and by which they are known today: both are few beside the orders. The first orders of all are those of the customers whose own first ones come first: so
 * most customers are asked for one order each.
 */
function firstMatches(q: string, { filter, behind, sort, limit }: List): RawBuilder<unknown> {
  const page = cut(sort, limit + 1)
  const keys = sql`orders.id, orders.placed_at, orders.total`
  return sql`
    with customer as materialized (${customersCalled(q)}), foremost as materialized (
      select account_id from customer cross join lateral (
        select ${keys} from orders where orders.account_id = customer.account_id and ${filter} ${behind} ${cut(sort, 1)}
      ) orders where not is_mixed ${page}
    ), named as materialized (
      select orders.* from foremost cross join lateral (
        select ${keys} from orders where orders.account_id = foremost.account_id and ${filter} ${behind} ${page}) orders
      union all
      select orders.* from customer cross join lateral (
        select ${keys} from orders where orders.account_id = customer.account_id and ${filter} ${behind}
          and orders.search like ${opaquePatternOf(q)} ${page}
      ) orders where is_mixed
    )
    select orders.id from (
      select id, placed_at, total from named
      union
      select ${keys} from orders where ${filter} ${behind} and orders.id in (${ordersNaming(q)})
    ) orders ${page}`
}

/** How many orders these are. */
function countMatches(ctx: Context, q: string, { filter }: Pick<List, 'filter'>): Promise<Counted> {
  return countSome(
    ctx.db,
    sql`(
      with customer as materialized (${customersCalled(q)})
      select orders.id from customer join orders using (account_id) where not is_mixed and ${filter}
      union all
      select orders.id from customer join orders using (account_id)
        where is_mixed and ${filter} and orders.search like ${opaquePatternOf(q)}
      union all
      select orders.id from orders where ${filter} and orders.id in (${ordersNaming(q)}) and not exists (
        select from customer
        where customer.account_id = orders.account_id and (not is_mixed or orders.search like ${opaquePatternOf(q)}))
    ) found`,
  )
}

/**
 * Who has ordered by a name with some letters, or has them in name or address today: all their orders are found. `is_mixed`: of
 * others only those orders are that have the letters themselves.
 */
const customersCalled = (q: string) => sql`
  select account_id, not is_today and exists (
    select from customer_name other where other.account_id = called.account_id and other.search not like ${opaquePatternOf(q)}
  ) as is_mixed
  from (
    select account_id, bool_or(is_today) as is_today from (
      select account_id, false as is_today from customer_name where ${hasText(sql`search`, q)}
      union all
      select account.id, true from account where ${hasText(sql`account.search`, q)}
    ) either group by account_id
  ) called`

/** Orders with some letters in one of their tools, or in their number; and debts that no account has any more, by who owes them. */
const ordersNaming = (q: string) => sql`
  select line.order_id from order_line line where lower(line.tool_name) like ${opaquePatternOf(q)}
  union all
  select debt.id from orders debt
    where debt.account_id is null and debt.payment_state = 'on-account' and debt.search like ${opaquePatternOf(q)}
  ${/^[t\d-]+$/i.test(q) ? sql`union all select found.id from orders found where ${hasText(sql`found.search`, q)}` : sql``}`

const cut = (sort: OrderSort, rows: number) => sql`${ordered(sort)} limit ${sql.lit(rows)}`

function filterOf(ctx: Context, query: Filter): RawBuilder<unknown> {
  return sql`${inState(query)} ${named(query.numbers)}
    ${withinDays(ctx, sql`orders.placed_at`, query)} ${withinAmounts(ctx, query)}`
}

/** Deleted orders are in no list but their own; `open` is what waits to be packed. */
function inState({ state, payment }: Filter): RawBuilder<unknown> {
  const isOfGoods = fulfilmentStates.some(one => one === state)
  // Before the payment, and where it never came, nothing leaves: no index has to look for that.
  if (isOfGoods && payment && !isReleased(payment)) return sql`false`
  const isPayment = payment ? sql`and orders.payment_state = ${payment}` : sql``
  if (state === 'open') return sql`${isToPack} ${isPayment}`
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
  if (minor === undefined) throw refuseFields([{ field, message: fieldTexts.amount }])
  return minor
}

/**
 * Customer, email, company and number stand together in a column of their own; tools stand in the lines, and who the customer is
 * today with the account. `offset 0` has that looked up for each order: else PostgreSQL would first collect all accounts with the letters.
 */
function hasLetters(q: string, orders = sql`orders`): RawBuilder<unknown> {
  return sql`(${orders}.search like ${opaquePatternOf(q)} or exists (
    select from order_line line where line.order_id = ${orders}.id and lower(line.tool_name) like ${opaquePatternOf(q)}
  ) or exists (
    select from account where account.id = ${orders}.account_id and account.search like ${opaquePatternOf(q)} offset 0))`
}

function named(numbers: string[] | undefined): RawBuilder<unknown> {
  return numbers === undefined ? sql`` : sql`and orders.number = any(${numbers}::text[])`
}

/** What comes after the place that `after` names; everything when it names none. */
function behind(sort: OrderSort, after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  const [id = '', total] = after.split('_').toReversed()
  // The place of a list in another order.
  if (sort.endsWith('total') !== (total !== undefined))
    throw refuseFields([{ field: 'after', message: pagingTexts.place }])
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

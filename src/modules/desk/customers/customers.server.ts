import { type RawBuilder, sql } from 'kysely'
import { customerRole } from '#kernel/access'
import type { Handlers, Page } from '#kernel/endpoint'
import { pagingTexts } from '#kernel/fields'
import { toDecimal } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
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
} from '#platform/paging'
import { refuse } from '../refusals.rules.ts'
import { addNote, listNotes, setBlocked } from './notes.server.ts'
import type { Customer, CustomerPage, customersContract } from './customers.contract.ts'
import { type CustomerSort, customerPageLimit } from './customers.rules.ts'

export const customersHandlers: Handlers<typeof customersContract, Context> = {
  listCustomers: (ctx, { query }) => listCustomers(ctx, query),
  getCustomer: (ctx, { params }) => getCustomer(ctx, params.id),
  listCustomerNotes: (ctx, { params, query }) => listNotes(ctx, params.id, query),
  addCustomerNote: (ctx, { params, body }) => addNote(ctx, params.id, body.text),
  blockCustomer: (ctx, { params, body }) => setBlocked(ctx, params.id, body),
}

type Row = Columns<
  'account',
  'id' | 'display_name' | 'email' | 'email_verified' | 'role' | 'created_at' | 'blocked_at'
> &
  Columns<'account_sales', 'orders' | 'turnover' | 'last_paid_at'> & { company: string | null; matches?: number }

function toCustomer({ settings: { currency } }: Context, row: Row): Customer {
  return {
    _id: row.id,
    name: row.display_name,
    email: row.email,
    emailVerified: row.email_verified,
    company: row.company,
    isStaff: row.role !== customerRole,
    createdAt: row.created_at.toISOString(),
    orders: row.orders,
    turnover: toDecimal(row.turnover, currency),
    lastPaidAt: row.last_paid_at?.toISOString() ?? null,
    blockedAt: row.blocked_at?.toISOString() ?? null,
  }
}

type ListQuery = {
  limit?: number | undefined
  after?: string | undefined
  q?: string | undefined
  blocked?: 'yes' | undefined
  sort?: CustomerSort | undefined
}

/**
 * One page of all accounts. `after` is the place where the page before it ended: the id of its last one, behind what the
 * list is sorted by.
 */
async function listCustomers(ctx: Context, query: ListQuery): Promise<Page<Customer[]>> {
  const limit = pageSize(query.limit, customerPageLimit)
  const sort = query.sort ?? '-since'
  const { rows, total } = await readPage(ctx, query, { sort, limit })
  return {
    ...pageOf(rows, {
      limit,
      total,
      after: ({ id, turnover, orders }) => {
        if (sort.endsWith('since')) return id
        return `${sort.endsWith('turnover') ? turnover : orders}_${id}`
      },
      query: { q: query.q, blocked: query.blocked, sort: sort === '-since' ? undefined : sort },
    }),
    items: rows.slice(0, limit).map(row => toCustomer(ctx, row)),
  }
}

type Cut = { sort: CustomerSort; limit: number }

/** One customer more than the page has, where there is one, and how many there are. */
async function readPage(
  ctx: Context,
  query: ListQuery,
  { sort, limit }: Cut,
): Promise<{ rows: Row[]; total: Counted }> {
  const read = async (reach: number | undefined) =>
    (await selectCustomers(query, { sort, limit: limit + 1, reach }).execute(ctx.db)).rows
  const count = () => countSome(ctx.db, sql`account where ${conditionOf(query)}`)
  if (!isForIndex(query.q)) return { rows: await read(undefined), total: await count() }
  const near = await read(reachOfLetters)
  if (near.length > limit) {
    const { q, ...others } = query
    const from = sql`select account.id, account.search from account where ${conditionOf(others)}`
    const condition = hasLetters(q ?? '', sql`looked_through`)
    return { rows: near, total: await countNear(ctx.db, { from, condition, least: limit }) }
  }
  const rows = await read(undefined)
  // All were found to show the first of them.
  const isFirstPage = query.after === undefined
  return { rows, total: isFirstPage ? { total: rows[0]?.matches ?? 0, isMore: false } : await count() }
}

type Reaching = Cut & { reach?: number | undefined }

/** The first customers of a list; of those alone that are among its first `reach`, where that is given. */
export function selectCustomers(query: ListQuery, { sort, limit, reach }: Reaching): RawBuilder<Row> {
  const { q, ...others } = query
  const near = sql`account.id in (
    select account.id from (
      select account.id, account.search, sales.account_id, sales.turnover, sales.orders
      from account join account_sales sales on sales.account_id = account.id
      where ${conditionOf(others)} ${behind(sort, query.after)} ${ordered(sort)} limit ${sql.lit(reach)}
    ) account cross join lateral (select account.account_id, account.turnover, account.orders) sales
    where ${hasLetters(q ?? '')} ${ordered(sort)} limit ${sql.lit(limit)})`
  return sql<Row>`
    select listed.*, (select company_name from orders where account_id = listed.id order by orders.id desc limit 1) as company
    from (
      select account.id, display_name, email, email_verified, role, created_at, blocked_at, sales.orders, turnover, last_paid_at
        ${isForIndex(q) && reach === undefined ? sql`, count(*) over () as matches` : sql``}
      from account join account_sales sales on sales.account_id = account.id
      where ${reach === undefined ? sql`${conditionOf(query)} ${behind(sort, query.after)}` : near} ${ordered(sort)} limit ${sql.lit(limit)}
    ) listed`
}

function conditionOf({ q, blocked }: Pick<ListQuery, 'q' | 'blocked'>): RawBuilder<unknown> {
  const isBlocked = blocked ? sql`account.blocked_at is not null` : sql`true`
  if (q === undefined) return isBlocked
  // What one or two letters match is in most accounts: looked at one by one, the first page is soon full.
  if (!isForIndex(q)) return sql`${isBlocked} and ${hasLetters(q)}`
  return sql`${isBlocked} and account.id in (
    select found.id from account found where ${hasText(sql`found.search`, q)}
    union all select name.account_id from customer_name name where ${hasText(sql`name.search`, q)}
    union all ${buyerOf(q)})`
}

/** Whose order has this number. */
const buyerOf = (q: string) => sql`(select orders.account_id from orders where orders.number = upper(${q}))`

/**
 * The names by which an account has ordered are few; to look through its orders would take longer. `offset 0` has them looked up
 * for each account that is looked at: else PostgreSQL would first collect the names of all accounts.
 */
function hasLetters(q: string, account = sql`account`): RawBuilder<unknown> {
  return sql`(${account}.search like ${opaquePatternOf(q)} or ${account}.id = ${buyerOf(q)} or exists (
    select from customer_name name where name.account_id = ${account}.id and name.search like ${opaquePatternOf(q)} offset 0))`
}

const keys = { turnover: sql`sales.turnover`, orders: sql`sales.orders` }

/** What a list is sorted by beside the id; nothing where it is the id alone, which counts up with the time. */
function keyOf(sort: CustomerSort): RawBuilder<unknown> | undefined {
  if (sort.endsWith('since')) return undefined
  return sort.endsWith('turnover') ? keys.turnover : keys.orders
}

function behind(sort: CustomerSort, after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql``
  const [id = '', value] = after.split('_').toReversed()
  const key = keyOf(sort)
  // The place of a list in another order.
  if ((key === undefined) !== (value === undefined))
    throw refuseFields([{ field: 'after', message: pagingTexts.place }])
  const isDown = sort.startsWith('-')
  // Said of both tables, so that neither is read from its beginning.
  if (!key && isDown) return sql`and account.id < ${id} and sales.account_id < ${id}`
  if (!key) return sql`and account.id > ${id} and sales.account_id > ${id}`
  const place = sql`(${value}::bigint, ${id}::uuid)`
  return isDown ? sql`and (${key}, sales.account_id) < ${place}` : sql`and (${key}, sales.account_id) > ${place}`
}

function ordered(sort: CustomerSort): RawBuilder<unknown> {
  const key = keyOf(sort)
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  return key ? sql`order by ${key} ${way}, sales.account_id ${way}` : sql`order by account.id ${way}`
}

const addressesOf = { orders: 500, shown: 10 }
const lastOrdersShown = 10

async function getCustomer(ctx: Context, id: string): Promise<CustomerPage> {
  const { rows } = await sql<Row & { phone: string | null }>`
    select account.id, display_name, email, email_verified, role, account.created_at, blocked_at, sales.orders, turnover,
      last_paid_at, profile.phone,
      (select company_name from orders where account_id = account.id order by orders.id desc limit 1) as company
    from account join account_sales sales on sales.account_id = account.id
      left join profile on profile.account_id = account.id
    where account.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw refuse('customer-gone')
  return {
    ...toCustomer(ctx, row),
    phone: row.phone,
    addresses: await readAddresses(ctx, id),
    lastOrders: await readLastOrders(ctx, id),
  }
}

async function readAddresses(ctx: Context, id: string): Promise<CustomerPage['addresses']> {
  const { rows } = await sql<
    Columns<'orders', 'address' | 'phone'> & { company: string; orders: number; last_at: Date }
  >`
    select company_name as company, address, phone, count(*) as orders, max(placed_at) as last_at
    from (select company_name, address, phone, placed_at from orders where account_id = ${id}
      order by id desc limit ${addressesOf.orders}) latest
    group by company_name, address, phone order by last_at desc limit ${addressesOf.shown}`.execute(ctx.db)
  return rows.map(({ last_at, ...row }) => ({ ...row, lastAt: last_at.toISOString() }))
}

type OrderRow = Columns<'orders', 'id' | 'number' | 'placed_at' | 'total' | 'currency'> & {
  payment_state: CustomerPage['lastOrders'][number]['paymentState']
}

async function readLastOrders(ctx: Context, id: string): Promise<CustomerPage['lastOrders']> {
  const { rows } = await sql<OrderRow>`
    select id, number, placed_at, total, currency, payment_state from orders
    where account_id = ${id} and payment_state <> 'cancelled' order by id desc limit ${lastOrdersShown}`.execute(ctx.db)
  return rows.map(row => ({
    _id: row.id,
    number: row.number,
    placedAt: row.placed_at.toISOString(),
    price: toDecimal(row.total, row.currency),
    currency: row.currency,
    paymentState: row.payment_state,
  }))
}

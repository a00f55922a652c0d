import { type NotNull, type RawBuilder, sql } from 'kysely'
import { dayIn } from '#kernel/days'
import type { AnswerOf, Handlers } from '#kernel/endpoint'
import { toDecimal } from '#kernel/money'
import { type Context, transact } from '#platform/context'
import { fromReplica } from '#platform/replica'
import { isToPack } from '#services/ordering'
import type { Count, Sales, overviewContract } from './overview.contract.ts'
import { type TodoKind, todoKinds } from './overview.rules.ts'

/** More than this is counted no further: whoever has a thousand things to do need not know how many exactly. */
const mostCounted = 1000
const daysShown = 30
const monthsShown = 12
/** An order that is paid should have left by then. */
const lateAfterDays = 2

/** As the database counts them, in minor units. */
type Counted = Omit<Sales, 'revenue'>

type Overview = AnswerOf<(typeof overviewContract)['getOverview']>

export const overviewHandlers: Handlers<typeof overviewContract, Context> = {
  getOverview: ctx => fromReplica(ctx, readOverview),
}

async function readOverview(ctx: Context): Promise<Overview> {
  const { currency } = ctx.settings
  const todo = await readTodo(ctx)
  const days = await readDays(ctx)
  const best = await readBest(ctx)
  const inDecimals = ({ received, refunded, ...row }: Counted): Sales => ({
    ...row,
    received: toDecimal(received, currency),
    refunded: toDecimal(refunded, currency),
    revenue: toDecimal(received - refunded, currency),
  })
  return {
    todo,
    currency,
    days: days.slice(-daysShown).map(inDecimals),
    months: monthsOf(days).slice(-monthsShown).map(inDecimals),
    ...best,
  }
}

/** What waits, each by an index that has nothing else in it. */
function waiting(ctx: Context): Record<TodoKind, RawBuilder<unknown>> {
  const late = new Date(ctx.now().getTime() - lateAfterDays * 24 * 3600 * 1000)
  return {
    toShip: sql`orders where ${isToPack}`,
    lateToShip: sql`orders where ${isToPack} and released_at < ${late}`,
    unpaid: sql`orders where payment_state = 'unpaid'`,
    lowStock: sql`tool where is_low`,
    reviews: sql`review where state = 'waiting'`,
    imports: sql`import where state = 'staged'`,
    failedRefunds: sql`refund where state = 'failed' and reason <> 'provider'`,
    failedMail: sql`(select 1 from pgboss.job where name = 'mail' and state = 'failed' union all select 1 from refused_mail) unsent`,
  }
}

/** One statement, however much there is to do. */
export async function readTodo(ctx: Context): Promise<Record<TodoKind, Count>> {
  const of = waiting(ctx)
  const counts = todoKinds.map(
    kind => sql`(select count(*) from (select from ${of[kind]} limit ${sql.lit(mostCounted + 1)}) waiting)::integer
      as ${sql.ref(kind)}`,
  )
  const { rows } = await sql<Record<TodoKind, number>>`select ${sql.join(counts)}`.execute(ctx.db)
  const [row] = rows
  const entries = todoKinds.map(kind => {
    const count = row?.[kind] ?? 0
    return [kind, { count: Math.min(count, mostCounted), isMore: count > mostCounted }] as const
  })
  return Object.fromEntries(entries) as Record<TodoKind, Count>
}

/**
 * Each day of the last twelve months, oldest first, also those without a sale. Days before yesterday are read once a day, and anew when
 * money is dated back. To yesterday is added by who was paid before midnight and commits after it, too. Amounts are minor units.
 */
async function readDays(ctx: Context): Promise<Counted[]> {
  const { timeZone } = ctx.settings
  const today = dayIn(ctx.now(), timeZone)
  const first = `${firstMonth(today)}-01`
  const yesterday = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10)
  const past = await ctx.remember(`sales from ${first} to ${yesterday}, ${timeZone}`, ['sales_quarter'], () =>
    selectDays(ctx, first, yesterday),
  )
  const rows = new Map([...past, ...(await selectDays(ctx, yesterday, null))].map(row => [row.period, row]))
  return daysFrom(first, today).map(period => rows.get(period) ?? { period, orders: 0, received: 0, refunded: 0 })
}

async function selectDays(ctx: Context, from: string, before: string | null): Promise<Counted[]> {
  const { timeZone } = ctx.settings
  const at = (day: string) => sql`(${day}::timestamp at time zone ${timeZone})`
  const { rows } = await sql<Counted>`
    select to_char(starts_at at time zone ${timeZone}, 'YYYY-MM-DD') as period, sum(orders)::integer as orders,
      sum(revenue)::bigint as received, sum(refunded)::bigint as refunded
    from sales_quarter where starts_at >= ${at(from)} ${before === null ? sql`` : sql`and starts_at < ${at(before)}`}
    group by 1`.execute(ctx.db)
  return rows
}

function monthsOf(days: readonly Counted[]): Counted[] {
  return [...Map.groupBy(days, ({ period }) => period.slice(0, 7))].map(([period, ofMonth]) => {
    const sum = (amount: (day: Counted) => number) => ofMonth.reduce((total, day) => total + amount(day), 0)
    return {
      period,
      orders: sum(day => day.orders),
      received: sum(day => day.received),
      refunded: sum(day => day.refunded),
    }
  })
}

const dayMs = 24 * 3600 * 1000

/** The month eleven months before that of a day. */
function firstMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - monthsShown, 1)).toISOString().slice(0, 7)
}

/** Every day of the calendar from one to another, both included. */
function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

async function readBest(ctx: Context): Promise<Pick<Overview, 'bestSellers' | 'bestCustomers'>> {
  const { currency } = ctx.settings
  const tools = await ctx.db
    .selectFrom('best_list as best')
    .innerJoin('tool', 'tool.id', 'best.subject_id')
    .select(['tool.id', 'tool.name', 'best.amount'])
    .where('best.kind', '=', 'tool')
    .orderBy('best.position')
    .execute()
  const people = await ctx.db
    .selectFrom('best_list as best')
    .innerJoin('account', 'account.id', 'best.subject_id')
    .select(['account.id', 'account.display_name as name', 'account.email', 'best.orders', 'best.amount'])
    .where('best.kind', '=', 'account')
    .$narrowType<{ orders: NotNull }>()
    .orderBy('best.position')
    .execute()
  return {
    bestSellers: tools.map(({ id, name, amount }) => ({ tools_id: id, name, units: amount })),
    bestCustomers: people.map(({ id, amount, ...person }) => ({
      accountId: id,
      ...person,
      amount: toDecimal(amount, currency),
    })),
  }
}

const bestShown = 10

/** Counts anew what sells best and who buys most. Run twice or at once, it writes the same. */
export async function countBest(ctx: Context): Promise<void> {
  const since = (days: number) => new Date(ctx.now().getTime() - days * 24 * 3600 * 1000)
  await transact(ctx, async ctx => {
    // One run at a time: the second one finds the first one's list and replaces it.
    await sql`lock table best_list in share row exclusive mode`.execute(ctx.db)
    await sql`delete from best_list`.execute(ctx.db)
    await sql`
      insert into best_list (kind, position, subject_id, amount)
      select 'tool', row_number() over (order by units desc, tool_id), tool_id, units
      from (
        select tool_id, sum(units) as units from tool_sales
        where day > ${since(30)}::date group by tool_id having sum(units) > 0 order by units desc, tool_id limit ${sql.lit(bestShown)}
      ) best`.execute(ctx.db)
    await sql`
      insert into best_list (kind, position, subject_id, orders, amount)
      select 'account', row_number() over (order by amount desc, account_id), account_id, orders, amount
      from (
        select orders.account_id, count(distinct orders.id) as orders, sum(part.amount - payment.refunded) as amount
        from payment join payment_allocation part on part.payment_id = payment.id join orders on orders.id = part.order_id
        where payment.paid_at > ${since(90)} and orders.account_id is not null
        group by orders.account_id having sum(part.amount - payment.refunded) > 0
        order by amount desc, account_id limit ${sql.lit(bestShown)}
      ) best`.execute(ctx.db)
  })
}

import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { refuse } from './refusals.rules.ts'
import type { StockCount, StockTake } from './stock.contract.ts'

const aPage = { usual: 50, most: 200 }

export const subjectOf = (id: string) => ({ kind: 'stock-take', id })

export function beginTake(ctx: Context, note: string): Promise<{ insertedId: string; number: number }> {
  return transact(ctx, async ctx => {
    const id = newId()
    const { kind, id: actorId } = ctx.actor
    const { number } = await ctx.db
      .insertInto('stock_take')
      .values({ id, note, actor_kind: kind, actor_id: actorId, created_at: ctx.now() })
      .returning('number')
      .executeTakeFirstOrThrow()
    await audit(ctx, { action: 'stock-take.begun', subject: subjectOf(id), after: { number, note } })
    return { insertedId: id, number }
  })
}

/** Nothing of it is booked. Done twice is done once. Refuses: stock-take-gone, stock-take-ended where it was booked. */
export function discardTake(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  return transact(ctx, async ctx => {
    const state = await lockTake(ctx, id, 'for update')
    if (state === 'discarded') return { deletedCount: 0 }
    if (state !== 'open') throw refuse('stock-take-ended')
    await ctx.db
      .updateTable('stock_take')
      .set({ state: 'discarded', ended_at: ctx.now() })
      .where('id', '=', id)
      .execute()
    await audit(ctx, { action: 'stock-take.discarded', subject: subjectOf(id) })
    return { deletedCount: 1 }
  })
}

/** Its state, which stays until the transaction has ended. Whoever counts shares it; whoever ends it waits for them. */
export async function lockTake(ctx: Context, id: string, how: 'for share' | 'for update'): Promise<StockTake['state']> {
  const { rows } = await sql<Columns<'stock_take', 'state'> & Pick<StockTake, 'state'>>`
    select state from stock_take where id = ${id} ${sql.raw(how)}`.execute(ctx.db)
  const [take] = rows
  if (!take) throw refuse('stock-take-gone')
  return take.state
}

export async function listTakes(
  ctx: Context,
  query: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<StockTake[]>> {
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`take.id < ${query.after}` : sql`true`
  const takes = await selectTakes(ctx, after, limit + 1)
  const total = await countRows(ctx.db, sql`stock_take`)
  return pageOf(takes, { limit, total, after: last => last._id })
}

/** Refuses: stock-take-gone. */
export async function readTake(ctx: Context, id: string): Promise<StockTake> {
  const [take] = await selectTakes(ctx, sql`take.id = ${id}`, 1)
  if (!take) throw refuse('stock-take-gone')
  return take
}

type TakeRow = Columns<'stock_take', 'id' | 'number' | 'note' | 'state' | 'created_at' | 'ended_at' | 'actor_kind'> &
  Pick<StockTake, 'state' | 'counted' | 'different' | 'more' | 'fewer' | 'left'> & { email: string | null }

async function selectTakes(ctx: Context, where: RawBuilder<unknown>, limit: number): Promise<StockTake[]> {
  const { rows } = await sql<TakeRow>`
    select take.id, take.number, take.note, take.state, take.created_at, take.ended_at, take.actor_kind, account.email,
      sums.counted, sums.different, sums.more, sums.fewer, sums."left"
    from (select * from stock_take take where ${where} order by id desc limit ${limit}) take
      left join account on account.id = take.actor_id
      cross join lateral (
        select count(*)::integer as counted, count(*) filter (where counted <> expected)::integer as different,
          coalesce(sum(counted - expected) filter (where counted > expected), 0)::float8 as more,
          coalesce(sum(expected - counted) filter (where counted < expected), 0)::float8 as fewer,
          count(*) filter (where outcome in ('held', 'gone'))::integer as "left"
        from stock_count where take_id = take.id
      ) sums
    order by take.id desc`.execute(ctx.db)
  return rows.map(({ id, created_at, ended_at, actor_kind, email, ...take }) => ({
    ...take,
    _id: id,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    by: email ?? actor_kind,
  }))
}

type CountsQuery = { limit?: number | undefined; after?: string | undefined; only?: 'different' | undefined }

/** One page of what was counted, the last first. Refuses: stock-take-gone. */
export async function listCounts(ctx: Context, id: string, query: CountsQuery): Promise<Page<StockCount[]>> {
  await readTake(ctx, id)
  const limit = pageSize(query.limit, aPage)
  const isDifferent = query.only ? sql`and counted <> expected` : sql``
  const after = query.after ? sql`and n < ${query.after}::bigint` : sql``
  const rows = await selectCounts(
    ctx,
    sql`(select * from stock_count where take_id = ${id} ${isDifferent} ${after} order by n desc limit ${limit + 1})`,
  )
  const total = await countRows(ctx.db, sql`stock_count where take_id = ${id} ${isDifferent}`)
  const page = pageOf(rows, { limit, total, after: last => String(last.n), query: { only: query.only } })
  return { ...page, items: page.items.map(toCount) }
}

export type CountRow = Columns<
  'stock_count',
  'tool_id' | 'n' | 'counted' | 'expected' | 'counted_at' | 'actor_kind' | 'outcome'
> &
  Columns<'tool', 'name' | 'part_number'> &
  Pick<StockCount, 'outcome'> & { brand: string | null; email: string | null }

/** Counts with the names of their tools, the last first; `from` is the rows of `stock_count` that are meant. */
export async function selectCounts(ctx: Context, from: RawBuilder<unknown>): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select counts.tool_id, counts.n, counts.counted, counts.expected, counts.counted_at, counts.actor_kind,
      counts.outcome, tool.name, tool.part_number, brand.name as brand, account.email
    from ${from} counts join tool on tool.id = counts.tool_id left join brand on brand.id = tool.brand_id
      left join account on account.id = counts.actor_id
    order by counts.n desc`.execute(ctx.db)
  return rows
}

export function toCount(row: CountRow): StockCount {
  return {
    tool: { _id: row.tool_id, name: row.name, brand: row.brand, partNumber: row.part_number },
    counted: row.counted,
    expected: row.expected,
    difference: row.counted - row.expected,
    at: row.counted_at.toISOString(),
    by: row.email ?? row.actor_kind,
    outcome: row.outcome,
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Changes } from '#platform/changes'
import { type Context, transact } from '#platform/context'
import { priceOf, quantitiesOf } from './prices.rules.ts'
import { type Reading, holding, nobody, priceTerms, readPrices, todayOf } from './prices.server.ts'

/**
 * What everyone pays for the least that is sold of each tool, and how many that are, kept in `everyones_price` where the tool itself says
 * otherwise: what lists show, sort and filter by is looked up there. Triggers write down whose price is due (`price_due`).
 */

const queue = 'everyones-prices'
/** Tools to a transaction: few enough that nobody waits for it. */
const batch = 2000
/** How long a wake-up waits for others to come with it. */
const wakePauseMs = 100

type Parts = { system: Context; changes: Pick<Changes, 'onChange'> }

/** Registers the job: it is woken by changes, and each minute looks whether a list has begun or ended. */
export function defineEveryonesPrices({ system: ctx, changes }: Parts): void {
  const does =
    'Keeps the prices that everyone pays by a price list, for lists and searches; woken by what changes them, too.'
  ctx.jobs.repeat(queue, { cron: '* * * * *', does }, () => keepEveryonesPrices(ctx))
  let waiting: NodeJS.Timeout | undefined
  const wake = async () => {
    waiting = undefined
    if (await areDue(ctx)) await ctx.jobs.send(ctx.db, queue, {})
  }
  changes.onChange(['price_list', 'tool', 'category', 'setting'], () => {
    waiting ??= setTimeout(() => {
      wake().catch((error: unknown) => ctx.log.debug({ error }, 'everyone’s prices wait for the next run'))
    }, wakePauseMs).unref()
  })
}

/** Looks at all that is due. Safe to run at once in several places: they take turns. */
export async function keepEveryonesPrices(ctx: Context): Promise<void> {
  if (!(await areDue(ctx))) return
  while (await keepSome(ctx));
}

/** By what all prices are made: on another day other lists hold, and by other settings they say something else. */
const madeBy = (ctx: Reading): RawBuilder<string> =>
  sql`(${todayOf(ctx)}::text || ${` ${ctx.settings.currency} ${JSON.stringify(priceTerms(ctx))}`})`

async function areDue(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from price_due) or exists (select from everyones_price_state where made_by <> ${madeBy(ctx)}) as some`.execute(
    ctx.db,
  )
  return rows[0]?.some ?? false
}

/** Returns whether there was anything to look at. One at a time, or an older answer might be written over a newer one. */
function keepSome(ctx: Context): Promise<boolean> {
  return transact(ctx, async ctx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('everyones prices', 0))`.execute(ctx.db)
    if (await takeAll(ctx)) return true
    const { rows } = await sql<{ tool_id: string }>`
      delete from price_due where id = any(array(select id from price_due where tool_id is not null order by id limit ${batch}))
      returning tool_id`.execute(ctx.db)
    const ids = [...new Set(rows.map(({ tool_id }) => tool_id))]
    if (ids.length > 0) await write(ctx, ids)
    return ids.length > 0
  })
}

/** Where all are due: each tool that a list may say something of, or has said something of before, is due by itself. */
async function takeAll(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    with taken as (delete from price_due where tool_id is null returning id), renewed as (
      update everyones_price_state set made_by = ${madeBy(ctx)} where made_by <> ${madeBy(ctx)} returning made_by
    )
    select exists (select from taken) or exists (select from renewed) as "isDue"`.execute(ctx.db)
  if (!rows[0]?.isDue) return false
  await sql`
    ${holding(ctx, nobody)}, rule as materialized (
      select price_rule.category_id, price_rule.brand_id from list join price_rule on price_rule.list_id = list.id
    ), within as (
      select category.path from rule join category on category.id = rule.category_id
    )
    insert into price_due (tool_id)
    select tool_id from everyones_price
    union
    select entry.tool_id from list join price_entry entry on entry.list_id = list.id
    union
    select tool.id from tool where tool.archived_at is null and (
      exists (select from rule where category_id is null and brand_id is null)
      or tool.brand_id = any(array(select brand_id from rule where brand_id is not null))
      or tool.category_id = any(array(
        select category.id from category join within on category.path = within.path or starts_with(category.path, within.path || '/'))))`.execute(
    ctx.db,
  )
  return true
}

async function write(ctx: Context, ids: readonly string[]): Promise<void> {
  const { tools } = await readPrices(ctx, nobody, ids)
  const terms = priceTerms(ctx)
  const others = [...tools].flatMap(([tool_id, tool]) => {
    const { minimum, multiple } = quantitiesOf(tool)
    const price = priceOf(tool, minimum, terms).unitPrice
    const isOwn = price === tool.listPrice && minimum === tool.minimum && multiple === tool.multiple
    return isOwn ? [] : [{ tool_id, price, minimum, multiple }]
  })
  await sql`
    with priced as (
      select * from jsonb_to_recordset(${JSON.stringify(others)}::jsonb)
        as priced (tool_id uuid, price bigint, minimum integer, multiple integer)
    ), gone as (
      delete from everyones_price where tool_id = any(${ids}::uuid[]) and tool_id not in (select tool_id from priced)
    )
    insert into everyones_price as existing (tool_id, price, minimum_quantity, quantity_multiple)
    select tool_id, price, minimum, multiple from priced
    on conflict (tool_id) do update set price = excluded.price, minimum_quantity = excluded.minimum_quantity,
      quantity_multiple = excluded.quantity_multiple
    where (existing.price, existing.minimum_quantity, existing.quantity_multiple)
      is distinct from (excluded.price, excluded.minimum_quantity, excluded.quantity_multiple)`.execute(ctx.db)
}

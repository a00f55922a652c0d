import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { decimalsOf } from '#kernel/money'
import type { Context } from '#platform/context'
import { pageOf } from '#platform/paging'
import { importLimits } from '../import.rules.ts'
import { refuse } from '../refusals.rules.ts'
import type { ImportRow } from '../row.server.ts'
import type { PriceLeap } from './leaps.contract.ts'
import { type Planned, countRows, needStaging, noteProblems, staged } from '../staging/staging.server.ts'
import type { KeepPrices } from './yes.rules.ts'

/**
 * Prices that become many times what they are, or a small part of it: a misread column or a slip does that, and customers order by a price at
 * once. They wait for a yes of their own (decision 53).
 */

/** Needs `plan` and `tool`. */
const isPriceLeap = sql`(plan.price >= tool.price * ${sql.lit(importLimits.priceLeap)}
  or plan.price * ${sql.lit(importLimits.priceLeap)} <= tool.price)`

/** How many times, up or down; null where it is no leap. A slip of the decimal sign stands out among packs of ten. */
export const greatnessOfLeap = sql`case when ${isPriceLeap} then
  greatest(plan.price::float8 / nullif(tool.price, 0), tool.price::float8 / plan.price) end`

const goesIn = sql`plan.problem is null and not coalesce(plan.is_gone, false)`

const partName = sql`trim(plan.brand || ' ' || plan.part)`

function written(ctx: Context, price: string): RawBuilder<string> {
  const decimals = decimalsOf(ctx.settings.currency)
  return sql`round(${sql.ref(price)} / (10 ^ ${decimals}::integer)::numeric, ${decimals})::text`
}

/** Rows of the plan that change a price so, each as a problem would say it. */
function pricesChanged(ctx: Context, number: number, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select plan.place, plan.file, plan.line, plan.record, 'price' as field,
      ${partName} || ': ' || ${written(ctx, 'tool.price')} || ' → ' || ${written(ctx, 'plan.price')} as value, 1 as times
    from ${staged('part_plan', number)} plan join tool on tool.ordinal = plan.ordinal
    where ${goesIn} and ${which}`
}

export async function notePriceLeaps(ctx: Context, { id, number }: Pick<Planned, 'id' | 'number'>): Promise<void> {
  const leaping = pricesChanged(ctx, number, isPriceLeap)
  await noteProblems(
    ctx,
    id,
    sql`select file, line, record, field, 'price-leap' as code, value, times from (${leaping}) leaping`,
  )
}

/** Takes prices out of the plan that somebody keeps back, and tells each. Whatever is left of them leaps by a yes. Refuses: import-stale. */
export async function keepPricesBack(ctx: Context, { id, number }: Planned, tools: KeepPrices): Promise<void> {
  const plan = staged('part_plan', number)
  if (tools !== 'all') {
    // Where a number has become another tool's since, nobody knows whose price was meant.
    const there = await countRows(
      ctx,
      sql`select count(distinct tool.id)::integer as count from ${plan} plan join tool on tool.ordinal = plan.ordinal
        where tool.id = any(${tools}::uuid[])`,
    )
    if (there < new Set(tools).size) throw refuse('import-stale')
  }
  const which = tools === 'all' ? isPriceLeap : sql`tool.id = any(${tools}::uuid[]) and plan.price <> tool.price`
  await noteProblems(
    ctx,
    id,
    sql`
    update ${plan} plan set price = null from (${pricesChanged(ctx, number, which)}) kept where kept.place = plan.place
    returning kept.file, kept.line, kept.record, kept.field, 'price-kept' as code, kept.value, kept.times`,
  )
  await sql`delete from import_problem where import_id = ${id} and code = 'price-leap'`.execute(ctx.db)
  await notePriceLeaps(ctx, { id, number })
}

/** The prices that leap in an import that waits, the greatest leaps first; `after`: so many of them stand before the page. Refuses: import-staging-gone. */
export async function readLeaps(
  ctx: Context,
  { number, state, price_leaps: total }: Pick<ImportRow, 'number' | 'state' | 'price_leaps'>,
  { limit, after }: { limit: number; after: number },
): Promise<Page<PriceLeap[]>> {
  const next = () => String(after + limit)
  if (state !== 'staged') return pageOf<PriceLeap>([], { limit, total: 0, after: next })
  await needStaging(ctx, number)
  const { rows } = await sql<PriceLeap>`
    select tool.id as tool, ${partName} as part, ${written(ctx, 'tool.price')} as was, ${written(ctx, 'plan.price')} as becomes
    from ${staged('part_plan', number)} plan join tool on tool.ordinal = plan.ordinal
    where ${goesIn} and ${isPriceLeap}
    order by ${greatnessOfLeap} desc nulls last, plan.place limit ${limit + 1} offset ${after}`.execute(ctx.db)
  return pageOf(rows, { limit, total, after: next })
}

const leapsOf = sql`from import_problem where import_id = import.id and code = 'price-leap' and import.state = 'staged'`

/**
 * For a query of imports: how many such prices an import has that waits, and a digest of what they are and become. Whoever says yes to others
 * than they are by then has been shown another plan's.
 */
export const leapsColumns = sql`
  coalesce((select sum(times) ${leapsOf}), 0)::integer as price_leaps,
  coalesce((select md5(string_agg(concat_ws(' ', times, value), chr(10) order by n)) ${leapsOf}), '') as leaps`

import { type RawBuilder, sql } from 'kysely'
import { decimalsOf } from '#kernel/money'
import type { Context } from '#platform/context'
import { importLimits } from '../import.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { type Planned, countRows, noteProblems, staged } from './staging.server.ts'
import type { KeepPrices } from './yes.rules.ts'

/**
 * Prices that become many times what they are, or a small part of it: a misread column or a slip does that, and customers order by a price at
 * once. They wait for a yes of their own (decision 53).
 */

/** Needs `plan` and `tool`. */
export const isPriceLeap = sql`(plan.price >= tool.price * ${sql.lit(importLimits.priceLeap)}
  or plan.price * ${sql.lit(importLimits.priceLeap)} <= tool.price)`

/** How many times, up or down; null where it is no leap. A slip of the decimal sign stands out among packs of ten. */
export const greatnessOfLeap = sql`case when ${isPriceLeap} then
  greatest(plan.price::float8 / nullif(tool.price, 0), tool.price::float8 / plan.price) end`

/** Rows of the plan that change a price so, each as a problem would say it. */
function pricesChanged(ctx: Context, number: number, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const decimals = decimalsOf(ctx.settings.currency)
  const written = (price: string) => sql`round(${sql.ref(price)} / (10 ^ ${decimals}::integer)::numeric, ${decimals})`
  return sql`
    select plan.place, plan.file, plan.line, plan.record, 'price' as field,
      trim(plan.brand || ' ' || plan.part) || ': ' || ${written('tool.price')} || ' → ' || ${written('plan.price')} as value, 1 as times
    from ${staged('part_plan', number)} plan join tool on tool.ordinal = plan.ordinal
    where plan.problem is null and not coalesce(plan.is_gone, false) and ${which}`
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
export async function keepPricesBack(ctx: Context, { id, number }: Planned, kept: KeepPrices): Promise<void> {
  const plan = staged('part_plan', number)
  if (kept !== 'all') {
    // Where a number has become another tool's since, nobody knows whose price was meant.
    const there = await countRows(
      ctx,
      sql`select count(distinct tool.id)::integer as count from ${plan} plan join tool on tool.ordinal = plan.ordinal
        where tool.id = any(${kept}::uuid[])`,
    )
    if (there < new Set(kept).size) throw refuse('import-stale')
  }
  const which = kept === 'all' ? isPriceLeap : sql`tool.id = any(${kept}::uuid[]) and plan.price <> tool.price`
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

/** For a query of imports: how many such prices an import has that waits. */
export const leapsColumn = sql`
  case when import.state = 'staged' then coalesce((
    select sum(times) from import_problem where import_id = import.id and code = 'price-leap'), 0)::integer else 0 end as price_leaps`

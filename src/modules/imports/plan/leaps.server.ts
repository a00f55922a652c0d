import { sql } from 'kysely'
import { decimalsOf } from '#kernel/money'
import type { Context } from '#platform/context'
import { importLimits } from '../import.rules.ts'
import { type Planned, noteProblems, staged } from './staging.server.ts'

/**
 * Prices that become many times what they are, or a small part of it: a misread column or a slip does that, and customers order by a price at
 * once. They wait for a yes of their own (decision 53).
 */

/** Needs `plan` and `tool`. */
export const isPriceLeap = sql`(plan.price >= tool.price * ${sql.lit(importLimits.priceLeap)}
  or plan.price * ${sql.lit(importLimits.priceLeap)} <= tool.price)`

export async function notePriceLeaps(ctx: Context, { id, number }: Planned): Promise<void> {
  const decimals = decimalsOf(ctx.settings.currency)
  const written = (price: string) => sql`round(${sql.ref(price)} / (10 ^ ${decimals}::integer)::numeric, ${decimals})`
  await noteProblems(
    ctx,
    id,
    sql`
    select plan.file, plan.line, plan.record, 'price' as field, 'price-leap' as code,
      trim(plan.brand || ' ' || plan.part) || ': ' || ${written('tool.price')} || ' → ' || ${written('plan.price')} as value, 1 as times
    from ${staged('part_plan', number)} plan join tool on tool.ordinal = plan.ordinal
    where plan.problem is null and not coalesce(plan.is_gone, false) and ${isPriceLeap}`,
  )
}

/** For a query of imports: how many such prices an import has that waits. */
export const leapsColumn = sql`
  case when import.state = 'staged' then coalesce((
    select sum(times) from import_problem where import_id = import.id and code = 'price-leap'), 0)::integer else 0 end as price_leaps`

import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Outcome } from '../import.rules.ts'
import { queueImportMail } from '../mail/mail.server.ts'
import { countByNow, countParts, movedSince } from '../plan/parts.server.ts'
import { type Planned, noteProblems, staged } from '../staging/staging.server.ts'

/**
 * Rows about parts for which the shop has no room any more since the preview: orders hold more units than they count, or the part is sold in
 * other quantities. They are refused whole, as in a preview, and told. The caller holds the tools. Returns what becomes of all rows about
 * parts by now.
 */
export async function refuseLate(
  ctx: Context,
  planned: Planned,
  counts: Record<Outcome, number>,
): Promise<Record<Outcome, number>> {
  const plan = staged('part_plan', planned.number)
  const late = await noteProblems(
    ctx,
    planned.id,
    sql`
    update ${plan} plan set problem = late.problem
    from (
      select plan.place, case when ${countByNow()} < tool.reserved then 'stock-held'
        when coalesce(plan.minimum, tool.minimum_quantity) % coalesce(plan.multiple, tool.quantity_multiple) <> 0 then 'minimum-not-multiple' end as problem
      from ${plan} plan join tool on tool.ordinal = plan.tool_ordinal and tool.archived_at is null ${movedSince(planned.id)}
      where not plan.is_new and plan.problem is null and not plan.is_gone and (plan.stock, plan.minimum, plan.multiple) is distinct from (null, null, null)
    ) late
    where late.place = plan.place and late.problem is not null
    returning plan.file, plan.line, plan.record, case late.problem when 'stock-held' then 'stock' else 'minimum' end as field,
      late.problem as code, coalesce(case late.problem when 'stock-held' then plan.stock else plan.minimum end, plan.multiple)::text as value,
      plan.rows::integer as times`,
  )
  if (late === 0) return counts
  await queueImportMail(ctx, { id: planned.id, cause: 'rows-refused' })
  return countParts(ctx, planned, { refused: counts.refused + late, leftOut: counts.leftOut })
}

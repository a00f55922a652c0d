import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { implausible, namedOf, sameApplication, sameWaiting } from './fitment.server.ts'
import { type FullKind, type Planned, isWhole, makeTable, staged } from '../staging/staging.server.ts'

/**
 * The parts whose applications or numbers stay although a full list lacks them, for nobody knows what a row that was refused would have
 * said: those of rows that were refused while they were read, whose part is ambiguous, or whose vehicle can be none. Where rows of a list of
 * parts name none that can be read, their numbers are of any part that the list seems to lack. By ordinal, and, for what replaces what, by brand
 * and number.
 */
export async function planHeld(ctx: Context, { number, sourceId, nameless, full }: Planned): Promise<void> {
  if (full.length === 0) return
  const ref = staged('part_ref', number)
  const unnamed = sql`
    union all
    select distinct 'number', old.tool_ordinal, null, null from part_number old
    where old.source_id = ${sourceId} and not exists (select from ${ref} ref where ref.ordinal = old.tool_ordinal)`
  await makeTable(
    ctx,
    { table: 'held', number },
    sql`
    select ref.kind, own.tool_ordinal, coalesce(own.brand_key, ref.brand_key) as brand_key, ref.folded
    from (
      select kind, ordinal, brand_key, folded from ${ref}, unnest(array['fitment', 'number']) kind where is_ambiguous
      union
      select case kind when 'fitment' then kind else 'number' end, ordinal, brand_key, folded
      from ${ref} join ${staged('named', number)} named using (brand, part)
      union
      select 'fitment', part.ordinal, part.brand_key, part.folded
      from ${staged('vehicle_ref', number)} ref join ${staged('fitment', number)} s using (vehicle) join ${ref} part using (brand, part)
      where ${implausible}
    ) ref left join (
      select own.folded, own.tool_ordinal, coalesce(lower(brand.name), '') as brand_key
      from part_number own join tool on tool.ordinal = own.tool_ordinal and tool.archived_at is null left join brand on brand.id = tool.brand_id
      where own.kind = 'own') own
      on own.folded = ref.folded and case when ref.ordinal is null then ref.brand_key in ('', own.brand_key) else own.tool_ordinal = ref.ordinal end
    ${nameless.part > 0 ? unnamed : sql``}`,
  )
}

export const heldParts = (kind: FullKind, number: number): RawBuilder<unknown> =>
  sql`(select * from ${staged('held', number)} where kind = ${sql.lit(kind)})`

/** Whether a row `old` of the shop is of such a part. */
export const isHeld = (kind: FullKind, number: number): RawBuilder<unknown> =>
  sql`exists (select from ${heldParts(kind, number)} held where held.tool_ordinal = old.tool_ordinal)`

/** Puts the applications that stay beside those of the files, as `keep`. */
export async function keepHeld(ctx: Context, planned: Planned): Promise<void> {
  if (!isWhole(planned, 'fitment')) return
  const { number, sourceId } = planned
  const plan = staged('fitment_plan', number)
  const rest = sql`tool_ordinal, 'keep', fits, position, quantity, conditions, notes`
  const heldUnless = (same: RawBuilder<unknown>) => sql`
    old.source_id = ${sourceId} and ${isHeld('fitment', number)}
      and not exists (select from ${plan} plan where ${same})`
  await sql`
    insert into ${plan} (vehicle_id, named, tool_ordinal, action, fits, position, quantity, conditions, notes)
    select vehicle_id, null, ${rest} from fitment old where ${heldUnless(sameApplication)}
    union all
    select null, ${namedOf}, ${rest} from unresolved_fitment old where ${heldUnless(sameWaiting)}`.execute(ctx.db)
}

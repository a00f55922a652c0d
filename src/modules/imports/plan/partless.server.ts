import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { UnreadOutcome } from '../import.rules.ts'
import { staged } from '../staging/staging.server.ts'

/** A new part, of which its list says that it has no price: the shop has none without, and there is nothing to correct. */
export const isLeftOut = sql`coalesce(plan.problem = 'price-none', false)`

/**
 * Rows `s` of a kind that name parts `ref` that are not there, `plan` if any says of them. What one number replaces, or a part keeps, needs no
 * part of the shop.
 */
export const partless = (kind: 'fitment' | 'number', number: number) => sql`${staged(kind, number)} s
  join ${staged('part_ref', number)} ref on ref.brand = s.brand and ref.part = s.part
  left join ${staged('part_plan', number)} plan on plan.key = ref.key
  where ref.ordinal is null ${kind === 'number' ? sql`and s.kind <> 'supersedes' and s.action <> 'keep'` : sql``}`

/** How many they are: of such parts are refused, and of those that are left out go with them. */
export async function countPartless(
  ctx: Context,
  number: number,
  kind: 'fitment' | 'number',
): Promise<Record<UnreadOutcome, number>> {
  const { rows } = await sql<Record<UnreadOutcome, number>>`
    select count(*) filter (where not ${isLeftOut})::integer as refused, count(*) filter (where ${isLeftOut})::integer as "leftOut"
    from ${partless(kind, number)}`.execute(ctx.db)
  return rows[0] ?? { refused: 0, leftOut: 0 }
}

import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { numberForPeople } from '#rules/finder'
import { columnOfKind } from '../columns/number-columns.rules.ts'
import type { ImportChange } from '../imports.contract.ts'
import { isNumberGone, putsNumber } from '../plan/numbers.server.ts'
import { type Planned, staged } from '../staging/staging.server.ts'

type Change = ImportChange['changes'][number]

/** So many numbers of a kind show whether a column is read as it is meant. */
const mostShown = 12

/** The tools to which an import adds numbers, for a join: a list may have millions, and each is looked at once. */
export const toolsWithNewNumbers = (number: number) =>
  sql`(select distinct tool_ordinal from ${staged('number_plan', number)} plan where ${putsNumber} and plan.old_id is null)`

/** Which numbers some tools have, and which they have once an import is in, by the tools' ordinals: those that it adds first. */
export async function readNumberChanges(
  ctx: Context,
  planned: Planned,
  ordinals: readonly number[],
): Promise<ReadonlyMap<number, readonly Change[]>> {
  const { rows } = await sql<{ ordinal: number; kind: string; was: string[] | null; becomes: string[] | null }>`
    with said as materialized (
      select * from ${staged('number_plan', planned.number)} where tool_ordinal = any(${ordinals}::integer[])),
    each_number as (
      select old.tool_ordinal, old.kind, old.folded, old.value, true as was, not (${isNumberGone(planned, sql`said`)}) as becomes, old.id as place
      from part_number old where old.tool_ordinal = any(${ordinals}::integer[]) and old.kind <> 'own'
      union all
      select tool_ordinal, kind, folded, value, false, true, row_number() over (order by file, line)
      from said plan where ${putsNumber}),
    each_once as (
      select tool_ordinal, kind, (array_agg(value order by was desc, place))[1] as value, bool_or(was) as was, bool_or(becomes) as becomes,
        coalesce(min(place) filter (where was), min(place)) as place
      from each_number group by tool_ordinal, kind, folded)
    select tool_ordinal as ordinal, kind, array_agg(value order by place) filter (where was) as was,
      array_agg(value order by was, place) filter (where becomes) as becomes
    from each_once group by 1, 2
    order by 1, array_position(array['gtin', 'oem', 'interchange'], kind)`.execute(ctx.db)
  const changes = rows.map(({ ordinal, kind, was, becomes }) => ({
    ordinal,
    change: { column: columnOfKind(kind), was: shown(kind, was), becomes: shown(kind, becomes) },
  }))
  const byTool = Map.groupBy(
    changes.filter(({ change }) => change.was !== change.becomes),
    ({ ordinal }) => ordinal,
  )
  return new Map([...byTool].map(([ordinal, each]) => [ordinal, each.map(({ change }) => change)]))
}

const shown = (kind: string, numbers: readonly string[] | null) =>
  [
    ...(numbers ?? []).slice(0, mostShown).map(number => numberForPeople(kind, number)),
    ...((numbers?.length ?? 0) > mostShown ? ['…'] : []),
  ].join('; ')

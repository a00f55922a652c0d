import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { importLimits, refusals } from '../import.rules.ts'
import { isLeftOut, partless } from '../plan/partless.server.ts'
import { staged } from '../staging/staging.server.ts'
import type { ImportRow } from '../row.server.ts'
import type { Reason, RefusedLines } from './refused.server.ts'

/** A row that says something of a part again is told, and is none to be corrected: sent again alone, it would count. */
const toCorrect = refusals.filter(code => !/-twice(-last)?$/.test(code))

type Line = Reason & { file: number; line: number }

/**
 * Which lines of which of its files an import has refused, the first file 0, and why: those that a problem names, and all others that
 * share one, such as the other rows of a part that the shop does not sell.
 */
export async function refusedLines(ctx: Context, { id, number }: ImportRow): Promise<Map<number, RefusedLines>> {
  const { rows } = await sql<Line>`
    with listed as (
      select (place - 1)::integer as file, one ->> 'name' as name
      from import, jsonb_array_elements(files) with ordinality as each (one, place) where id = ${id}),
    told as (
      select listed.file, line, code, field, value from import_problem join listed on listed.name = import_problem.file
      where import_id = ${id} and line is not null and code = any(${toCorrect})
      union all ${ofUnknownParts('fitment', number)}
      union all ${ofUnknownParts('number', number)}
      union all
      select s.file, s.line, plan.problem, null, null
      from ${staged('part', number)} s join ${staged('part_ref', number)} ref on ref.brand = s.brand and ref.part = s.part
        join ${staged('part_plan', number)} plan on plan.key = ref.key
      where plan.problem = any(${toCorrect}))
    select distinct on (file, line, code) file, line, code, field, value from told
    order by file, line, code, field nulls last limit ${importLimits.refusedRows}`.execute(ctx.db)
  const files = new Map<number, Map<number, Reason[]>>()
  for (const { file, line, ...reason } of rows) {
    const lines = files.get(file) ?? new Map<number, Reason[]>()
    files.set(file, lines)
    lines.set(line, [...(lines.get(line) ?? []), reason])
  }
  return files
}

/** A problem says the first row of such a part alone. */
const ofUnknownParts = (kind: 'fitment' | 'number', number: number): RawBuilder<unknown> => sql`
  select s.file, s.line, case when ref.is_ambiguous then 'part-ambiguous' else 'part-unknown' end, 'part_number', trim(s.brand || ' ' || s.part)
  from ${partless(kind, number)} and not ${isLeftOut}`

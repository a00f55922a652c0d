import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { NumberKind } from '../finder.rules.ts'
import { mostOfNumber } from './alike.server.ts'
import { isDoubtful, isSpelledSo } from './doubt.rules.ts'
import { numberQueryOf } from './numbers.rules.ts'
import { exactOf, isMeant, soldTool } from './numbers.server.ts'

type Row = Columns<'part_number', 'value' | 'folded'> & { kind: NumberKind; number_brand: string | null }

/**
 * As what each of these texts is a number of a part on sale, written as it is there or with other signs: no kind where it is none, or where
 * a sign between digits leaves it in doubt. One statement, whatever their number.
 */
export async function kindsOfNumbers(ctx: Context, texts: readonly string[]): Promise<ReadonlySet<NumberKind>[]> {
  const queries = texts.map(numberQueryOf)
  const exact = [...new Set(queries.flatMap(query => query?.exact ?? []))]
  if (exact.length === 0) return texts.map(() => new Set())
  const { rows } = await sql<Row>`
    select number.*
    from unnest(${exactOf({ exact })}) as wanted (number)
      cross join lateral (
        select part_number.kind, part_number.value, part_number.folded, part_number.brand as number_brand
        from part_number cross join lateral ${soldTool('part_number.tool_ordinal')}
        where part_number.folded = wanted.number limit ${mostOfNumber}
      ) as number`.execute(ctx.db)
  const rowsByNumber = Map.groupBy(rows, ({ folded }) => folded)
  return queries.map((query, at) => {
    const text = texts[at] ?? ''
    const meant = query?.exact.flatMap(one => rowsByNumber.get(one) ?? []).filter(row => isMeant(query, row)) ?? []
    const certain = meant.filter(({ value }) => isSpelledSo(text, value) || !isDoubtful(text, value))
    return new Set(certain.map(({ kind }) => kind))
  })
}

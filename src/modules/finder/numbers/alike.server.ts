import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { opaque } from '#platform/database'
import { lookOf } from './fold.rules.ts'
import { shortUpcIn } from './gs1.rules.ts'
import { soldTool } from './numbers.server.ts'

/** So many tools of one number are looked at: more than somebody would choose among. */
export const mostOfNumber = 50

/** Fewer digits are those of half of the shop. */
const fewestDigits = 4

/**
 * The rows of numbers that are not what was typed, and may be meant by it: those that look like it, by letters of another alphabet,
 * have its digits, or are those of a trade item that lost its zeros. To be joined laterally to `wanted` (`alikeInputs`); each by an index.
 */
export const numbersAlike = sql`(
  (select * from part_number where folded = wanted.look and wanted.look <> wanted.number limit ${mostOfNumber})
  union all
  (select * from part_number
  where look_of_part_number(folded) = wanted.look and folded ~ '[\\u0370-\\u052f]' and folded <> wanted.number limit ${mostOfNumber})
  union all
  (select * from part_number
  where digits_of_part_number(folded) = wanted.number and kind = 'own' and folded ~ '[0-9]{3}' and folded ~ '[^0-9]'
    and length(wanted.number) >= ${fewestDigits} limit ${mostOfNumber})
  union all
  (select * from part_number
  where folded = any(array[lpad(wanted.number, 14, '0'), wanted.upc]) and kind = 'gtin' and wanted.number ~ '^[0-9]{6,11}$'
  limit ${mostOfNumber}))`

/** Folded numbers for `numbersAlike`, as `wanted`. `upc`: what seven digits stand for, as a short UPC that lost its zero. */
export const alikeInputs = (folded: readonly string[]) => {
  const upcs = folded.map(one => (one.length === 7 ? (shortUpcIn(`0${one}`) ?? null) : null))
  return sql`unnest(${opaque(folded, 'text[]')}::text[], ${opaque(folded.map(lookOf), 'text[]')}::text[], ${opaque(upcs, 'text[]')}::text[])
    as wanted (number, look, upc)`
}

/** What may be meant by a number that nobody has: other numbers of what is on sale, as they are compared. */
export async function findAlike(ctx: Context, folded: string): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select distinct part_number.folded
    from ${alikeInputs([folded])}
      cross join lateral ${numbersAlike} as part_number cross join lateral ${soldTool('part_number.tool_ordinal')}
    limit ${mostOfNumber}`.execute(ctx.db)
  return rows.map(row => row.folded)
}

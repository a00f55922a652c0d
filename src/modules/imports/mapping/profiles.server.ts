import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { additionsIn } from '../import.rules.ts'
import type { ImportProfile } from '../imports.contract.ts'
import type { ImportOptions } from '../row.server.ts'

/** More sources than any shop has. */
const most = 200

/**
 * How the last mapped list of each source was read that went in, or waits to, the newest first. Behind them stands the last one of each
 * source of which all were discarded: what was said of it need not be said again.
 */
export async function readProfiles(ctx: Context): Promise<ImportProfile[]> {
  const { rows } = await sql<{ source: string; options: ImportOptions }>`
    select source, options from (
      select distinct on (lower(source)) source, options, state = 'cancelled' as is_discarded, number from import
      where options ? 'mapping' and state in ('staged', 'committed', 'cancelled')
      order by lower(source), is_discarded, number desc) newest
    order by is_discarded, number desc limit ${most}`.execute(ctx.db)
  return rows.flatMap(({ source, options: { mapping, brand, reading, unlisted, twice, ...options } }) =>
    mapping
      ? [
          {
            source,
            mapping,
            ...(brand !== undefined && { brand }),
            ...(reading?.encoding && { encoding: reading.encoding }),
            ...(reading?.decimalSign && { decimalSign: reading.decimalSign }),
            ...(reading?.sheet !== undefined && { sheet: reading.sheet }),
            ...(options.full && { full: true }),
            ...additionsIn(options),
            ...(unlisted && { unlisted }),
            ...(twice && { twice }),
          },
        ]
      : [],
  )
}

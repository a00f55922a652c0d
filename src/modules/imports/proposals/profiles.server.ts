import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { additionsIn } from '../import.rules.ts'
import type { ImportProfile } from '../imports.contract.ts'
import type { ImportOptions } from '../row.server.ts'

/** More sources than any shop has. */
const most = 200

/**
 * How the last list of each source was read that went in, or waits to, the newest first: of those whose columns somebody has said, and of
 * those that are named as the shop names them. Behind them stands the last one of each source of which all were discarded: what was said of
 * it need not be said again.
 */
export async function readProfiles(ctx: Context): Promise<ImportProfile[]> {
  const { rows } = await sql<{ source: string; file: string; options: ImportOptions }>`
    select source, file, options from (
      select distinct on (lower(source), options ? 'mapping') source, files -> 0 ->> 'name' as file, options,
        state = 'cancelled' as is_discarded, number
      from import
      where (options ? 'mapping' or origin = 'page' and jsonb_array_length(files) = 1)
        and state in ('staged', 'committed', 'cancelled')
      order by lower(source), options ? 'mapping', is_discarded, number desc) newest
    order by is_discarded, number desc limit ${most}`.execute(ctx.db)
  return rows.map(({ source, file, options: { mapping, brand, reading, unlisted, twice, ...options } }) => ({
    source,
    file,
    ...(mapping && { mapping }),
    ...(brand !== undefined && { brand }),
    ...(reading?.encoding && { encoding: reading.encoding }),
    ...(reading?.decimalSign && { decimalSign: reading.decimalSign }),
    ...(reading?.sheet !== undefined && { sheet: reading.sheet }),
    ...(options.full && { full: true }),
    ...additionsIn(options),
    ...(unlisted && { unlisted }),
    ...(twice && { twice }),
  }))
}

import { type RawBuilder, sql } from 'kysely'
import type { Context } from './context.server.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** A moment within days as the shop's clock has them: from the first moment of one to the last of the other. */
export function withinDays(
  { settings: { timeZone } }: Pick<Context, 'settings'>,
  at: RawBuilder<unknown>,
  { from, to }: Days,
): RawBuilder<unknown> {
  const start = from ? sql`and ${at} >= (${from}::date)::timestamp at time zone ${timeZone}` : sql``
  const end = to ? sql`and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql``
  return sql`${start} ${end}`
}

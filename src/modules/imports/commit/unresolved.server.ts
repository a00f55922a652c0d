import { sql } from 'kysely'
import { pagingTexts } from '#kernel/fields'
import { refuseFields } from '#kernel/refusals'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { pageOf } from '#platform/paging'
import type { UnresolvedVehicle } from '../imports.contract.ts'
import { countRows } from '../staging/staging.server.ts'

/** More than these nobody counts. */
const mostCounted = 10_000

/** Vehicles that applications wait for, over all imports. Read along the index, so that a page costs a page. */
export async function listUnresolved(
  ctx: Context,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<UnresolvedVehicle[]>> {
  const { rows } = await sql<UnresolvedVehicle>`
    with page as (
      select vehicle, count(*)::integer as applications, array_agg(distinct source_id) as source_ids
      from unresolved_fitment where vehicle > ${decoded(after)} group by vehicle order by vehicle limit ${limit + 1})
    select page.vehicle, one.system, one.external_id as "externalId", one.year, one.make, one.model, one.engine, page.applications,
      (select array_agg(name order by name) from data_source where id = any(page.source_ids)) as sources
    from page, lateral (select * from unresolved_fitment row where row.vehicle = page.vehicle limit 1) one
    order by page.vehicle`.execute(ctx.db)
  const total = await countRows(
    ctx,
    sql`select count(*)::integer as count
      from (select from unresolved_fitment group by vehicle limit ${mostCounted}) counted`,
  )
  return pageOf(rows, { limit, total, after: last => encoded(last.vehicle) })
}

/** What names a vehicle has characters in it that no address takes. */
const encoded = (vehicle: string) => Buffer.from(vehicle).toString('base64url')

function decoded(after = ''): string {
  const vehicle = Buffer.from(after, 'base64url').toString()
  if (encoded(vehicle) !== after || vehicle.includes('\0'))
    throw refuseFields([{ field: 'after', message: pagingTexts.place }])
  return vehicle
}

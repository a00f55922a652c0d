import { sql } from 'kysely'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { categoryLimits } from './categories.rules.ts'
import { categoryProblems } from './categories.texts.ts'

/** The addresses that categories have and had, and which of them: links lead there for ever. */
export type Addresses = { pathOf: ReadonlyMap<string, string>; owners: Map<string, string> }

/** A category's place among those in `parent`; without an id it is a new one. */
type Place = { id?: string; slug: string; parent: string | null }

export async function readAddresses(ctx: Pick<Context, 'db'>): Promise<Addresses> {
  const { rows } = await sql<{ id: string; path: string; is_old: boolean }>`
    select category_id as id, path, true as is_old from category_path
    union all select id, path, false from category order by is_old desc`.execute(ctx.db)
  return {
    pathOf: new Map(rows.filter(({ is_old }) => !is_old).map(({ id, path }) => [id, path])),
    owners: new Map(rows.map(({ id, path }) => [path, id])),
  }
}

const pathAt = ({ pathOf }: Addresses, parent: string | null, slug: string): string => {
  const above = parent === null ? undefined : pathOf.get(parent)
  return above === undefined ? slug : `${above}/${slug}`
}

function isFree(addresses: Addresses, { id, slug, parent }: Place): boolean {
  const owner = addresses.owners.get(pathAt(addresses, parent, slug))
  return owner === undefined || owner === id
}

/** That no other category has or had this address. */
export function requireFreeSlug(addresses: Addresses, place: Place): void {
  if (!isFree(addresses, place)) throw refuseFields([{ field: 'slug', message: categoryProblems.addressTaken }])
}

/** `seals`, or `seals-2` where another category in the same one has that, or had; it is taken from then on. */
export function takeSlug(addresses: Addresses, { id, slug, parent }: Required<Place>): string {
  // There is room for a number behind it.
  const short = slug.slice(0, categoryLimits.slug - 6).replace(/-+$/, '')
  let free = slug
  for (let turn = 2; !isFree(addresses, { id, slug: free, parent }); turn += 1) free = `${short}-${turn}`
  addresses.owners.set(pathAt(addresses, parent, free), id)
  return free
}

import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Database } from '#platform/database'
import type { SalesUnit } from '#rules/catalogue'
import { pictureOf } from '#rules/media'
import { toolsWithPicture } from '#services/catalogue'

/** What an order keeps of a tool, as it was at this version. `price` in minor units of the shop's currency. */
export type Offer = {
  id: string
  name: string
  part_number: string | null
  price: number
  version: number
  sales_unit: SalesUnit
  box_quantity: number | null
  image: string | null
}

/** How many offers are remembered: those of the tools that sell, in some megabytes. */
const remembered = 5000

/**
 * Offers as this process last read them. One may be out of date: whoever uses it lets the database compare the version,
 * and reads anew where that has moved on. So an order needs no reading before it.
 */
const known = new WeakMap<Database, Map<string, Offer>>()

/** As `findOffers`; undefined when one of the tools is not on sale. */
export async function readOffers(
  ctx: Context,
  toolIds: readonly string[],
  reading: { fresh: boolean },
): Promise<Map<string, Offer> | undefined> {
  const offers = await findOffers(ctx, toolIds, reading)
  return toolIds.every(id => offers.has(id)) ? offers : undefined
}

/**
 * The offers of these tools, each once, those that are on sale. `fresh`: as they are now, instead of as they were last
 * read.
 */
export async function findOffers(
  ctx: Context,
  toolIds: readonly string[],
  { fresh }: { fresh: boolean },
): Promise<Map<string, Offer>> {
  const memory = known.get(ctx.db) ?? new Map<string, Offer>()
  known.set(ctx.db, memory)
  const missing = [...new Set(toolIds)].filter(id => fresh || !memory.has(id))
  if (missing.length > 0) {
    const offers = await selectOffers(ctx, missing)
    for (const id of missing) memory.delete(id)
    for (const offer of offers) memory.set(offer.id, offer)
  }
  const found = new Map<string, Offer>()
  for (const id of toolIds) {
    const offer = memory.get(id)
    if (offer) found.set(id, offer)
  }
  // The map keeps the order in which they came: the oldest go first.
  for (const id of memory.keys()) {
    if (memory.size <= remembered) break
    memory.delete(id)
  }
  return found
}

async function selectOffers(ctx: Context, toolIds: string[]): Promise<Offer[]> {
  const rows = await toolsWithPicture(ctx.db)
    .select(['tool.id', 'tool.name', 'tool.part_number', 'tool.price', 'tool.version', 'tool.image_url'])
    .select(['tool.sales_unit', 'tool.box_quantity', 'image.key as image_key'])
    .$narrowType<{ sales_unit: SalesUnit }>()
    .where(sql<boolean>`tool.id = any(${toolIds}::uuid[])`)
    .where('tool.archived_at', 'is', null)
    .execute()
  return rows.map(({ image_url, image_key, ...row }) => {
    const picture = image_key ? pictureOf({ key: image_key, width: 4, height: 3 }).src : null
    return { ...row, image: image_url ?? picture }
  })
}

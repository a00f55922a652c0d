import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { Database } from '#platform/database'
import type { SalesUnit } from '#rules/catalogue'
import { pictureOf } from '#rules/media'
import { type PricedTool, priceOf, quantitiesOf } from '#rules/pricing'
import { toolsWithPicture } from '#services/catalogue'
import { haveLists, payerOf, priceTerms, readPrices } from '#services/pricing'

/** What an order keeps of a tool, as it was at this version. `price` in minor units of the shop's currency. */
export type Offer = {
  id: string
  name: string
  part_number: string | null
  /** The tool's own; what the buyer pays, `CallersPrices` says. */
  price: number
  minimum: number
  multiple: number
  version: number
  sales_unit: SalesUnit
  box_quantity: number | null
  tax_class: string
  weight_grams: number | null
  image: string | null
}

/** How many offers are remembered: those of the tools that sell, in some megabytes. */
const remembered = 5000

/**
 * Offers as this process last read them. One may be out of date: whoever uses it lets the database compare the version,
 * and reads anew where that has moved on. So an order needs no reading before it.
 */
const memories = new WeakMap<Database, Map<string, Offer>>()

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
  const memory = memories.get(ctx.db) ?? new Map<string, Offer>()
  memories.set(ctx.db, memory)
  const missing = [...new Set(toolIds)].filter(id => fresh || !memory.has(id))
  if (missing.length > 0) {
    const offers = await selectOffers(ctx, missing)
    for (const id of missing) memory.delete(id)
    for (const offer of offers) memory.set(offer.id, offer)
  }
  const onSale = new Map<string, Offer>()
  for (const id of toolIds) {
    const offer = memory.get(id)
    if (offer) onSale.set(id, offer)
  }
  // The map keeps the order in which they came: the oldest go first.
  for (const id of memory.keys()) {
    if (memory.size <= remembered) break
    memory.delete(id)
  }
  return onSale
}

async function selectOffers(ctx: Context, toolIds: string[]): Promise<Offer[]> {
  const rows = await toolsWithPicture(ctx.db)
    .select(['tool.id', 'tool.name', 'tool.part_number', 'tool.price', 'tool.version', 'tool.image_url'])
    .select(['tool.sales_unit', 'tool.box_quantity', 'tool.tax_class', 'tool.weight_grams', 'image.key as image_key'])
    .select(['tool.minimum_quantity as minimum', 'tool.quantity_multiple as multiple'])
    .$narrowType<{ sales_unit: SalesUnit }>()
    .where(sql<boolean>`tool.id = any(${toolIds}::uuid[])`)
    .where('tool.archived_at', 'is', null)
    .execute()
  return rows.map(({ image_url, image_key, ...row }) => {
    const picture = image_key ? pictureOf({ key: image_key, width: 4, height: 3 }).src : null
    return { ...row, image: image_url ?? picture }
  })
}

/** What one unit costs the buyer, by which list and from how many units on, and the tool's own price. Minor units. */
export type LinePrice = {
  unitPrice: number
  listPrice: number
  list: { id: string; name: string } | null
  from: number | null
}

/** What the caller pays, as it was when `version` of the prices was read. */
export type CallersPrices = {
  version: number
  /** `quantity`: of the tool, on all lines together. */
  priceOf: (toolId: string, quantity: number) => LinePrice
  /** At least how many the caller may order, and in which multiples. */
  quantitiesOf: (toolId: string) => { minimum: number; multiple: number }
}

/**
 * What the caller pays for the tools of these offers; a visitor pays what everyone pays. In a shop without price lists that is
 * known without a query, as long as `fresh` is not asked for: whoever uses it lets the database compare the version.
 */
export async function readCallersPrices(
  ctx: Context,
  offers: ReadonlyMap<string, Pick<Offer, 'price' | 'minimum' | 'multiple'>>,
  { fresh }: { fresh: boolean },
): Promise<CallersPrices> {
  const lists = await haveLists(ctx, { fresh })
  const read = lists.any
    ? await readPrices(ctx, payerOf(ctx), [...offers.keys()])
    : { version: lists.version, tools: new Map<string, PricedTool>() }
  const terms = priceTerms(ctx)
  const priced = (toolId: string): PricedTool => {
    const tool = read.tools.get(toolId)
    if (tool) return tool
    const offer = offers.get(toolId)
    if (!offer) throw new Error(`tool ${toolId} was not read before its price`)
    const { price: listPrice, minimum, multiple } = offer
    return { listPrice, minimum, multiple, offers: [] }
  }
  return {
    version: read.version,
    priceOf(toolId, quantity) {
      const tool = priced(toolId)
      return { ...priceOf(tool, quantity, terms), listPrice: tool.listPrice }
    },
    quantitiesOf: toolId => quantitiesOf(priced(toolId)),
  }
}

/** Units of each tool, on however many lines. */
export function unitsOfTools(lines: readonly { toolId: string; quantity: number }[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { toolId, quantity } of lines) units.set(toolId, (units.get(toolId) ?? 0) + quantity)
  return units
}

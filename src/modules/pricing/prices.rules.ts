import { rateScale, shareOf } from '#kernel/money'

/** What a buyer pays for so many units of a tool, of all price lists that hold for them. Pure, and in minor units. */

/** To whom a list is given. */
export const audiences = ['everyone', 'group', 'company'] as const
export type Audience = (typeof audiences)[number]

/** Which list wins where several have a price: the one that is nearest to the buyer, or the lowest price. */
export const listPolicies = ['nearest', 'lowest'] as const
export type ListPolicy = (typeof listPolicies)[number]

/** Who sees prices where visitors do not: whoever has confirmed their email address, or whoever is signed in. */
export const priceReaders = ['confirmed', 'signed-in'] as const
export type PriceReaders = (typeof priceReaders)[number]

/** A price from so many units on. */
export type Tier = { from: number; unitPrice: number }

/** What one list that holds for the buyer says of one tool. */
export type ListOffer = {
  list: { id: string; name: string }
  audience: Audience
  priority: number
  /** Later lists have higher ones. */
  ordinal: number
  /** Whether its prices include tax. */
  isGross: boolean
  /** The least quantity first. */
  tiers: readonly Tier[]
  /** What it takes off the tool's own price, in millionths, where no tier holds. */
  discount: number | null
  minimum: number | null
  multiple: number | null
}

/** A tool with its own price and quantities, and what the buyer's lists say of it. */
export type PricedTool = { listPrice: number; minimum: number; multiple: number; offers: readonly ListOffer[] }

/** How the shop takes prices. `taxRate` in millionths. */
export type PriceTerms = { policy: ListPolicy; pricesIncludeTax: boolean; taxRate: number }

/** What is paid for one unit. Without a list, the tool's own price; without `from`, no tier of the list but a rule. */
export type Price = { unitPrice: number; list: ListOffer['list'] | null; from: number | null }

/** What is paid for each of so many units: all units of the tool that an order wants. */
export function priceOf(tool: PricedTool, quantity: number, terms: PriceTerms): Price {
  const own = { unitPrice: tool.listPrice, list: null, from: null }
  const prices = tool.offers.flatMap(offer => {
    const price = priceOfList(offer, quantity, { listPrice: tool.listPrice, terms })
    return price ? [{ offer, price }] : []
  })
  if (terms.policy === 'nearest') return prices.toSorted((a, b) => byNearness(a.offer, b.offer))[0]?.price ?? own
  const [lowest] = prices.toSorted((a, b) => a.price.unitPrice - b.price.unitPrice || byPriority(a.offer, b.offer))
  return lowest && lowest.price.unitPrice <= own.unitPrice ? lowest.price : own
}

type Within = { listPrice: number; terms: PriceTerms }

function priceOfList(offer: ListOffer, quantity: number, { listPrice, terms }: Within): Price | undefined {
  const { list, tiers, discount } = offer
  const tier = tiers.findLast(({ from }) => from <= quantity)
  if (tier) return { unitPrice: inShopTerms(tier.unitPrice, offer.isGross, terms), list, from: tier.from }
  if (discount === null) return undefined
  return { unitPrice: atLeastOne(shareOf(listPrice, rateScale - discount, rateScale)), list, from: null }
}

/** A price of a list with or without tax, as the shop's prices are: rounded half-up, once. */
export function inShopTerms(price: number, isGross: boolean, { pricesIncludeTax, taxRate }: PriceTerms): number {
  if (isGross === pricesIncludeTax) return price
  const [numerator, denominator] = isGross ? [rateScale, rateScale + taxRate] : [rateScale + taxRate, rateScale]
  return atLeastOne(shareOf(price, numerator, denominator))
}

/** Nothing is given away by rounding. */
const atLeastOne = (price: number) => Math.max(1, price)

type Ranked = Pick<ListOffer, 'audience' | 'priority' | 'ordinal'>

/** The list that is nearest to the buyer first: the company's, the group's, everyone's. */
const byNearness = (a: Ranked, b: Ranked) =>
  audiences.indexOf(b.audience) - audiences.indexOf(a.audience) || byPriority(a, b)

const byPriority = (a: Ranked, b: Ranked) => b.priority - a.priority || b.ordinal - a.ordinal

/**
 * At least how many are sold to the buyer, and in which multiples: each by the nearest list that says it, else by the tool. The
 * least is itself a quantity that can be ordered.
 */
export function quantitiesOf({ minimum, multiple, offers }: PricedTool): { minimum: number; multiple: number } {
  const nearest = offers.toSorted(byNearness)
  const least = nearest.find(offer => offer.minimum !== null)?.minimum ?? minimum
  const step = nearest.find(offer => offer.multiple !== null)?.multiple ?? multiple
  return { minimum: Math.ceil(least / step) * step, multiple: step }
}

/** What is paid from how many units on, beginning with the least that is sold; one that changes nothing is left out. */
export function tiersOf(tool: PricedTool, terms: PriceTerms): Tier[] {
  const { minimum } = quantitiesOf(tool)
  const steps = new Set([minimum])
  for (const { tiers } of tool.offers) for (const { from } of tiers) if (from > minimum) steps.add(from)
  const tiers = [...steps]
    .toSorted((a, b) => a - b)
    .map(from => ({ from, unitPrice: priceOf(tool, from, terms).unitPrice }))
  return tiers.filter(({ unitPrice }, at) => unitPrice !== tiers[at - 1]?.unitPrice)
}

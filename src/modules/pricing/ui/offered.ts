import { type OwnPrice as Price, pricesContract } from '../prices.contract.ts'
import type { Call } from '#ui/calls/call.ts'

/** What a page shows of what a buyer is offered: without prices, where these are for who is signed in. */
export type ShownOffer = Pick<Price, 'unitPrice' | 'listPrice' | 'tiers' | 'minimum' | 'multiple'>

/** What a buyer is offered of a tool: prices as decimals of the shop's currency. */
export type Offered = Pick<ShownOffer, 'minimum' | 'multiple'> & {
  unitPrice: number
  listPrice: number
  tiers: { from: number; unitPrice: number }[]
}

/** What the caller is offered; undefined of what is not sold, and where they may not see what it costs. */
export async function readOffered(call: Call, toolId: string): Promise<Offered | undefined> {
  const offer = await readShownOffer(call, toolId)
  if (!offer || offer.unitPrice === null || offer.listPrice === null) return undefined
  const { unitPrice, listPrice, tiers, minimum, multiple } = offer
  const priced = tiers.flatMap(({ from, unitPrice }) => (unitPrice === null ? [] : [{ from, unitPrice }]))
  return { unitPrice, listPrice, tiers: priced, minimum, multiple }
}

/** What the caller is shown of it; undefined of what is not sold. */
export async function readShownOffer(call: Call, toolId: string): Promise<ShownOffer | undefined> {
  const [price] = await call(pricesContract.getPrices, { query: { ids: toolId } })
  if (!price) return undefined
  const { unitPrice, listPrice, tiers, minimum, multiple } = price
  return { unitPrice, listPrice, tiers, minimum, multiple }
}

/** A tool as this buyer can order it. */
export const offeredTo = <T extends { minimumQuantity: number; multiple: number }>(
  tool: T,
  offered: Pick<ShownOffer, 'minimum' | 'multiple'>,
): T => ({
  ...tool,
  minimumQuantity: offered.minimum,
  multiple: offered.multiple,
})

/** A tool as it stands in the catalogue, at its own price. */
export const offeredAsListed = (tool: { price: number; minimumQuantity: number; multiple: number }): Offered => ({
  unitPrice: tool.price,
  listPrice: tool.price,
  tiers: [{ from: tool.minimumQuantity, unitPrice: tool.price }],
  minimum: tool.minimumQuantity,
  multiple: tool.multiple,
})

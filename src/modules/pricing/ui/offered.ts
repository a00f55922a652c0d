import { type OwnPrice as Price, pricesContract } from '../prices.contract.ts'
import type { Call } from '#ui/calls/call.ts'

/** What a buyer is offered of a tool: prices as decimals of the shop's currency. */
export type Offered = Pick<Price, 'unitPrice' | 'listPrice' | 'tiers' | 'minimum' | 'multiple'>

/** What the caller is offered; undefined of what is not sold. */
export async function readOffered(call: Call, toolId: string): Promise<Offered | undefined> {
  const [price] = await call(pricesContract.getPrices, { query: { ids: toolId } })
  if (!price) return undefined
  const { unitPrice, listPrice, tiers, minimum, multiple } = price
  return { unitPrice, listPrice, tiers, minimum, multiple }
}

/** What each of so many units costs. */
export const unitPriceAt = ({ tiers, unitPrice }: Offered, quantity: number): number =>
  tiers.findLast(({ from }) => from <= quantity)?.unitPrice ?? unitPrice

/** A tool as this buyer can order it. */
export const offeredTo = <T extends { minimumQuantity: number; multiple: number }>(tool: T, offered: Offered): T => ({
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

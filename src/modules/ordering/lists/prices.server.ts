import type { Context } from '#platform/context'
import { findOffers, readCallersPrices, unitsOfTools } from '../placing/offers.server.ts'
import type { NewLine } from './lists.contract.ts'

export type PricedLine = NewLine & { place: number; price: number | null }

/** The lines with what the caller pays for each by now; null where it is not sold. */
export async function withPrices(ctx: Context, lines: readonly NewLine[]): Promise<PricedLine[]> {
  const units = unitsOfTools(lines.map(({ tools_id: toolId, quantity }) => ({ toolId, quantity })))
  const offers = await findOffers(ctx, [...units.keys()], { fresh: true })
  const prices = await readCallersPrices(ctx, offers, { fresh: true })
  return lines.map((line, place) => {
    const isSold = offers.has(line.tools_id)
    const price = isSold ? prices.priceOf(line.tools_id, units.get(line.tools_id) ?? line.quantity).unitPrice : null
    return { ...line, place, price }
  })
}

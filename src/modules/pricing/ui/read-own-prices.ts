import { call } from '#ui/calls/call.ts'
import { mostPrices, pricesContract } from '../prices.contract.ts'
import type { PaidPrice } from './trade-price.tsx'

/** What whoever is here pays for each of these tools, by their ids: one call for as many as a list shows. */
export async function readOwnPrices(ids: readonly string[]): Promise<Map<string, PaidPrice>> {
  const pages = Array.from({ length: Math.ceil(ids.length / mostPrices) }, (_, at) =>
    ids.slice(at * mostPrices, (at + 1) * mostPrices),
  )
  const answers = await Promise.all(pages.map(page => call(pricesContract.getPrices, { query: { ids: page.join() } })))
  return new Map(
    answers.flat().flatMap(({ tools_id, unitPrice, listPrice }) => {
      // Whoever has gone meanwhile is told no prices.
      return unitPrice === null || listPrice === null ? [] : [[tools_id, { unitPrice, listPrice }] as const]
    }),
  )
}

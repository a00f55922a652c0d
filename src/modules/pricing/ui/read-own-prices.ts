import { call } from '#ui/calls/call.ts'
import { mostPrices, pricesContract } from '../prices.contract.ts'
import type { PaidPrice } from './trade-price.tsx'

/** What a buyer pays for a tool, and in which quantities it is sold to them. */
export type OwnOffer = PaidPrice & { minimum: number; multiple: number }

/** What whoever is here is offered of each of these tools, by their ids: one call for as many as a list shows. */
export async function readOwnPrices(ids: readonly string[]): Promise<Map<string, OwnOffer>> {
  const pages = Array.from({ length: Math.ceil(ids.length / mostPrices) }, (_, at) =>
    ids.slice(at * mostPrices, (at + 1) * mostPrices),
  )
  const answers = await Promise.all(pages.map(page => call(pricesContract.getPrices, { query: { ids: page.join() } })))
  return new Map(
    answers.flat().flatMap(({ tools_id, unitPrice, listPrice, minimum, multiple }) => {
      // Whoever has gone meanwhile is told no prices.
      return unitPrice === null || listPrice === null
        ? []
        : [[tools_id, { unitPrice, listPrice, minimum, multiple }] as const]
    }),
  )
}

import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { ShownPrice, idPattern, fieldTexts } from '#kernel/fields'
import { priceFieldTexts } from './fields.texts.ts'

/** What the caller pays for a tool. Amounts are decimals of the shop's currency, for one unit. */
export const OwnPrice = z.object({
  tools_id: z.string(),
  /** For the least that is sold. */
  unitPrice: ShownPrice,
  listPrice: ShownPrice,
  /** What is paid from how many units on; the first begins at `minimum`. */
  tiers: z.array(z.object({ from: z.number(), unitPrice: ShownPrice })),
  minimum: z.number(),
  multiple: z.number(),
  /** The name of the price list by which `unitPrice` is so. */
  list: z.optional(z.string()),
})
export type OwnPrice = z.infer<typeof OwnPrice>

export const mostPrices = 100
const isId = (id: string) => idPattern.test(id)

/** `ids=A&ids=B` or `ids=A,B`. */
const Ids = z.pipe(
  z.union([z.string(), z.array(z.string())], { error: () => priceFieldTexts.tools }),
  z.transform((input: string | string[], context) => {
    const ids = [...new Set([input].flat().flatMap(text => text.split(',')))].map(id => id.trim()).filter(Boolean)
    const message =
      ids.length === 0
        ? priceFieldTexts.tools
        : ids.length > mostPrices
          ? priceFieldTexts.most(mostPrices)
          : ids.every(isId)
            ? undefined
            : fieldTexts.id
    if (message === undefined) return ids.map(id => id.toLowerCase())
    context.issues.push({ code: 'custom', message, input })
    return z.NEVER
  }),
)

export const pricesContract = {
  getPrices: endpoint('GET /prices', {
    summary:
      'What the caller pays for these tools, to 100 of them: with an access token the account’s prices, without one everyone’s. Tools that are not on sale are left out.',
    access: 'everyone',
    personal: 'by-caller',
    reads: ['price_list', 'category', 'brand'],
    query: z.object({ ids: Ids }),
    answer: z.array(OwnPrice),
  }),
}

import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { Picture } from '#kernel/picture'
import { ShownPrice } from '#kernel/fields'
import { salesUnits } from '../sale.rules.ts'

/** A tool or part at the API's edge; pages read it, and nothing else of this module: it stands by itself. Prices are decimals of the shop's currency, per unit. */
export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.nullable(Address),
  picture: z.nullable(Picture),
  /** The mean of buyers' ratings, 0 to 5 with one decimal; null when nobody has rated it. */
  ratings: z.nullable(z.number()),
  ratingCount: z.number(),
  /** What everyone pays for the least that is sold: by a price list that is for everyone, or else the tool's own price. */
  price: ShownPrice,
  /** The tool's own price. */
  listPrice: ShownPrice,
  tags: z.array(z.string()),
  description: z.string(),
  availableQuantity: z.number(),
  minimumQuantity: z.number(),
  /** Quantities are ordered in multiples of this; the minimum is one. Both as everyone orders. */
  multiple: z.number(),
  /** What the price is for and a quantity counts; of a box, how many are in it. */
  unit: z.enum(salesUnits),
  boxQuantity: z.nullable(z.number()),
  /** Of one unit. */
  weightGrams: z.nullable(z.number()),
  partNumber: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  /** `path`: slugs from the top, `brakes/brake-pads`, null while it is hidden; `fullName`: names, `Brakes > Brake Pads`. */
  category: z.nullable(
    z.object({
      _id: z.string(),
      slug: z.string(),
      name: z.string(),
      path: z.nullable(z.string()),
      fullName: z.string(),
    }),
  ),
  version: z.number(),
})
export type Tool = z.infer<typeof Tool>

/** A tool as the shop itself knows it. */
export type PricedTool = Tool & { price: number; listPrice: number }

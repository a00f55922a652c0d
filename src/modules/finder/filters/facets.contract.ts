import * as z from 'zod/mini'
import { attributeKinds } from '#rules/catalogue'

export const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.number() })
export type FacetValue = z.infer<typeof FacetValue>

/** One attribute to narrow a list by: its values, or of a number from where to where those go that are left. */
export const AttributeFacet = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(attributeKinds),
  unit: z.string(),
  values: z.array(FacetValue),
  least: z.optional(z.string()),
  most: z.optional(z.string()),
})
export type AttributeFacet = z.infer<typeof AttributeFacet>

/**
 * Each counts what choosing its value would give, with all other filters as they are. Exact up to 10,000; 10,001 means
 * more than 10,000. Where numbers were cut off (`totalIsExact` is false), there may be more of each.
 */
export const Facets = z.object({
  category: z.array(z.extend(FacetValue, { path: z.string() })),
  brand: z.array(FacetValue),
  price: z.array(FacetValue),
  stock: z.array(FacetValue),
  rating: z.array(FacetValue),
  fit: z.array(FacetValue),
  /** With a vehicle, and with words or a category: `front`, `rear`. */
  position: z.array(FacetValue),
  /** Where categories are chosen: the attributes that they have, in their order. */
  attributes: z.array(AttributeFacet),
})

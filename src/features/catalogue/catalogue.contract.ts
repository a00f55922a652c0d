import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Picture } from '#kernel/picture'
import { Id, optionalText, wholeNumber } from '#kernel/fields'

/** A tool or part at the API's edge. `price` is a decimal of the shop's currency, per unit. */
export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.nullable(z.string()),
  picture: z.nullable(Picture),
  /** The mean of buyers' ratings, 0 to 5 with one decimal; null when nobody has rated it. */
  ratings: z.nullable(z.number()),
  ratingCount: z.number(),
  price: z.number(),
  tags: z.array(z.string()),
  description: z.string(),
  availableQuantity: z.number(),
  minimumQuantity: z.number(),
  partNumber: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  version: z.number(),
})
export type Tool = z.infer<typeof Tool>

/** How many rows a page of a list has at most, and unless asked. */
export const pageLimit = { most: 200, usual: 200 }

export const catalogueContract = {
  listTools: endpoint('GET /tools', {
    summary: 'The tools, newest first, at most 200 a page.',
    access: 'everyone',
    paged: true,
    query: z.object({
      limit: z.optional(wholeNumber('Use a whole number.')),
      after: optionalText(80),
      category: optionalText(80),
    }),
    answer: z.array(Tool),
  }),
  getTool: endpoint('GET /tools/:id', {
    summary: 'One tool.',
    access: 'everyone',
    params: z.object({ id: Id }),
    answer: Tool,
    refusals: ['tool-gone'],
  }),
  listCategories: endpoint('GET /categories', {
    summary: 'The categories that have tools, with how many.',
    access: 'everyone',
    answer: z.array(z.object({ slug: z.string(), name: z.string(), count: z.number() })),
  }),
  getHomeLists: endpoint('GET /home-lists', {
    summary: 'What the published static lists hold: the newest tools and the most sold ones.',
    access: 'everyone',
    answer: z.object({ newTools: z.array(Tool), popularTools: z.array(Tool) }),
  }),
}

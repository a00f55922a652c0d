import * as z from 'zod/mini'
import { attributeKinds } from './attributes.rules.ts'

/** What a tool says of one attribute. */
export const AttributeValue = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(attributeKinds),
  unit: z.string(),
  /** Of a number its decimal text, `58.5`; `yes` or `no`; of a choice its slug. */
  value: z.string(),
  /** The value as people read it, without the unit: of a choice its name. */
  label: z.string(),
})
export type AttributeValue = z.infer<typeof AttributeValue>

const SaidValue = z.nullable(z.union([z.string(), z.number(), z.boolean()], 'Use a text.'))

/**
 * What is said of a tool, by the slugs of attributes, or as a tool's own values are read. Empty or null takes a value away, what is
 * left out stays.
 */
export const SaidOfAttributes = z.optional(
  z.pipe(
    z
      .union(
        [z.record(z.string(), SaidValue), z.array(z.object({ slug: z.string(), value: SaidValue }))],
        'Use names of attributes with their values.',
      )
      .check(z.refine(said => Object.keys(said).length <= 200, 'Use at most 200 attributes.')),
    z.transform(said =>
      Array.isArray(said) ? Object.fromEntries(said.map(({ slug, value }) => [slug, value])) : said,
    ),
  ),
)

import * as z from 'zod/mini'
import { attributeKinds } from './attributes.rules.ts'
import { attributeFieldTexts } from './attributes.texts.ts'

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

const InputValue = z.nullable(z.union([z.string(), z.number(), z.boolean()], { error: () => attributeFieldTexts.text }))

/**
 * Values for a tool, by the slugs of attributes, or in the form in which a tool's own values are read. Empty or null takes a value away;
 * an attribute that is left out keeps its value.
 */
export const AttributesInput = z.optional(
  z.pipe(
    z
      .union([z.record(z.string(), InputValue), z.array(z.object({ slug: z.string(), value: InputValue }))], {
        error: () => attributeFieldTexts.values,
      })
      .check(z.refine(values => Object.keys(values).length <= 200, { error: () => attributeFieldTexts.most })),
    z.transform(values =>
      Array.isArray(values) ? Object.fromEntries(values.map(({ slug, value }) => [slug, value])) : values,
    ),
  ),
)

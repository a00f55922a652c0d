import * as z from 'zod/mini'
import { changingParts } from './answer-parts.ts'

/** In an answer that anybody may ask for: a price, as a decimal. Null where prices are for who is signed in, and nobody is. */
export const ShownPrice = z.nullable(z.number())

/** What takes the prices out of an answer of this schema; undefined where it has none. */
export const hidingPrices = (schema: z.core.$ZodType): ((answer: unknown) => unknown) | undefined =>
  changingParts<void>(schema, part => (part === ShownPrice ? () => null : undefined))

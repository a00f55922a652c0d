import * as z from 'zod/mini'
import { optionalText, requiredText } from '#kernel/fields'
import { phoneParts } from './phone.rules.ts'
import { addressFieldTexts } from './addresses.texts.ts'

const canBeDialled = z
  .string()
  .check(z.refine(text => phoneParts(text) !== undefined, { error: () => addressFieldTexts.phoneInvalid }))

/** The courier calls it: what cannot be dialled is refused while the buyer is still there. What may be no number of the country is taken. */
export const Phone = z.pipe(
  requiredText(() => addressFieldTexts.phone, 40),
  canBeDialled,
)

/** As `Phone`; blank counts as missing. */
export const optionalPhone = z.pipe(optionalText(40), z.optional(canBeDialled))

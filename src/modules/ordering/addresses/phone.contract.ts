import * as z from 'zod/mini'
import { optionalText, requiredText } from '#kernel/fields'
import { dialled } from '../orders/orders.rules.ts'

const cannotBeDialled = 'Use a phone number with its area code, such as +1 555 010 0148.'

/** The courier calls it: what cannot be dialled is refused while the buyer is still there. */
export const Phone = z.pipe(
  requiredText('Phone number is required', 40),
  z.string().check(z.refine(text => dialled(text) !== undefined, cannotBeDialled)),
)

/** As `Phone`; blank counts as missing. */
export const optionalPhone = z.pipe(
  optionalText(40),
  z.optional(z.string().check(z.refine(text => dialled(text) !== undefined, cannotBeDialled))),
)

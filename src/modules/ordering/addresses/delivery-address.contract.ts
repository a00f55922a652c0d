import * as z from 'zod/mini'
import { TypedAddress } from './addresses.contract.ts'
import { problemsByCountry, readPostalCode } from './by-country.rules.ts'
import type { DeliveryAddress as Checked } from './delivery-address.rules.ts'

/**
 * Where goods go, by the rules of its country: the one definition for forms and calls. All that is wrong is said at once. A postal code
 * comes out as it is written there.
 */
export const DeliveryAddress = z.pipe(
  z.custom<z.input<typeof TypedAddress>>(),
  z.transform((typed, context): Checked => {
    const { data, error } = TypedAddress.safeParse(typed)
    const country = typed.country.toUpperCase()
    const issues = [
      ...(error?.issues ?? []),
      ...problemsByCountry({ ...typed, country }).map(({ field, message }) => ({ path: [field], message })),
    ]
    for (const { path, message } of issues) context.issues.push({ code: 'custom', path, message, input: typed })
    if (!data || issues.length > 0) return z.NEVER
    const { postalCode, city = '', ...rest } = data
    return { ...rest, city, postalCode: postalCode && readPostalCode(postalCode, country) }
  }),
)

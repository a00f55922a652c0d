import * as z from 'zod/mini'
import { countryCode } from '#kernel/countries'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText, requiredText } from '#kernel/fields'
import { optionalPhone } from './phone.contract.ts'
import { addressLimits as limits, needsPostalCode } from './addresses.rules.ts'

/** Where goods go. `country` is a code of ISO 3166, such as `US`. */
export const DeliveryAddress = z
  .object({
    name: requiredText('Name is required', limits.name),
    company: optionalText(limits.company),
    street: requiredText('Street is required', limits.street),
    postalCode: optionalText(limits.postalCode),
    city: requiredText('City is required', limits.city),
    region: optionalText(limits.region),
    country: countryCode('Country is required'),
    /** The courier calls it. */
    phone: optionalPhone,
  })
  .check(
    z.refine(({ country, postalCode }) => postalCode !== undefined || !needsPostalCode(country), {
      path: ['postalCode'],
      message: 'Postal code is required',
    }),
  )

/** As an order keeps it: company and phone have places of their own there. */
export const OrderAddress = z.object({
  name: z.string(),
  street: z.string(),
  postalCode: z.optional(z.string()),
  city: z.string(),
  region: z.optional(z.string()),
  country: z.string(),
})

/** One of the account's addresses. */
export const KeptAddress = z.extend(OrderAddress, {
  _id: z.string(),
  company: z.optional(z.string()),
  phone: z.optional(z.string()),
  isDefault: z.boolean(),
})
export type KeptAddress = z.infer<typeof KeptAddress>

export const addressesContract = {
  listAddresses: endpoint('GET /addresses', {
    summary: 'The addresses of the account, the default one first.',
    access: 'signed-in',
    answer: z.array(KeptAddress),
  }),
  addAddress: endpoint('POST /addresses', {
    summary: 'Adds an address to the account. The first one is the default.',
    access: 'signed-in',
    idempotent: true,
    body: DeliveryAddress,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['too-many-addresses', 'idempotency-key-reused'],
  }),
  changeAddress: endpoint('PUT /addresses/:id', {
    summary: 'Changes an address. Orders that went there keep what they had.',
    access: 'owner',
    params: z.object({ id: Id }),
    body: DeliveryAddress,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['address-gone'],
  }),
  chooseAddress: endpoint('PUT /addresses/:id/default', {
    summary: 'Makes an address the default one.',
    access: 'owner',
    params: z.object({ id: Id }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['address-gone'],
  }),
  removeAddress: endpoint('DELETE /addresses/:id', {
    summary: 'Removes an address. Of those that are left, the oldest is the default.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
  }),
}

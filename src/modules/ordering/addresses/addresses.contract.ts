import * as z from 'zod/mini'
import { countryCode } from '#kernel/countries'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText, requiredText } from '#kernel/fields'
import { addressLimits as limits } from './delivery-address.rules.ts'
import { optionalPhone } from './phone.contract.ts'
import { addressFieldTexts } from './addresses.texts.ts'

/**
 * Where goods go, as it is sent. What its country asks for beyond that, the calls look at (`delivery-address.contract.ts`): most screens
 * know these calls, and need not know how addresses are written everywhere.
 */
export const TypedAddress = z.object({
  name: requiredText(() => addressFieldTexts.name, limits.name),
  company: optionalText(limits.company),
  street: requiredText(() => addressFieldTexts.street, limits.street),
  /** Needed in most countries, and written as there. */
  postalCode: optionalText(limits.postalCode),
  /** Needed but where the country is a city. */
  city: optionalText(limits.city),
  /** State, province, prefecture …; needed in some countries. */
  region: optionalText(limits.region),
  /** A code of ISO 3166, such as `US`, or Kosovo's, `XK`. */
  country: countryCode(() => addressFieldTexts.country),
  /** The courier calls it. */
  phone: optionalPhone,
})

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
  /** The same as E.164 writes it; `phoneIsDoubtful` where it could not be read as a number of the country. */
  phoneNumber: z.optional(z.string()),
  phoneIsDoubtful: z.optional(z.literal(true)),
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
    summary: 'Adds an address to the account, written as in its country. The first one is the default.',
    access: 'signed-in',
    idempotent: true,
    body: TypedAddress,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['too-many-addresses', 'idempotency-key-reused'],
  }),
  changeAddress: endpoint('PUT /addresses/:id', {
    summary: 'Changes an address. Orders that went there keep what they had.',
    access: 'owner',
    params: z.object({ id: Id }),
    body: TypedAddress,
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

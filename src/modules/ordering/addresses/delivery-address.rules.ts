/** Where goods go: the parts of an address, and how long they may be. What a country asks for beyond that: by-country.rules.ts. */

/** As it is typed or sent. */
export type TypedAddress = {
  name: string
  company?: string | undefined
  street: string
  postalCode?: string | undefined
  city?: string | undefined
  region?: string | undefined
  /** ISO 3166, two letters. */
  country: string
  phone?: string | undefined
}

/** As it is kept and printed: looked at by the rules of its country, in whose city-states `city` is empty. */
export type DeliveryAddress = TypedAddress & { city: string }

export const addressLimits = { most: 100, name: 120, company: 120, street: 200, postalCode: 20, city: 100, region: 100 }

import { countries, countriesByName, countryName } from '#kernel/countries'

/** Where goods go: the parts of an address, and how they stand as one text. Pure, for both sides. */

export type DeliveryAddress = {
  name: string
  company?: string | undefined
  street: string
  postalCode?: string | undefined
  city: string
  region?: string | undefined
  /** ISO 3166, two letters. */
  country: string
  phone?: string | undefined
}

export const addressLimits = { most: 100, name: 120, company: 120, street: 200, postalCode: 20, city: 100, region: 100 }

/** Countries without postal codes, or where many places have none. */
const withoutPostalCode = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP LC LY ML MO MR MW NR NU PA QA RW SB SC SL SO SR ST SY TD TG TK TL TO TT TV TZ UG VU WS YE ZW'.split(
    ' ',
  ),
)

export const needsPostalCode = (country: string): boolean =>
  countries.includes(country) && !withoutPostalCode.has(country)

/** Where the postal code stands behind town and region: `Dayton, OH 45402`. Elsewhere it stands before the town. */
const codeLast = new Set(['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN', 'HK', 'SG', 'ZA'])

/** An address as it stands on a parcel, line by line. Company and phone have places of their own on an order. */
export function addressLines(address: DeliveryAddress, locale: string): string[] {
  const { name, street, postalCode, city, region, country } = address
  const place = [city, region].filter(Boolean).join(', ')
  const town = codeLast.has(country) ? [place, postalCode] : [postalCode, place]
  return [name, street, town.filter(Boolean).join(' '), countryName(country, locale)]
}

export const addressText = (address: DeliveryAddress, locale: string): string =>
  addressLines(address, locale).join('\n')

/** An address that was typed as one text, with the country that was chosen beside it, unless it is in the text. */
export function textWithCountry(text: string, country: string, locale: string): string {
  const name = countryName(country, locale)
  return text.toLowerCase().includes(name.toLowerCase()) ? text : `${text}\n${name}`
}

/** The country that such a text ends with, by its code. */
export const countryInText = (text: string, locale: string): string | undefined =>
  countriesByName(locale).find(({ name }) => name === text.split('\n').at(-1))?.code

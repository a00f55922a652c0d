import { countries, withinCountry } from '#kernel/countries'
import { plainDigit } from '#kernel/typed-number'
import { addressTexts as texts } from './addresses.texts.ts'
import type { TypedAddress } from './delivery-address.rules.ts'
import { type CountryFormat, type Letter, formatOf } from './country-formats.rules.ts'

/** What an address needs, and how its parts are called, in the country that it is in. Pure, for both sides. */

export type PlaceField = 'street' | 'postalCode' | 'city' | 'region'

const letters: readonly (readonly [PlaceField, Letter])[] = [
  ['street', 'a'],
  ['postalCode', 'z'],
  ['city', 'c'],
  ['region', 's'],
]

/** What a field of the place is called there. */
export function labelOf(field: PlaceField, country: string): string {
  const { regionName, codeName, districtName, has } = formatOf(country)
  if (field === 'street') return districtName ? texts.streetWith[districtName] : texts.street
  if (field === 'postalCode') return texts.codes[codeName]
  if (field === 'city') return texts.city
  // Where the country is not chosen, or its addresses have none, no word is the right one.
  return countries.includes(country) && has('s') ? texts.regions[regionName] : texts.region
}

export type FieldOfCountry = { field: PlaceField; label: string; isNeeded: boolean; isThere: boolean }

/** The fields of a place in a country, in the order in which they are asked for. */
export function fieldsOf(country: string): FieldOfCountry[] {
  const { has, needs } = formatOf(country)
  return letters.map(([field, letter]) => ({
    field,
    label: labelOf(field, country),
    isNeeded: needs(letter),
    isThere: has(letter),
  }))
}

/** Whether a postal code there is typed with digits alone. */
export const isCodeOfDigits = (country: string): boolean => formatOf(country).postalCode?.isDigits === true

/** What is wrong with an address for its country, field by field. One that its addresses do not have may be there. */
export function problemsByCountry(address: Partial<TypedAddress>): { field: PlaceField; message: string }[] {
  const { country = '' } = address
  return fieldsOf(country).flatMap(({ field, label, isNeeded }) => {
    // That every address has a street, its schema says.
    if (field === 'street') return []
    const value = address[field]?.trim()
    if (!value) return isNeeded ? [{ field, message: texts.required(label) }] : []
    if (field !== 'postalCode' || readPostalCode(value, country) !== undefined) return []
    return [{ field, message: complaintAboutCode(country, label) }]
  })
}

function complaintAboutCode(country: string, label: string): string {
  const example = formatOf(country).postalCode?.example ?? ''
  // The contracts speak the language of the API.
  return texts.wrongCode({ label, country: withinCountry(country, 'en'), example })
}

/**
 * A postal code as its country writes it: in capitals and plain digits, with the hyphen or the space that was left out, and without the
 * sign of the country, which stands on the line of the address. Undefined where it is none of there.
 */
export function readPostalCode(typed: string, country: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[〒\u200E\u200F]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const { postalCode, lines } = formatOf(country)
  if (!postalCode) return plain === '' ? undefined : plain
  const bare = withoutSign(plain, country, lines)
  const readings = [plain, bare, ...[plain, bare].flatMap(text => inShapeOf(postalCode, text))]
  return readings.find(reading => postalCode.pattern.test(reading))
}

/** `D-10115`, `DE-10115`, `CH-8000`: the sign of the country before its code. */
function withoutSign(code: string, country: string, lines: readonly string[]): string {
  const [, printed] = lines.map(line => /^(\p{Lu}+)[ -]?z/u.exec(line)).find(Boolean) ?? []
  const signs = [country, country.slice(0, 1), printed].filter(Boolean).join('|')
  return code.replace(new RegExp(`^(?:${signs})(?:[ -] ?|(?=\\d))`), '')
}

/** The same signs, laid out as the example is, and behind the letters that each code there begins with. */
function inShapeOf({ pattern, example }: NonNullable<CountryFormat['postalCode']>, code: string): string[] {
  const [start = ''] = /^[A-Z]+[ -]?(?=\\d|\[)/.exec(pattern.source.slice('^(?:'.length)) ?? []
  const begun = start === '' ? [] : [start + code]
  const signs = code.match(sign) ?? []
  if (example.match(sign)?.length !== signs.length) return begun
  return [example.replaceAll(sign, () => signs.shift() ?? ''), ...begun]
}

const sign = /[\p{L}\p{N}]/gu

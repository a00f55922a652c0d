import { countriesByName, countryName } from '#kernel/countries'
import { readPostalCode } from './by-country.rules.ts'
import { type Letter, formatOf } from './country-formats.rules.ts'
import type { DeliveryAddress } from './delivery-address.rules.ts'

/** How an address stands on paper, in mails and on screens, and as one text. Pure, for both sides. */

const isInLatin = (text: string): boolean => !/\p{L}/u.test(text.replaceAll(/\p{Script=Latin}/gu, ''))

/**
 * An address as its country writes it, line by line: name, street and place in that order or the other way round, by the script that it is
 * in, and the country last. Company and phone have places of their own on an order.
 */
export const addressLines = (address: DeliveryAddress, locale: string): string[] => linesOf(address, locale, 'nazcs')

/** The same without the name, which stands before it. */
export const placeLines = (address: DeliveryAddress, locale: string): string[] => linesOf(address, locale, 'azcs')

function linesOf(address: DeliveryAddress, locale: string, letters: string): string[] {
  const { name, street, postalCode = '', city, region = '', country } = address
  const format = formatOf(country)
  const lines = isInLatin([name, street, city, region].join('')) ? format.latinLines : format.lines
  const countryLine = countryName(country, locale)
  const values = new Map<string, string>([
    ['n', name],
    ['a', street],
    // It may have been stored before the shop knew how it is written there.
    ['z', (postalCode && readPostalCode(postalCode, country)) ?? postalCode],
    ['c', city],
    ['s', region],
  ])
  const valueOf = (letter: Letter) => (letters.includes(letter) ? (values.get(letter) ?? '') : '')
  const printed = lines.map(line => printedLine(line, valueOf)).filter(line => line !== '')
  // What the country has no line for is printed all the same, but for the city of a country that is one.
  const homeless = (['z', 'c', 's'] as const).filter(letter => !lines.join().includes(letter)).map(valueOf)
  const rest = homeless
    .filter(value => value !== '' && !countryLine.toLowerCase().startsWith(value.toLowerCase()))
    .join(', ')
  if (rest !== '') printed.splice(isFromTheLarge(lines) ? 0 : printed.length, 0, rest)
  return [...printed, countryLine]
}

/** Whether the name comes last: the place stands before the street. */
const isFromTheLarge = (lines: readonly string[]): boolean => lines.at(0) !== 'n' && lines.at(-1) === 'n'

/** One line: of what stands between fields, nothing is printed beside one that is empty. */
function printedLine(line: string, valueOf: (letter: Letter) => string): string {
  let [text, between] = ['', '']
  for (const [token] of line.matchAll(/[nozacs]|[^nozacs]+/g)) {
    if (!isLetter(token)) {
      between = token
      continue
    }
    const value = valueOf(token)
    if (value === '') continue
    // At the beginning stands a sign, or a word, of the country's, and nothing that parts two fields.
    text += (text !== '' || /[\p{L}\p{So}]/u.test(between) ? between : '') + value
    between = ''
  }
  return text.trim()
}

const isLetter = (token: string): token is Letter => /^[nozacs]$/.test(token)

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

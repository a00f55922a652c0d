import { foldPartNumber } from './finder.rules.ts'

/** What is looked up for a text that may be a number. Nothing is ever looked up that is merely like it. */
export type NumberWish = {
  /** As numbers are compared. */
  folded: string
  /** Every number that is looked up whole. */
  exact: string[]
  /** The trade item's number with 14 digits, where the text is one. */
  gtin?: string
  /** "Halden 7-13": the number alone counts where it is of the brand said beside it. */
  ofBrand?: { folded: string; brand: string }
  /** Longer numbers that begin with it are looked for too. */
  isPrefix: boolean
  isOneToken: boolean
}

const prefixFrom = 3
const mostOfNumber = 100

/** What to look up for a text, or nothing where it cannot be a number. */
export function numberWishOf(text: string): NumberWish | undefined {
  const folded = foldPartNumber(text)
  if (folded === '' || folded.length > mostOfNumber) return undefined
  const tokens = text.split(/\s+/).filter(token => foldPartNumber(token) !== '')
  const isOneToken = tokens.length === 1
  const hasDigit = /\d/.test(folded)
  // A number of letters alone is looked up whole: as the beginning of one, every word would be.
  if (!hasDigit && !(isOneToken && folded.length >= prefixFrom)) return undefined
  const gtin = gtinOf(folded)
  const ofBrand = brandAndNumber(tokens)
  return {
    folded,
    exact: [...new Set([folded, gtin ?? folded, ofBrand?.folded ?? folded])],
    isOneToken,
    isPrefix: hasDigit && folded.length >= prefixFrom,
    ...(gtin && { gtin }),
    ...(ofBrand && { ofBrand }),
  }
}

/** GTIN-8, -12, -13 and -14 with their check digit, padded to 14 digits. */
export function gtinOf(folded: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(folded)) return undefined
  const digits = folded.padStart(14, '0')
  const sum = Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0 ? digits : undefined
}

/** Words without a digit before the number, or after it, may be the brand. */
function brandAndNumber(tokens: readonly string[]): NumberWish['ofBrand'] {
  const isNumeric = tokens.map(token => /\d/.test(token))
  const first = isNumeric.indexOf(true)
  const last = isNumeric.lastIndexOf(true)
  if (first === -1 || first > 0 === last < tokens.length - 1) return undefined
  const brand = first > 0 ? tokens.slice(0, first) : tokens.slice(last + 1)
  return { folded: foldPartNumber(tokens.slice(first, last + 1).join('')), brand: brand.join(' ') }
}

/** What every text that begins with `folded` comes before, in the order of code points. */
export const afterPrefix = (folded: string) => `${folded}\u{10ffff}`

/** A number as found: `rank` is the place of its kind, exact ones before those that it only begins. */
export type FoundNumber = { ordinal: number; brand: string | null; isExact: boolean }

/**
 * Brands between which the buyer has to choose: makers who gave the very same number to different things. Makers whose
 * number leads to the same tools do not collide.
 */
export function collisionOf(found: readonly FoundNumber[]): string[] {
  const exact = found.filter(({ isExact, brand }) => isExact && brand !== null)
  const byBrand = Map.groupBy(exact, ({ brand }) => brand?.toLowerCase())
  const tools = [...byBrand.values()].map(own =>
    own
      .map(({ ordinal }) => ordinal)
      .toSorted((a, b) => a - b)
      .join(),
  )
  if (new Set(tools).size < 2) return []
  return [...byBrand.values()].flatMap(([first]) => first?.brand ?? []).toSorted()
}

import { foldPartNumber } from './fold.rules.ts'
import { gtinsIn, readElementString } from './gs1.rules.ts'

type BrandNumber = { folded: string; brand: string }

/** What is looked up for a text that may be a number. Nothing is ever looked up that is merely like it. */
export type NumberQuery = {
  /** As numbers are compared. */
  folded: string
  /** Every number that is looked up whole. */
  exact: string[]
  /** The numbers of trade items, with 14 digits, that the text may be. */
  gtins: string[]
  /** "Halden 7-13": the number alone counts where it is of the brand said beside it. */
  ofBrand: BrandNumber[]
  /** Other numbers that may be meant, where nobody has this one: none of them is exact. */
  alike?: readonly string[]
  /** Longer numbers that begin with it are looked for too. */
  isPrefix: boolean
  /** One piece, or enough of several: what begins a number is none of the words of a name then. */
  isNoWord: boolean
  /** So many digits in one piece are nothing else, whatever a description says. */
  isPlainNumber: boolean
  /** All of it is one piece. */
  isOneToken: boolean
}

const prefixFrom = 3
const noWordFrom = 5
const plainNumber = /^\d{8,}$/
const mostOfNumber = 100
const mostBrandWords = 3

/** What to look up for a text, or nothing where it cannot be a number. */
export function numberQueryOf(text: string): NumberQuery | undefined {
  const scanned = readElementString(text)
  if (scanned) return scannedQuery(text, scanned.gtin)
  const folded = foldPartNumber(text)
  if (folded === '' || folded.length > mostOfNumber) return undefined
  const tokens = text.split(/\s+/).filter(token => foldPartNumber(token) !== '')
  const isOneToken = tokens.length === 1
  const hasDigit = /\d/.test(folded)
  // A number of letters alone is looked up whole: as the beginning of one, every word would be.
  if (!hasDigit && !(isOneToken && folded.length >= prefixFrom)) return undefined
  const gtins = gtinsIn(text, folded)
  const ofBrand = brandsAndNumbers(tokens)
  return {
    folded,
    exact: [...new Set([folded, ...gtins, ...ofBrand.map(one => one.folded)])],
    ofBrand,
    isNoWord: isOneToken || folded.length >= noWordFrom,
    isPlainNumber: isOneToken && plainNumber.test(folded),
    isPrefix: hasDigit && folded.length >= prefixFrom,
    isOneToken,
    gtins,
  }
}

/** What a scanner sent: the trade item, unless the whole text is somebody's number. */
function scannedQuery(text: string, gtin: string): NumberQuery {
  const folded = foldPartNumber(text)
  const isNumber = folded.length <= mostOfNumber
  const rest = { ofBrand: [], gtins: [gtin], isPrefix: false, isNoWord: true, isPlainNumber: true, isOneToken: true }
  return { folded: isNumber ? folded : gtin, exact: isNumber ? [folded, gtin] : [gtin], ...rest }
}

/** Words without a digit before the number, or after it, may be the brand, and some of them the number's own letters. */
function brandsAndNumbers(tokens: readonly string[]): BrandNumber[] {
  const first = tokens.findIndex(token => /\d/.test(token))
  const last = tokens.findLastIndex(token => /\d/.test(token))
  if (first === -1) return []
  const places = tokens.map((_, at) => at)
  const before = places.filter(at => at > 0 && at <= first && at <= mostBrandWords)
  const after = places.filter(at => at > last && tokens.length - at <= mostBrandWords)
  return [
    ...before.map(at => ({ brand: tokens.slice(0, at), number: tokens.slice(at) })),
    ...after.map(at => ({ brand: tokens.slice(at), number: tokens.slice(0, at) })),
  ].map(({ brand, number }) => ({ brand: brand.join(' ').toLowerCase(), folded: foldPartNumber(number.join('')) }))
}

/** What every text that begins with `folded` comes before, in the order of code points. */
export const afterPrefix = (folded: string) => `${folded}\u{10ffff}`

/** A number as found: `rank` is the place of its kind, exact ones before those that it only begins. */
export type NumberMatch = { ordinal: number; brand: string | null; isExact: boolean }

/**
 * Brands between which the buyer has to choose: makers who gave the very same number to different things. Makers whose
 * number leads to the same tools do not collide.
 */
export function collisionOf(matches: readonly NumberMatch[]): string[] {
  const exact = matches.filter(({ isExact, brand }) => isExact && brand !== null)
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

/** The query of other numbers that may be meant by one. */
export const alikeQuery = (query: NumberQuery, alike: readonly string[]): NumberQuery => ({
  ...query,
  exact: [...alike],
  alike,
  gtins: [],
  ofBrand: [],
  isPrefix: false,
})

/** How many steps of replaced numbers are followed: real chains are short, and a longer one is a mistake. */
export const chainMost = 50

/** By which rate something is taxed, and why. Rates in millionths. Pure, for both sides. */

/**
 * The reasons of EN 16931 (UNTDID 5305): standard rate, zero rate, exempt, reverse charge, goods to another state of the EU, export,
 * outside of the tax's scope. A rate above nothing is always `S`, and `S` always has one.
 */
export const taxReasons = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxReason = (typeof taxReasons)[number]

export type Tax = { rate: number; reason: TaxReason }

/** Where goods change hands. `country` as ISO 3166 has it, `region` as the buyer wrote it. */
export type Place = { country: string; region?: string | undefined }

/** What the owner says of one class in one country, or in one part of it: `region` may have several names, with commas between them. */
export type TaxRow = Tax & { country: string; region?: string | undefined; taxClass: string }

/** The shop's rates: a table, and the one rate of wherever the table says nothing. */
export type TaxTerms = { taxTable?: readonly TaxRow[]; taxRate: number }

/** What a tool is of, unless somebody says otherwise; delivery is of it, too. */
export const standardClass = 'standard'

export const taxLimits = { rows: 500, region: 200, taxClass: 40 }

/** Lower case, digits and hyphens; the same in the table, at the tool and on an order's line. */
export const taxClassPattern = /^[a-z][a-z0-9-]{0,39}$/

/** The classes of a shop: the standard one, and whatever its table names. */
export const taxClassesOf = (table: readonly TaxRow[]): string[] => [
  ...new Set([standardClass, ...table.map(row => row.taxClass).toSorted()]),
]

/** What is said of a class that a shop does not have. */
export function problemOfTaxClass(taxClass: string, table: readonly TaxRow[]): string | undefined {
  const known = taxClassesOf(table)
  if (known.includes(taxClass)) return undefined
  return `This shop has no tax class of this name. It has ${known.join(', ')}; another one begins with a row of the tax table, in Settings.`
}

/** How a region is compared, in whatever way it is typed. */
export const regionsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .split(',')
    .map(name => name.trim().replaceAll(/\s+/g, ' '))
    .filter(name => name !== '')

/** What the one rate comes to, by its reason. */
export const singleTax = ({ taxRate }: Pick<TaxTerms, 'taxRate'>): Tax => ({
  rate: taxRate,
  reason: taxRate > 0 ? 'S' : 'Z',
})

/**
 * How a class is taxed at a place: by the table's row for its region, else by that for the rest of its country. A country that the
 * table does not know has the shop's one rate. Where nobody has said the country, or the region in a country whose parts differ, or
 * the table knows the place and not the class, the highest holds of all that may: too little tax is never taken without a word.
 */
export function taxOf({ taxTable = [], taxRate }: TaxTerms, place: Place | undefined, taxClass: string): Tax {
  const rows = place ? taxTable.filter(row => row.country === place.country) : taxTable
  const ofClass = rows.filter(row => row.taxClass === taxClass)
  const typed = regionsOf(place?.region)
  const ofRegion = rows.filter(row => regionsOf(row.region).some(name => typed.includes(name)))
  const ofRest = place ? rows.filter(row => row.region === undefined) : []
  const own = ofRegion.find(row => row.taxClass === taxClass)
  const rest = ofRest.find(row => row.taxClass === taxClass)
  if (own) return toTax(own)
  if (rest && typed.length > 0) return toTax(rest)
  const isSaid = ({ country, region }: TaxRow) =>
    ofClass.some(row => row.country === country && (row.region === region || row.region === undefined))
  const mayHold =
    ofRegion.length > 0 ? [...ofRegion, ...ofRest] : rows.filter(row => row.taxClass === taxClass || !isSaid(row))
  return toTax(mayHold.reduce<Tax>((most, row) => (row.rate > most.rate ? row : most), rest ?? singleTax({ taxRate })))
}

const toTax = ({ rate, reason }: Tax): Tax => ({ rate, reason })

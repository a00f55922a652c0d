import { taxTexts } from './rates.texts.ts'

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

/**
 * What the owner says of one class in one country, or in one part of it: `region` may have several names, with commas between them.
 * `country` is a code of ISO 3166, or `elsewhere`.
 */
export type TaxRow = Tax & { country: string; region?: string | undefined; taxClass: string }

/** The country of a row that holds wherever no other row does. */
export const elsewhere = '*'

/**
 * The shop's rates: a table, and the one rate of a shop without a table, which also stands for a row for everywhere else that nobody
 * has written. `country` is the shop's own, as far as it is said.
 */
type TaxTerms = { taxTable?: readonly TaxRow[]; taxRate: number; country?: string | undefined }

/**
 * Reasons that hold for some buyers alone, such as a business whose VAT number was checked. Nobody's number can be checked yet, so
 * nobody is known to meet them.
 */
const conditionalReasons: readonly TaxReason[] = ['E', 'AE', 'K', 'G']

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
  const classes = taxClassesOf(table)
  return classes.includes(taxClass) ? undefined : taxTexts.noClass(classes)
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
 * How a class is taxed at a place: by the table's row for its region, else by that for the rest of its country. A country without a row
 * has what the table says of everywhere else. Where nobody has said the country, or the region in a country whose parts differ, or
 * the table knows the place and not the class, the highest holds of all that may: too little tax is never taken without a word. A row
 * with a condition that nobody is known to meet has the standard rate of the shop's country.
 */
export function taxOf(terms: TaxTerms, place: Place | undefined, taxClass: string): Tax {
  const { taxTable = [] } = terms
  const isConditional = taxTable.some(({ reason }) => conditionalReasons.includes(reason))
  return taxBy(isConditional ? { ...terms, taxTable: withoutConditions(terms) } : terms, place, taxClass)
}

/** The table as it holds for a buyer of whom nothing is known. Where the shop takes no tax at home either, a row stays as it is. */
function withoutConditions(terms: TaxTerms): TaxRow[] {
  const { taxTable = [], country } = terms
  const certain = taxTable.filter(({ reason }) => !conditionalReasons.includes(reason))
  const home = taxBy({ ...terms, taxTable: certain }, country === undefined ? undefined : { country }, standardClass)
  return taxTable.map(row => (conditionalReasons.includes(row.reason) && home.rate > 0 ? { ...row, ...home } : row))
}

/** As `taxOf`, with each row as it stands. */
function taxBy({ taxTable = [], taxRate }: TaxTerms, place: Place | undefined, taxClass: string): Tax {
  const rows = place ? taxTable.filter(row => row.country === place.country) : taxTable
  const anywhere = taxElsewhere({ taxTable, taxRate }, taxClass)
  const ofClass = rows.filter(row => row.taxClass === taxClass)
  const typed = regionsOf(place?.region)
  const ofRegion = rows.filter(row => regionsOf(row.region).some(name => typed.includes(name)))
  const ofRest = place ? rows.filter(row => row.region === undefined) : []
  const own = ofRegion.find(row => row.taxClass === taxClass)
  const rest = ofRest.find(row => row.taxClass === taxClass)
  if (own) return toTax(own)
  if (rest && typed.length > 0) return toTax(rest)
  const hasClass = ({ country, region }: TaxRow) =>
    ofClass.some(row => row.country === country && (row.region === region || row.region === undefined))
  const mayHold =
    ofRegion.length > 0 ? [...ofRegion, ...ofRest] : rows.filter(row => row.taxClass === taxClass || !hasClass(row))
  return highestOf(mayHold, rest ?? anywhere)
}

/** What holds in a country without a row: the table's row for everywhere else; of a class that it has no row of there, the highest. */
function taxElsewhere({ taxTable = [], taxRate }: TaxTerms, taxClass: string): Tax {
  const rows = taxTable.filter(({ country }) => country === elsewhere)
  const own = rows.find(row => row.taxClass === taxClass)
  const [first = singleTax({ taxRate })] = rows
  return own ? toTax(own) : highestOf(rows, first)
}

/**
 * The table with its row for everywhere else, as owners are shown it: where nobody has written one, the one rate holds there. A table
 * of nothing is a shop of one rate.
 */
export function withElsewhere({ taxTable = [], taxRate }: TaxTerms): readonly TaxRow[] {
  const hasRow = taxTable.some(row => row.country === elsewhere && row.taxClass === standardClass)
  if (taxTable.length === 0 || hasRow) return taxTable
  return [
    ...taxTable,
    { country: elsewhere, taxClass: standardClass, ...taxElsewhere({ taxTable, taxRate }, standardClass) },
  ]
}

const highestOf = (taxes: readonly Tax[], least: Tax): Tax =>
  toTax(taxes.reduce<Tax>((most, tax) => (tax.rate > most.rate ? tax : most), least))

const toTax = ({ rate, reason }: Tax): Tax => ({ rate, reason })

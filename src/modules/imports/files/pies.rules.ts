import { toMinorUnitsOfFormat } from '#kernel/money'
import { gramsIn, weightUnit } from '../columns/weight.rules.ts'
import { gtinIn } from '../columns/gtin.rules.ts'
import { cleanText } from '#kernel/tables/cells'
import { cutOrNull } from './text.rules.ts'
import { type Problem, type ProblemCode, importLimits } from '../import.rules.ts'
import { type NamedPart, type PartRow, emptyPart } from './rows.rules.ts'
import type { NumberRow } from '../columns/number-columns.rules.ts'
import { type XmlNode, attribute, brandIn, brandOn, child, childrenOf, textIn } from './xml.rules.ts'

export type PiesHead = { isFull: boolean; date: string | undefined; currency: string | undefined }

export function readPiesHead(header: XmlNode): PiesHead {
  return {
    isFull: textIn(header, 'SubmissionType')?.toUpperCase() === 'FULL',
    date: textIn(header, 'BlanketEffectiveDate') ?? textIn(header, 'ChangesSinceDate'),
    currency: textIn(header, 'CurrencyCode'),
  }
}

export type ItemReading = {
  brandOf: (code: string | undefined, label: string | undefined) => string
  currency: string
  /** Of the file, where a price says none. */
  fileCurrency: string | undefined
}

type Complain = (code: ProblemCode, field: string, value?: string | null) => void

/** `named`: the part of an item that gives no rows. */
type ReadItem = { rows: (PartRow | NumberRow)[]; problems: Problem[]; named?: NamedPart }

/** One `Item`: the part, and its numbers. Part of it that is wrong does not keep the rest out, but a price does. */
export function readItem(item: XmlNode, reading: ItemReading): ReadItem {
  const record = textIn(item, 'PartNumber') ?? null
  const problems: Problem[] = []
  const complain: Complain = (code, field, value = null) => {
    problems.push({ line: item.line, record, field, code, value: value?.slice(0, importLimits.text) ?? null })
  }
  const kind = attribute(item, 'MaintenanceType')?.toUpperCase() ?? 'A'
  if (!['A', 'C', 'D', 'N'].includes(kind)) complain('action-unknown', 'MaintenanceType', kind)
  if (!record) complain('value-missing', 'PartNumber')
  else if (record.length > 60) complain('value-too-long', 'PartNumber', record)
  const brand = reading.brandOf(brandIn(item), textIn(item, 'BrandLabel'))
  const named = record !== null && record.length <= 60 ? { named: { brand, part: record } } : {}
  const price = readPrice(item, reading, complain)
  if (problems.length > 0 || !record) return { rows: [], problems, ...named }
  const at = {
    line: item.line,
    record,
    action: kind === 'D' ? ('delete' as const) : ('put' as const),
    brand,
    part: record,
  }
  const minimum = Number(textIn(item, 'MinimumOrderQuantity'))
  const part: PartRow = {
    ...emptyPart,
    ...at,
    ...readDescriptions(item),
    price,
    ...readPackage(item),
    minimum: Number.isInteger(minimum) && minimum >= 1 && minimum <= 1_000_000 ? minimum : null,
  }
  const rows = at.action === 'delete' ? [part] : [part, ...readNumbers(item, at, complain)]
  return { rows, problems }
}

/** Units of measure as the shop sells: each, pair, kit or set. */
const unitCodes = new Map([
  ['EA', 'each'],
  ['PC', 'each'],
  ['PR', 'pair'],
  ['KT', 'set'],
  ['SE', 'set'],
  ['ST', 'set'],
])

/**
 * In what it is sold and what that weighs, of the smallest package. A package of several says nothing of what the price is for,
 * so it is left out.
 */
function readPackage(item: XmlNode): Pick<PartRow, 'unit' | 'weight'> {
  const packages = childrenOf(child(item, 'Packages') ?? item, 'Package').filter(
    node => attribute(node, 'MaintenanceType') !== 'D',
  )
  const countIn = (node: XmlNode) => Number(textIn(node, 'QuantityofEaches') ?? 1)
  const [smallest] = packages.toSorted((a, b) => countIn(a) - countIn(b))
  const unit = unitCodes.get((smallest && textIn(smallest, 'PackageUOM')?.toUpperCase()) ?? '')
  if (!smallest || !unit || (unit === 'each' && countIn(smallest) !== 1)) return { unit: null, weight: null }
  const weights = child(smallest, 'Weights')
  // Pounds have two codes.
  const scale = weights && weightUnit(attribute(weights, 'UOM')?.replace(/^PG$/i, 'LB') ?? '')
  return { unit, weight: (scale && gramsIn(textIn(weights, 'Weight') ?? '', scale)) ?? null }
}

/** In English, or without a language; the shop's own language has no say in what a maker writes. */
function readDescriptions(item: XmlNode): { name: string | null; description: string | null } {
  const all = childrenOf(child(item, 'Descriptions') ?? item, 'Description').filter(
    node =>
      (attribute(node, 'LanguageCode') ?? 'EN').toUpperCase() === 'EN' && attribute(node, 'MaintenanceType') !== 'D',
  )
  const first = (...codes: string[]) => {
    for (const code of codes) {
      const description = all.find(node => attribute(node, 'DescriptionCode') === code)
      const text = description && cleanText(description.text)
      if (text) return text
    }
    return null
  }
  return {
    name: cutOrNull(first('SHO', 'DES', 'INV', 'ABR', 'EXT'), 120),
    description: cutOrNull(first('EXT', 'MKT', 'FAB', 'DES'), 4000),
  }
}

/** What a buyer pays comes before what is asked of dealers, jobbers and warehouses. */
const priceTypes = ['RET', 'LST']
const rankOf = (node: XmlNode) => {
  const place = priceTypes.indexOf(attribute(node, 'PriceType')?.toUpperCase() ?? '')
  return place === -1 ? priceTypes.length : place
}

/** The price of one for a buyer: where the price depends on the quantity, that of the smallest. */
function readPrice(item: XmlNode, { currency, fileCurrency }: ItemReading, complain: Complain): number | null {
  const all = childrenOf(child(item, 'Prices') ?? item, 'Pricing').filter(
    node => attribute(node, 'MaintenanceType') !== 'D' && child(node, 'Price'),
  )
  const breakOf = (node: XmlNode) => Number(textIn(node, 'PriceBreak') ?? 1)
  const [smallest] = all.toSorted((a, b) => rankOf(a) - rankOf(b) || breakOf(a) - breakOf(b))
  if (!smallest) return null
  const listCurrency = (textIn(smallest, 'CurrencyCode') ?? fileCurrency)?.toLowerCase()
  const text = textIn(smallest, 'Price') ?? ''
  if (listCurrency && listCurrency !== currency.toLowerCase()) {
    complain('price-currency', 'Price', `${text} ${listCurrency.toUpperCase()}`)
    return null
  }
  const minor = toMinorUnitsOfFormat(text, currency)
  if (minor !== undefined && minor > 0) return minor
  complain('price-malformed', 'Price', text)
  return null
}

type At = { line: number; record: string; action: 'put' | 'delete'; brand: string; part: string }

function readNumbers(item: XmlNode, at: At, complain: Complain): NumberRow[] {
  const rows: NumberRow[] = []
  const plain = { ...at, kind: 'number' as const, numberBrand: null, note: null }
  const gtinText = textIn(item, 'ItemLevelGTIN')
  const gtin = gtinText === undefined ? undefined : gtinIn({ tell: complain }, 'ItemLevelGTIN', gtinText)
  if (gtin) rows.push({ ...plain, numberKind: 'gtin', value: gtin })
  else if (gtinText !== undefined) {
    complain('gtin-left-out', 'ItemLevelGTIN', gtinText)
    rows.push({ ...plain, action: 'keep', numberKind: 'gtin', value: '' })
  }
  for (const interchange of childrenOf(child(item, 'PartInterchangeInfo') ?? item, 'PartInterchange')) {
    const brand = attribute(interchange, 'BrandLabel') ?? brandOn(interchange) ?? null
    const isGone = attribute(interchange, 'MaintenanceType') === 'D'
    for (const node of childrenOf(interchange, 'PartNumber')) {
      const value = cleanText(node.text)
      if (!value) continue
      if (value.length > 60) complain('value-too-long', 'PartInterchange', value)
      else {
        rows.push({
          ...plain,
          action: isGone ? 'delete' : 'put',
          numberKind: 'interchange',
          value,
          numberBrand: cutOrNull(brand, 80),
          note: cutOrNull(attribute(node, 'InterchangeNotes') ?? attribute(interchange, 'InterchangeNotes'), 200),
        })
      }
    }
  }
  return rows
}

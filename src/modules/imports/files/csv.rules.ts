import { toolLimits } from '#rules/catalogue'
import type { ReadRow } from '#kernel/tables/table'
import { pictureKeyOf } from '#rules/media'
import { readCategory, readCategoryRow } from '../columns/category-columns.rules.ts'
import { splitConditions, splitNotes } from '../columns/fitment-cells.rules.ts'
import { gtinIn } from '../columns/gtin.rules.ts'
import { leftOutCode } from '../columns/left-out.rules.ts'
import { readNumberColumns } from '../columns/number-columns.rules.ts'
import { splitTexts } from '../columns/tags.rules.ts'
import { type ReadingMoney, packOf } from '../columns/tool-column.rules.ts'
import {
  type ToolValues,
  amountColumns,
  eachToolColumn,
  noToolValues,
  toolColumns,
} from '../columns/tool-columns.rules.ts'
import { type AttributeCell, attributeColumn, readAttributeCell } from '../columns/attribute-columns.rules.ts'
import { type Cells, type RecordAt, cellsOf } from '../columns/cells.rules.ts'
import type { CsvKind } from '../columns/csv-columns.rules.ts'
import { type Conversion, isLostInRounding, unitPrice } from '../mapping/mapping.rules.ts'
import { type Problem, importLimits, newestYear, oldestYear } from '../import.rules.ts'
import { type FitmentRow, type NamedPicture, type Row, emptyPart, vehicleByName } from './rows.rules.ts'
import type { Condition } from '../columns/fitment-cells.rules.ts'
import { type NumberRow, stagedNumberKinds } from '../columns/number-columns.rules.ts'

/**
 * `currency`: the shop's, unless there is a `conversion` into that one. `priceTimes`: what prices are multiplied by, by
 * `wholeFactor`.
 */
type ReadingPrices = ReadingMoney & { priceTimes?: bigint; conversion?: Conversion | undefined }

export type ReadRecord = { rows: Row[]; problems: Problem[] }

/**
 * One row of a table file as rows; a year range is as many rows. Problems instead of rows where it cannot be taken, and beside them where
 * only cells of it are left out.
 */
export function readRecord(kind: CsvKind, row: ReadRow<string>, more: { record: string } & ReadingPrices): ReadRecord {
  const at = { line: row.line, record: row.values.get('record') || more.record }
  const inTable = row.problems.map(({ fault, column, value }): Problem => ({
    ...at,
    code: fault,
    field: column ?? null,
    value: value.slice(0, importLimits.text) || null,
  }))
  if (inTable.some(refusesRow)) return { rows: [], problems: inTable }
  const read = cellsOf(withoutThese(row.values, inTable), at, row.silent)
  read.problems.push(...inTable)
  const rows = readers[kind](read, at, more)
  if (read.problems.some(refusesRow)) return { rows: [], problems: read.problems }
  const leftOut = read.problems.map(problem => ({ ...problem, code: leftOutCode(problem) ?? problem.code }))
  return { rows, problems: [...leftOut, ...read.notes] }
}

const refusesRow = (problem: Problem) => leftOutCode(problem) === undefined

/** What a table's reader has found wrong is no value. */
function withoutThese(values: ReadonlyMap<string, string>, problems: readonly Problem[]): ReadonlyMap<string, string> {
  if (problems.length === 0) return values
  const wrong = new Set(problems.map(({ field }) => field))
  return new Map([...values].filter(([column]) => !wrong.has(column)))
}

type Reader = (read: Cells, at: RecordAt, money: ReadingPrices) => Row[]

const part = (read: Cells) => ({ brand: read.text('brand', 80) ?? '', part: read.required('part_number', 60) })

const readers: Record<CsvKind, Reader> = {
  vehicles: (read, at) => [
    {
      ...at,
      kind: 'vehicle',
      system: read.required('system', 40),
      externalId: read.required('external_id', 60),
      year: read.year('year') ?? (read.required('year'), 0),
      make: read.required('make', 80),
      model: read.required('model', 120),
    },
  ],
  categories: (read, at) => [readCategoryRow(read, at)],
  numbers: (read, at) => readNumber(read, at),
  fitment: (read, at) => readFitment(read, at),
  prices: (read, at, money) => {
    if (!isUnpriced(read)) read.required('price')
    const values = priced(read, { ...noToolValues, price: toolColumns.price.read(read, 'price', money) }, money)
    return [{ ...emptyPart, ...at, ...part(read), ...values, isUnpriced: isUnpriced(read) }]
  },
  stock: (read, at) => {
    if (!read.silent.includes('quantity')) read.required('quantity')
    return [{ ...emptyPart, ...at, ...part(read), stock: read.whole('quantity', { least: 0, most: 2_147_483_647 }) }]
  },
  parts: (read, at, money) => {
    const named = { ...at, ...part(read) }
    return [
      {
        ...emptyPart,
        ...named,
        ...priced(read, readToolValues(read, money), money),
        category: readCategory(read),
        stock: read.whole('stock', { least: 0, most: 2_147_483_647 }),
        attributes: readAttributes(read),
        pictures: readPictures(read),
        isUnpriced: isUnpriced(read),
      },
      ...readNumberColumns(read, named),
    ]
  },
}

/** `on request`, of which somebody has said that it means no price. */
const isUnpriced = ({ silent, values }: Cells) => silent.includes('price') && !values.get('price')

/** What the row says in the plain columns of a tool. */
const readToolValues = (read: Cells, money: ReadingMoney): ToolValues =>
  Object.fromEntries(eachToolColumn.map(column => [column.name, column.read(read, column.name, money)])) as ToolValues

/** A list may say the price of a hundred, and the owner what prices are multiplied by, and what the list's currency is in the shop's. */
function priced(read: Cells, values: ToolValues, { priceTimes: times, conversion }: ReadingPrices): ToolValues {
  const per = packOf(1_000_000)(read, 'price_per') ?? undefined
  if (per === undefined && times === undefined && !conversion) return values
  const prices = amountColumns.map(column => {
    const minor = values[column]
    if (typeof minor !== 'number') return [column, null]
    const terms = {
      ...(per !== undefined && { per }),
      ...(column === 'price' && times !== undefined && { times }),
      conversion,
    }
    if (per !== undefined && isLostInRounding(minor, terms))
      return [column, read.complain('price-of-one-lost', column, `${read.values.get(column)} / ${per}`)]
    const price = unitPrice(minor, terms)
    const isAmount = price > 0 && Number.isSafeInteger(price)
    return [column, isAmount ? price : read.complain('price-malformed', column, read.values.get(column) ?? null)]
  })
  return { ...values, ...(Object.fromEntries(prices) as ToolValues) }
}

/** What the row says of attributes; which of them its part has, the plan finds out. */
function readAttributes(read: Cells): AttributeCell[] | null {
  const cells = [...read.values.keys()].flatMap(column =>
    attributeColumn(column) ? (readAttributeCell(column, read.text(column, Infinity) ?? '') ?? []) : [],
  )
  return cells.length > 0 ? cells : null
}

/** Addresses with blanks or bars between them. Of the shop's own only the key counts, whatever the shop was called when it wrote them. */
function readPictures(read: Cells): NamedPicture[] | null {
  const typed = read.text('pictures', toolLimits.pictures * 2000)
  if (typed === null) {
    const texts = read.text('picture_texts', Infinity)
    return texts === null ? null : read.complain('picture-texts-alone', 'picture_texts', texts)
  }
  const addresses = typed.split(/[\s|]+/).filter(Boolean)
  const texts = readPictureTexts(read, addresses.length)
  const pictures = new Map<string, NamedPicture>()
  for (const [at, address] of addresses.entries()) {
    const key = pictureKeyOf(address, () => true) ?? address
    if (!pictures.has(key)) pictures.set(key, { key, alt: texts && (texts[at] ?? '') })
  }
  if (pictures.size > toolLimits.pictures) return read.complain('too-many-pictures-named', 'pictures', typed)
  return pictures.size > 0 ? [...pictures.values()] : null
}

/** Of these pictures, in their order. */
function readPictureTexts(read: Cells, pictures: number): string[] | null {
  const typed = read.text('picture_texts', toolLimits.pictures * toolLimits.alt * 2)
  if (typed === null) return null
  const texts = splitTexts(typed)
  if (texts.length > pictures) return read.complain('picture-texts-too-many', 'picture_texts', typed)
  const isTooLong = texts.some(text => text.length > toolLimits.alt)
  return isTooLong ? read.complain('value-too-long', 'picture_texts', typed) : texts
}

function readNumber(read: Cells, at: RecordAt): NumberRow[] {
  const value = read.required('number', 60)
  const typed = read.required('kind').toLowerCase()
  const kind = stagedNumberKinds.find(kind => kind === typed)
  if (!kind) {
    if (typed) read.complain('choice-unknown', 'kind', typed)
    return []
  }
  const number = kind === 'gtin' ? gtinIn(read, 'number', value) : value
  if (number === undefined) read.complain('gtin-wrong', 'number', value)
  const numberBrand = kind === 'gtin' ? null : read.text('number_brand', 80)
  // What replaces what is said of one maker's numbers: another's is an interchange.
  if (kind === 'supersedes' && numberBrand && numberBrand.toLowerCase() !== read.text('brand', 80)?.toLowerCase()) {
    read.complain('replaces-other-brand', 'number_brand', numberBrand)
  }
  return [
    {
      ...at,
      ...part(read),
      kind: 'number',
      action: 'put',
      numberKind: kind,
      value: number ?? '',
      numberBrand,
      note: read.text('note', 200),
    },
  ]
}

function readFitment(read: Cells, at: RecordAt): FitmentRow[] {
  const make = read.required('make', 80)
  const model = read.required('model', 120)
  const engine = read.text('engine', 120)
  const [from, to] = readYears(read)
  const notes = read.text('notes', 2000)
  const submodel = read.text('submodel', 120)
  const conditions = readConditions(read)
  if (submodel) conditions.unshift({ name: 'Submodel', value: submodel })
  const row = {
    ...at,
    ...part(read),
    kind: 'fitment' as const,
    action: 'put' as const,
    fits: read.yes('fits') ?? true,
    position: read.text('position', 120),
    quantity: read.whole('quantity', { least: 1, most: 999 }),
    conditions,
    notes: splitNotes(notes ?? ''),
    partType: read.text('part_type', 120),
    label: null,
  }
  if (read.problems.length > 0) return []
  return Array.from({ length: to - from + 1 }, (_, more) => ({
    ...row,
    vehicle: vehicleByName({ year: from + more, make, model, engine }),
  }))
}

/** Inclusive. `1999-2004` in the one column is a range, too. */
function readYears(read: Cells): [number, number] {
  const span = /^(\d{4})\s*[-–]\s*(\d{4})$/.exec(read.text('year') ?? '')
  const year = span ? null : read.year('year')
  const from = span ? Number(span[1]) : (year ?? read.year('year_from'))
  const to = span ? Number(span[2]) : (year ?? read.year('year_to') ?? from)
  if (from === null || to === null) {
    if (read.problems.length === 0) read.complain('value-missing', 'year')
    return [0, -1]
  }
  if (from > to) read.complain('years-reversed', 'year', `${from}–${to}`)
  else if (from < oldestYear || to > newestYear || to - from >= importLimits.years) {
    read.complain('year-implausible', 'year', `${from}–${to}`)
  }
  return [from, to]
}

/** `Submodel=GLS; Drive=AWD`. */
function readConditions(read: Cells): Condition[] {
  return splitConditions(read.text('conditions', 2000) ?? '').map(({ written, ...condition }) => {
    if (!condition.name || !condition.value) read.complain('condition-malformed', 'conditions', written)
    return condition
  })
}

import type { ReadRow } from '#kernel/tables/table'
import { joined } from '#kernel/sentence'
import { type OpenTable, type TableChoices, type TableFacts, readTable } from '#kernel/tables/read-table'
import { TableRefused } from '#kernel/tables/table-problem'
import { type CsvHead, importForm } from './csv-head.rules.ts'
import type { CsvKind } from '../columns/csv-columns.rules.ts'
import { readRecord } from './csv.rules.ts'
import {
  FileProblem,
  type Problem,
  type ProblemCode,
  type RowKind,
  type UnreadOutcome,
  importLimits,
} from '../import.rules.ts'
import { cellsOf } from '../columns/cells.rules.ts'
import { asWord } from '../mapping/words.rules.ts'
import { type Conversion, type Fixed, type Mapping, wholeFactor, withFixed } from '../mapping/mapping.rules.ts'
import type { NamedPart, Row } from './rows.rules.ts'

/**
 * What was read of a file, as it comes: a few hundred rows at a time. `refused`: records that gave none; `leftOut`: those that are none;
 * `named`: the parts of those that can be read so far.
 */
export type Batch = { rows: Row[]; problems: Problem[]; named: (NamedPart & { kind: RowKind })[] } & Record<
  UnreadOutcome,
  RowCounts
>
export type RowCounts = Partial<Record<RowKind, number>>

export const emptyBatch = (): Batch => ({ rows: [], problems: [], refused: {}, leftOut: {}, named: [] })

const kindOfRows: Record<CsvKind, RowKind> = {
  parts: 'part',
  prices: 'part',
  stock: 'part',
  fitment: 'fitment',
  numbers: 'number',
  vehicles: 'vehicle',
  categories: 'category',
}

/** Rows of these kinds say something of a part that a list may lack. */
export const sayWhatParts: ReadonlySet<RowKind> = new Set(['part', 'number', 'fitment'])

export type TableReading = {
  /** The shop's. */
  currency: string
  locale: string
  choices: TableChoices
  /** What its columns are, where somebody has said so. */
  mapping?: Mapping | undefined
  /** Whose parts they are where a row does not say it. */
  brand?: string | undefined
  onFacts: (facts: TableFacts) => void
  /** The share that has been read, from 0 to 1. */
  onRead: (share: number) => void
}

/** Reads a table of parts, fitment and so on. Throws a `FileProblem` where it cannot be read as a whole. */
export async function* readImportTable(table: OpenTable, reading: TableReading): AsyncGenerator<Batch> {
  const form = importForm(reading)
  const { mapping } = reading
  const { facts, shape, rows } = await readTable(table, form, reading.choices).catch((error: unknown) =>
    mapping && error instanceof TableRefused && error.fault === 'names-missing'
      ? refuseShape(mapping)
      : asFileProblem(error),
  )
  reading.onFacts(facts)
  const head = shape.head as CsvHead
  const first = emptyBatch()
  first.problems.push(
    ...head.ignored.map(name => ({
      ...noted('column-unknown', shape.headLine, name.slice(0, 80)),
      value: joined(shape.samples.get(name) ?? [], ' · ').slice(0, importLimits.text) || null,
    })),
    ...shape.titles.map(line => noted('line-left-out', line)),
  )
  yield first
  let count = 0
  for await (const some of rows()) {
    yield batchOf(head, some, { first: count, reading })
    count += some.length
    reading.onRead(count / shape.rows)
  }
}

/** A table that cannot be read is a file that cannot be. */
export function asFileProblem(error: unknown): never {
  if (!(error instanceof TableRefused)) throw error
  const code = error.fault === 'names-missing' || error.fault === 'empty-file' ? 'head-missing' : error.fault
  throw new FileProblem(code, { line: error.line, value: error.value || null })
}

/** A list of another shape is not read by half: what is not multiplied, or is from another column, is a wrong price. */
function refuseShape({ columns }: Mapping): never {
  const heads = columns.flatMap(({ head, column }) => (column === '' ? [] : head))
  throw new FileProblem('columns-differ', { value: heads.join(', ').slice(0, importLimits.text) })
}

type Place = { first: number; reading: Pick<TableReading, 'currency' | 'locale' | 'mapping' | 'brand'> }

function batchOf(head: CsvHead, rows: readonly ReadRow<string>[], { first, reading }: Place): Batch {
  const { kind, weightUnit } = head
  const { locale, mapping, brand } = reading
  const times = mapping?.priceTimes
  const conversion = conversionOf(reading)
  const money = {
    currency: conversion?.from ?? reading.currency,
    locale,
    ...(times !== undefined && { priceTimes: wholeFactor(times) }),
    conversion,
  }
  const fixed = [...(brand === undefined ? [] : [{ column: 'brand', value: brand }]), ...(mapping?.fixed ?? [])]
  const batch = emptyBatch()
  for (const [at, row] of rows.entries()) {
    if (row.isBeside) {
      batch.problems.push(noted('line-left-out', row.line))
      tally(batch.leftOut, kindOfRows[kind])
      // A word may be a number that is listed with nothing beside it: what it names is not gone.
      nameParts(batch, kindOfRows[kind], namedIn(row, fixed))
      continue
    }
    const read = readRecord(
      kind,
      { ...row, values: withFixed(row.values, fixed) },
      // What is said of all rows is in kilograms.
      // Unlike String, it keeps no text of a number for another time: one for each row would stay until old garbage is collected.
      { record: (first + at + 1).toFixed(), ...money, ...(row.values.get('weight') && { weightUnit }) },
    )
    batch.rows.push(...read.rows)
    batch.problems.push(...read.problems.map(problem => asWord(problem, mapping !== undefined)))
    if (read.rows.length > 0) continue
    refuseRow(batch, kindOfRows[kind], namedIn(row, fixed))
  }
  return batch
}

function conversionOf({ currency: to, mapping }: Place['reading']): Conversion | undefined {
  if (!mapping?.currency) return undefined
  const { code: from, rate } = mapping.currency
  return { from, to, rate: wholeFactor(rate) }
}

/** The part of a row that was refused; undefined where that cannot be told. */
function namedIn({ values, problems }: ReadRow<string>, fixed: Fixed): NamedPart | undefined {
  if (problems.some(({ column }) => column === undefined || column === 'part_number' || column === 'brand'))
    return undefined
  const { text, problems: wrong } = cellsOf(withFixed(values, fixed), { line: 0, record: null })
  const [brand, part] = [text('brand', 80), text('part_number', 60)]
  return part === null || wrong.length > 0 ? undefined : { brand: brand ?? '', part }
}

/** Counts a row that was refused while it was read, and keeps which part it names, where that can be told. */
export function refuseRow(batch: Batch, kind: RowKind, named: NamedPart | undefined): void {
  tally(batch.refused, kind)
  nameParts(batch, kind, named)
}

function nameParts(batch: Batch, kind: RowKind, named: NamedPart | undefined): void {
  if (named && sayWhatParts.has(kind)) batch.named.push({ kind, ...named })
}

/** Counts some more rows of a kind. */
export function tally(counts: RowCounts, kind: RowKind, more = 1): void {
  counts[kind] = (counts[kind] ?? 0) + more
}

const noted = (code: ProblemCode, line: number, field: string | null = null): Problem => ({
  line,
  record: null,
  field,
  code,
  value: null,
})

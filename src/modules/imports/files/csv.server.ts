import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { type CsvHead, type CsvKind, readHead } from './csv-head.rules.ts'
import { readRecord } from './csv.rules.ts'
import { FileProblem, type Problem, type RowKind, importLimits } from '../import.rules.ts'
import type { Row } from './rows.rules.ts'

/** What was read of a file, as it comes: a few hundred rows at a time. `refused`: records that gave none. */
export type Batch = { rows: Row[]; problems: Problem[]; refused: Partial<Record<RowKind, number>> }

export const emptyBatch = (): Batch => ({ rows: [], problems: [], refused: {} })

const kindOfRows: Record<CsvKind, RowKind> = {
  parts: 'part',
  prices: 'part',
  stock: 'part',
  fitment: 'fitment',
  numbers: 'number',
  vehicles: 'vehicle',
}

const rowsABatch = 1000

const separators = [',', ';', '\t', '|']

/**
 * Reads a CSV file. The separator is the one that its first line has most of. Throws a `FileProblem` where the file as a
 * whole cannot be read; a bad record is a problem of its own.
 */
export async function* readCsv(text: AsyncIterable<string>, currency: string): AsyncGenerator<Batch> {
  const { first, all } = await peek(text)
  const parser = parse({
    delimiter: separatorOf(first),
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: importLimits.csvRecord,
  })
  const source = Readable.from(all, { highWaterMark: 1 })
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  let head: CsvHead | undefined
  let batch = emptyBatch()
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: Info }
      // The parser counts the lines read so far; a record without line breaks of its own began on the last of them.
      const line = info.lines - breaksWithin(record)
      if (!head) {
        if (record.length > importLimits.columns) throw new FileProblem('head-missing', { line })
        head = readHead(record, line)
        batch.problems.push(...head.unknown.map(value => unknownColumn(line, value)))
        continue
      }
      const read = readRecord(head, record, { line, record: String(info.records - 1), currency })
      batch.rows.push(...read.rows)
      batch.problems.push(...read.problems)
      if (read.rows.length === 0) countRefused(batch, kindOfRows[head.kind])
      if (batch.rows.length + batch.problems.length < rowsABatch) continue
      yield batch
      batch = emptyBatch()
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenFile(error) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
  if (!head) throw new FileProblem('head-missing', { line: 1 })
  yield batch
}

export function countRefused(batch: Batch, kind: RowKind): void {
  batch.refused[kind] = (batch.refused[kind] ?? 0) + 1
}

const unknownColumn = (line: number, value: string): Problem => ({
  line,
  record: null,
  field: value.slice(0, 80),
  code: 'column-unknown',
  value: null,
})

function breaksWithin(record: string[]): number {
  let breaks = 0
  for (const cell of record) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
  return breaks
}

function brokenFile(error: CsvError): FileProblem {
  const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : null
  return new FileProblem('csv-broken', { line, value: error.code })
}

async function peek(text: AsyncIterable<string>): Promise<{ first: string; all: AsyncIterable<string> }> {
  const chunks = text[Symbol.asyncIterator]()
  const begun: string[] = []
  let first = ''
  while (!first.trimStart().includes('\n') && first.length < 65_536) {
    const next = await chunks.next()
    if (next.done) break
    begun.push(next.value)
    first += next.value
  }
  async function* all() {
    yield* begun
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { first: first.trimStart().split(/\r?\n/, 1)[0] ?? '', all: all() }
}

function separatorOf(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, '')
  const counts = separators.map(separator => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

import { BrokenCsv, readCsvRecords } from '#platform/files/csv'
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

/** Reads a CSV file. Throws a `FileProblem` where the file as a whole cannot be read; a bad record is a problem of its own. */
export async function* readCsv(text: AsyncIterable<string>, currency: string): AsyncGenerator<Batch> {
  let head: CsvHead | undefined
  let batch = emptyBatch()
  try {
    for await (const { cells, line, record } of readCsvRecords(text, { mostOfRecord: importLimits.csvRecord })) {
      if (!head) {
        if (cells.length > importLimits.columns) {
          throw new FileProblem('too-many-columns', { line, value: String(cells.length) })
        }
        head = readHead(cells, line)
        batch.problems.push(...head.unknown.map(value => unknownColumn(line, value)))
        continue
      }
      const read = readRecord(head, cells, { line, record: String(record), currency })
      batch.rows.push(...read.rows)
      batch.problems.push(...read.problems)
      if (read.rows.length === 0) countRefused(batch, kindOfRows[head.kind])
      if (batch.rows.length + batch.problems.length < rowsABatch) continue
      yield batch
      batch = emptyBatch()
    }
  } catch (error) {
    throw error instanceof BrokenCsv ? new FileProblem('csv-broken', { line: error.line, value: error.code }) : error
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

import { toMinorUnits } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import { BrokenCsv, readCsvRecords } from '#platform/files/csv'
import { problemOfPrice } from '#rules/catalogue'
import { listLimits } from '../lists/lists.rules.ts'
import { type PriceColumn, columnsOf, priceFile, rowProblems } from './files.rules.ts'

/** A row as it came; `problem` says why it is no price. `price` in minor units. */
export type FileRow = {
  line: number
  brand: string
  partNumber: string
  from: number
  price: number
  minimum: number | null
  multiple: number | null
  problem: string | undefined
}

/** A file as it comes, and how many rows it may have. */
export type PriceSource = { chunks: AsyncIterable<Uint8Array>; rows: { most: number; tooMany: string } }

const refuseFile = (message: string) => refuseFields([{ field: 'prices', message }])

/** The rows of a file of prices, in its order, as they are read. A file that cannot be read as a whole is refused, and says where. */
export async function* readPriceFile({ chunks, rows }: PriceSource, currency: string): AsyncGenerator<FileRow> {
  let count = 0
  let columns: Map<PriceColumn, number> | undefined
  try {
    for await (const { cells, line } of readCsvRecords(textOf(chunks), { mostOfRecord: priceFile.recordCharacters })) {
      if (columns) {
        if (count === rows.most) throw refuseFile(rows.tooMany)
        count += 1
        yield rowOf({ cells, line, columns }, currency)
        continue
      }
      const found = columnsOf(cells)
      if (typeof found === 'string') throw refuseFile(found)
      columns = found
    }
  } catch (error) {
    if (error instanceof TypeError) throw refuseFile('Save this file as UTF-8: it has letters that cannot be read.')
    if (!(error instanceof BrokenCsv)) throw error
    throw refuseFile(
      `This file cannot be read from line ${error.line ?? 1} on. Look for a quotation mark that is not closed.`,
    )
  }
  if (count === 0) throw refuseFile('This file has no rows below the names of its columns.')
}

/** Chunk by chunk, so that a long file is never in memory as one text. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

type Raw = { cells: string[]; line: number; columns: Map<PriceColumn, number> }

function rowOf({ cells, line, columns }: Raw, currency: string): FileRow {
  const cell = (column: PriceColumn) => {
    const at = columns.get(column)
    return at === undefined
      ? ''
      : (cells[at] ?? '')
          .trim()
          .replace(/^'(?=[=+\-@])/, '')
          .replaceAll('\0', '')
  }
  const [from, minimum, multiple] = [wholeOf(cell('from')), wholeOf(cell('minimum')), wholeOf(cell('multiple'))]
  const isWrong = [from, minimum, multiple].includes(undefined)
  const typed = cell('price')
  const problem = cell('part_number') === '' ? rowProblems.missing : isWrong ? rowProblems.quantity : undefined
  return {
    line,
    brand: cell('brand'),
    partNumber: cell('part_number'),
    from: from ?? 1,
    price: toMinorUnits(typed, currency) ?? 0,
    minimum: minimum ?? null,
    multiple: multiple ?? null,
    problem: problem ?? problemOfPrice(typed, currency),
  }
}

/** Null where nothing is said; undefined where it is no quantity. */
function wholeOf(typed: string): number | null | undefined {
  if (typed === '') return null
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= listLimits.units ? number : undefined
}

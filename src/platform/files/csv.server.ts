import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'

/** One record of a CSV file. `line` is where it begins, `record` its number, the line of column names not counted. */
export type CsvRecord = { cells: string[]; line: number; record: number }

/** The file cannot be read on from here. `code` is the parser's own word for why. */
export class BrokenCsv extends Error {
  override name = 'BrokenCsv'
  readonly line: number | null
  readonly code: string

  constructor(error: CsvError) {
    super(error.message, { cause: error })
    this.line = 'lines' in error && typeof error.lines === 'number' ? error.lines : null
    this.code = error.code
  }
}

const separators = [',', ';', '\t', '|']

/**
 * The records of a CSV file, that of the column names first. The separator is the one that the first line has most of.
 * Throws `BrokenCsv` where it cannot be read.
 */
export async function* readCsvRecords(
  text: AsyncIterable<string>,
  { mostOfRecord }: { mostOfRecord: number },
): AsyncGenerator<CsvRecord> {
  const { first, all } = await peek(text)
  const parser = parse({
    delimiter: separatorOf(first),
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostOfRecord,
  })
  const source = Readable.from(all, { highWaterMark: 1 })
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const item of parser) {
      const { record: cells, info } = item as { record: string[]; info: Info }
      // The parser counts the lines read so far; a record without line breaks of its own began on the last of them.
      yield { cells, line: info.lines - breaksWithin(cells), record: info.records - 1 }
    }
  } catch (error) {
    throw error instanceof CsvError ? new BrokenCsv(error) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

function breaksWithin(cells: string[]): number {
  let breaks = 0
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
  return breaks
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

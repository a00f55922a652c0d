import { type RowProblem, TableRefused, faultValues } from './table-problem.ts'

/**
 * A row of a table file as it stands there. `line` is where it begins, from 1, and `lastLine` where it ends; in a workbook both
 * are the row's number.
 */
export type TableRow = {
  line: number
  lastLine: number
  cells: readonly string[]
  /** Lines from a quotation mark to its twin, and the separators between them, where a cell runs over a line's end: the cell with most of these. */
  swallowed?: { from: number; to: number; separators: number }
  /** How many separators its cells have between a mark and its twin. */
  joined?: number
  /** The file ends with this row, without a line's end; `mark`: within a cell whose quotation mark has no twin; `letter`: within one. */
  unended?: 'row' | 'mark' | 'letter'
  /** In a workbook: which cells are figures, written with a point and without grouping, and what their formats show beside them: `€`. */
  figures?: ReadonlyMap<number, string>
}

/** The lines of a cell of this row that hold as much as a row of so many columns has, or as two have with the rest of it; undefined where none does. */
export function rowsSwallowed({ cells, swallowed }: TableRow, width: number): TableRow['swallowed'] {
  if (!swallowed || width < 2) return undefined
  const { separators } = swallowed
  const isTwoRows = cells.length > width && separators > 0 && cells.length - 1 + separators >= 2 * (width - 1)
  return isTwoRows || separators >= width - 1 ? swallowed : undefined
}

/** Whether it has as many cells as there are names where the separators within its marks are such as well, and fewer as it was read. */
export const areCellsJoined = ({ cells, joined = 0 }: TableRow, width: number): boolean =>
  joined > 0 && cells.length + joined === width

/** `isFull`: the rows of the list have a cell for each of its names, as a rule. */
type ListShape = { width: number; isFull: boolean }

/** What is wrong with a row whatever its cells mean: it has more or fewer of them than it was written with. */
export function shapeProblems(row: TableRow, { width, isFull }: ListShape): RowProblem<never>[] {
  const problems: RowProblem<never>[] = []
  const complain = ({ fault, value = '', from = row.line, to = row.lastLine }: Complaint) =>
    problems.push({ fault, column: undefined, value, from, to })
  if (row.cells.slice(width).some(cell => cell.trim() !== '')) {
    complain({ fault: 'row-length', value: String(row.cells.length) })
  }
  const swallowed = rowsSwallowed(row, width)
  if (swallowed) {
    const { from, to } = swallowed
    complain({ fault: 'rows-in-cell', value: faultValues.lines(from, to), from, to })
  } else if (isFull && areCellsJoined(row, width)) complain({ fault: 'cells-in-cell', value: String(row.cells.length) })
  if (row.unended === 'mark') complain({ fault: 'ends-in-cell' })
  if (row.unended === 'letter') complain({ fault: 'ends-in-row' })
  return problems
}
type Complaint = Pick<RowProblem, 'fault'> & Partial<Pick<RowProblem, 'value' | 'from' | 'to'>>

const separators = [',', ';', '\t', '|']

/** A spreadsheet holds no longer cell. What runs on beyond it is a quotation mark without its twin. */
const mostOfCell = 32_767
const mostOfRow = 1024 * 1024

/** Cells between marks, which may run over line breaks. */
const wholeCells = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g

/**
 * The separator of a file by its first lines: what `sep=` says, else the sign by which most lines fall into the same number of
 * cells, more cells before fewer. `;` and `,` look alike where amounts have decimal commas: all lines agree on one of them only.
 */
export function separatorOf(start: string): string {
  const [, declared] = /^\ufeff?"?sep=(.)"?[\r\n]/i.exec(start) ?? []
  if (declared) return declared
  const lines = start
    .replaceAll(wholeCells, '')
    .split(/\r\n?|\n/)
    .slice(0, 50)
    .map(line => line.replaceAll(/"[^"]*"/g, ''))
    .filter(line => line.trim() !== '')
  let best = { separator: ',', agreeing: 0, cells: 1 }
  for (const separator of separators) {
    const counts = lines.map(line => line.split(separator).length).filter(cells => cells > 1)
    for (const cells of new Set(counts)) {
      const agreeing = counts.filter(count => count === cells).length
      const isBetter = agreeing > best.agreeing || (agreeing === best.agreeing && cells > best.cells)
      if (isBetter) best = { separator, agreeing, cells }
    }
  }
  return best.separator
}

/**
 * Reads rows of separated text, chunk by chunk. A cell that begins with a quotation mark ends with the next one that stands
 * before a separator or a line's end; a mark within a cell, or without such a twin, is part of it: `6" hose`. CR, LF and CRLF end
 * a line. Rows without anything in them are left out.
 */
export class RowReader {
  readonly #separator: string
  #rest = ''
  #line = 1
  #isStart = true
  /** A blank stands behind each separator of a row: two cells may be a sentence. */
  #isSpaced = false

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The line that is read next. */
  get line(): number {
    return this.#line
  }

  /** The rows that are whole with this chunk. */
  read(chunk: string): TableRow[] {
    return this.#take(chunk, false)
  }

  /** The rows that the file ends with. `isInLetter`: it is cut off within one. */
  end(isInLetter = false): TableRow[] {
    const rows = this.#take(isInLetter ? '\ufffd' : '', true)
    const last = isInLetter ? rows.at(-1) : undefined
    if (last) last.unended ??= 'letter'
    return rows
  }

  #take(chunk: string, isLast: boolean): TableRow[] {
    const text = this.#rest + chunk
    const rows: TableRow[] = []
    let at = 0
    if (this.#isStart) {
      if (!isLast && text.length < 10) {
        this.#rest = text
        return rows
      }
      this.#isStart = false
      at = text.startsWith('\ufeff') ? 1 : 0
      const [separatorLine] = /^"?sep=."?(\r\n|\r|\n)/i.exec(text.slice(at, at + 12)) ?? []
      if (separatorLine) {
        at += separatorLine.length
        this.#line += 1
      }
    }
    while (at < text.length) {
      const row = this.#rowAt(text, at, isLast)
      if (!row) break
      this.#isSpaced ||= row.cells.length > 2 && row.cells.slice(1).every(cell => /^ +\S/.test(cell))
      if (row.cells.some(cell => cell.trim() !== ''))
        rows.push({ ...row.more, line: this.#line, lastLine: row.line, cells: row.cells })
      this.#line = row.line + row.ended
      at = row.end
    }
    this.#rest = text.slice(at)
    if (this.#rest.length > mostOfRow) throw new TableRefused('row-too-long', { line: this.#line })
    return rows
  }

  /** Undefined where the row may go on in the next chunk. `line`: in which it ends; `ended`: whether a line's end followed. */
  #rowAt(text: string, from: number, isLast: boolean) {
    const cells: string[] = []
    const more: Pick<TableRow, 'swallowed' | 'joined' | 'unended'> = {}
    let isOpen = false
    let line = this.#line
    let at = from
    for (;;) {
      const mark = this.#markAt(text, at)
      const quoted = mark === undefined ? undefined : this.#quotedAt(text, mark, isLast)
      if (quoted === 'open') return undefined
      if (quoted) {
        const { cell, breaks, separators } = quoted
        cells.push(cell)
        if (separators > 0) more.joined = (more.joined ?? 0) + separators
        if (breaks > 0 && separators >= (more.swallowed?.separators ?? 0)) {
          more.swallowed = { from: line, to: line + breaks, separators }
        }
        line += breaks
        at = quoted.end
      } else {
        const end = this.#endOf(text, at)
        if (end === text.length && !isLast) return undefined
        if (mark !== undefined) isOpen ||= text.indexOf('"', mark + 1) === -1
        cells.push(text.slice(at, end))
        at = end
      }
      if (text[at] !== this.#separator) break
      at += 1
    }
    // A line feed may follow in the next chunk.
    if (text[at] === '\r' && at + 1 === text.length && !isLast) return undefined
    const isEnd = at < text.length
    if (!isEnd) more.unended = isOpen ? 'mark' : 'row'
    const end = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + (isEnd ? 1 : 0)
    return { cells, more, end, line, ended: isEnd ? 1 : 0 }
  }

  /** Where the mark is that a cell begins with; blanks may stand before it. */
  #markAt(text: string, from: number): number | undefined {
    let at = from
    while (text[at] === ' ') at += 1
    return text[at] === '"' ? at : undefined
  }

  #endOf(text: string, from: number): number {
    let end = from
    for (; end < text.length; end++) {
      const sign = text[end]
      if (sign === this.#separator || sign === '\n' || sign === '\r') break
    }
    return end
  }

  /** A whole quoted cell; undefined where the mark is part of the cell; `open` where the next chunk tells. */
  #quotedAt(text: string, from: number, isLast: boolean) {
    let at = from
    for (;;) {
      at = text.indexOf('"', at + 1)
      if (at === -1 || at - from > mostOfCell) {
        return at === -1 && !isLast && text.length - from <= mostOfCell ? ('open' as const) : undefined
      }
      if (at + 1 === text.length && !isLast) return 'open' as const
      if (text[at + 1] !== '"') break
      at += 1
    }
    const next = text[at + 1]
    if (next !== undefined && next !== this.#separator && next !== '\n' && next !== '\r') return undefined
    const cell = text.slice(from + 1, at).replaceAll('""', '"')
    return { cell, end: at + 1, ...this.#within(cell) }
  }

  /** Line breaks of a cell, and separators: those that a blank follows may be a sentence's, unless this file's own are written so. */
  #within(cell: string): { breaks: number; separators: number } {
    const breaks = /[\r\n]/.test(cell) ? (cell.match(/\r\n?|\n/g)?.length ?? 0) : 0
    let separators = 0
    for (let at = cell.indexOf(this.#separator); at !== -1; at = cell.indexOf(this.#separator, at + 1)) {
      if (this.#isSpaced || cell[at + 1] !== ' ') separators += 1
    }
    return { breaks, separators }
  }
}

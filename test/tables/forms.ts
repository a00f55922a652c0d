import { type MadeCell, type MadeSheet, type WorkbookKind, workbookOf } from './workbooks.ts'

/** A cell of any file; `figure`: a number where the file has them. What is XML can only stand in a workbook. */
export type Cell = string | { figure: string } | { xml: string }

/** How a file says its rows. `spoil`: what becomes of its text, before it is encoded; `lost`: so many bytes are missing at its end; `formats`: of a workbook's figures. */
export type Writing = {
  spoil?: ((text: string, separator: string) => string) | undefined
  lost?: number
  formats?: readonly string[]
}

/** A file as the world writes it, of any rows; the first of them names the columns, or stands above those that do. */
export type Form = {
  name: string
  kind: 'text' | 'workbook'
  /** A quotation mark of a cell stands there as it is, as the only one, begins a cell of the first column alone, or is written so that it can be read. */
  marks: 'bare' | 'among others' | 'first' | 'written'
  /** Its numbers say of themselves that they are meant as they are. */
  isMeant?: boolean
  /** Nothing stands behind its last row. */
  endsWithRows?: boolean
  /** The line of a row, the first being 0. */
  lineOf: (row: number) => number
  write: (rows: readonly (readonly Cell[])[], writing?: Writing) => Buffer
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : 'figure' in cell ? cell.figure : cell.xml)

const western = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
  ['UTF-8', text => Buffer.from(text)],
  ['UTF-8 with a mark', text => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with a mark', text => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without one', text => Buffer.from(text, 'utf16le')],
  ['UTF-16 the other way round', text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['Windows-1252', western],
]
const separators = [
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['bars', '|'],
] as const
const ends = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const

type Text = {
  separator?: string
  end?: string
  before?: string
  after?: string
  /** A cell in its place, the first row being 0. */
  cellOf?: (cell: string, row: number, column: number) => string
  encode?: (text: string) => Buffer
}

function textForm(
  name: string,
  { separator = ',', end = '\n', before = '', after = '', cellOf = cell => cell, encode = encodings[0]![1] }: Text,
  more: Partial<Form> = {},
): Form {
  return {
    name,
    kind: 'text',
    marks: 'bare',
    endsWithRows: after === '',
    lineOf: row => row + 1,
    write(rows, { spoil = (text: string) => text, lost = 0 } = {}) {
      const lines = rows.map((cells, row) =>
        cells.map((cell, column) => cellOf(textOf(cell), row, column)).join(separator),
      )
      const bytes = encode(before + spoil(lines.map(line => line + end).join('') + after, separator))
      return bytes.subarray(0, bytes.length - lost)
    },
    ...more,
  }
}

/** Every encoding with every separator, and each of both with every line's end. */
const plainTexts = encodings.flatMap(([encoding, encode], at) =>
  separators.map(([word, separator], place) => {
    const [endName, end] = ends[(at + place) % ends.length]!
    return textForm(`${encoding}, ${word}, ${endName}`, { separator, end, encode })
  }),
)

/** The first cell of each row, but for what stands on top. */
const firstCells = (mark: (cell: string) => string) => (cell: string, row: number, column: number) =>
  column === 0 && row > 0 && /^\S+$/.test(cell) ? mark(cell) : cell

const markedTexts = [
  textForm('sep=', { separator: ';', end: '\r\n', before: 'sep=;\r\n' }, { lineOf: row => row + 2 }),
  textForm('empty lines and cells', { end: '\n\n', after: ',,\n,,,,\n' }, { lineOf: row => 2 * row + 1 }),
  textForm(
    'blanks behind separators',
    { separator: ';', cellOf: (cell, _, column) => (column > 0 ? ` ${cell}` : cell) },
    { marks: 'first' },
  ),
  textForm('quoted cells', { cellOf: cell => `"${cell.replaceAll('"', '""')}"` }, { marks: 'written' }),
  // The next mark is that of a number.
  textForm('marks of spreadsheets', { cellOf: firstCells(cell => `="${cell}"`) }, { marks: 'among others' }),
  textForm('apostrophes', { cellOf: firstCells(cell => `'${cell}`) }, { isMeant: true }),
]

const madeOf = (cell: Cell): MadeCell => (typeof cell === 'object' && 'figure' in cell ? Number(cell.figure) : cell)

const hidden = { name: 'Old', rows: [['x']], state: 'hidden' } as const
const cover = { name: 'Cover', rows: [['Price list 2026'], ['Valid from', 'January'], ['Phone', '0123 4567']] }

const workbookForm = (name: string, kind: WorkbookKind = {}, ...before: MadeSheet[]): Form => ({
  name,
  kind: 'workbook',
  marks: 'written',
  lineOf: row => row + 1,
  write(rows, { formats = [] } = {}) {
    const sheet = { name: 'Rows', rows: rows.map(cells => cells.map(madeOf)) }
    return workbookOf([...before, sheet], { ...kind, formats })
  },
})

export const forms: readonly Form[] = [
  ...plainTexts,
  ...markedTexts,
  workbookForm('a workbook'),
  workbookForm('a workbook with texts in its cells', { texts: 'inline' }),
  workbookForm('a workbook without references', { hasReferences: false }),
  workbookForm('a workbook of strict OOXML', { isStrict: true }),
  workbookForm('a workbook with prefixes', { prefix: 'x' }),
  workbookForm('a workbook with backslashes', { separator: '\\' }),
  workbookForm('a workbook with its parts elsewhere', { folder: 'other/place' }),
  workbookForm('a workbook whose first sheet is hidden', {}, hidden),
  workbookForm('a workbook whose first sheet is a cover', {}, cover),
]

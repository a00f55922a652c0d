import type { Door } from './doors.ts'
import type { Cell, Form, Writing } from './forms.ts'
import { inFormat } from './workbooks.ts'

/** A row as every door can have it. */
export type Row = { number: string; text: string; value: string }

const valuesOf: Record<Door['value'], readonly string[]> = {
  amount: ['12.50', '1234.00', '3.00'],
  whole: ['12', '1234', '3'],
  number: ['1Z999AA1', '1Z999AA2', '1Z999AA3'],
}

export const rowsOf = ({ value }: Door): Row[] =>
  valuesOf[value].map((value, at) => ({
    number: `T-${at}A`,
    text: ['Größe', 'Café', 'Plain'][at] ?? '',
    value,
  }))

/** A line of a file and what a door has to make of it. `within`: it is read as part of the one above. */
export type Line = { cells: Cell[] } & (
  | { is: 'head' | 'left out' | 'within' }
  | { is: 'row'; row: Row }
  | { is: 'refused'; why: RegExp; isOnPage?: boolean }
)

type Wound = {
  name: string
  /** Only of these doors. */
  of?: (door: Door) => boolean
  /** Only in these forms. */
  in?: (form: Form) => boolean
  lines: (door: Door) => Line[]
} & Writing

const head = (door: Door, ...more: Cell[]): Line => ({ is: 'head', cells: [...door.head, ...more] })

const cellsOf = (door: Door, { number, text, value }: Row): [Cell, Cell, Cell] => [
  number,
  text,
  door.value === 'number' ? value : { figure: value },
]
const taken = (door: Door, row: Row, ...more: Cell[]): Line => ({
  is: 'row',
  row,
  cells: [...cellsOf(door, row), ...more],
})

/** Three rows of which the second has something else in it, the others being sound. */
function second(door: Door, why: RegExp, change: (cells: [Cell, Cell, Cell]) => Cell[], isOnPage = false): Line[] {
  const [one, two, three] = rowsOf(door) as [Row, Row, Row]
  const cells = change(cellsOf(door, two))
  return [head(door), taken(door, one), { is: 'refused', why, cells, isOnPage }, taken(door, three)]
}

const ofNumber = (name: string, number: Cell, why: RegExp, more: Partial<Wound> = {}): Wound => ({
  name,
  // Whatever says that it is meant is.
  in: ({ isMeant = false }) => !isMeant,
  lines: door => second(door, why, ([, ...others]) => [number, ...others]),
  ...more,
})
const ofValue = (name: string, value: Cell, why: RegExp, more: Partial<Wound> = {}): Wound => ({
  name,
  lines: door => second(door, why, ([number, text]) => [number, text, value]),
  ...more,
})

const isText = ({ kind }: Form) => kind === 'text'
const isOfNumbers = ({ isOfNames = false }: Door) => !isOfNames
const isOf = (value: Door['value']) => (door: Door) => door.value === value

/** Beside the shop's currency a list may have its own. */
const otherCurrency = /not in the shop’s currency|in another currency than its list/

/** What looks like a wound, and is none. */
const sound = (name: string, rowOf: (row: Row, at: number) => Row, more: Partial<Wound> = {}): Wound => ({
  name,
  lines: door => [head(door), ...rowsOf(door).map((row, at) => taken(door, rowOf(row, at)))],
  ...more,
})

const all: readonly Wound[] = [
  sound('nothing', row => row),
  ofNumber('a number that was shortened', '4.00638E+12', /has shortened this number/),
  ofNumber('a number that became a date', '04-Mar', /has made a date of this number/),
  ofNumber('a number that became a day', inFormat(46_085, 1) as Cell, /has made a date of this number/, {
    formats: ['d\\-mmm'],
  }),
  ofNumber('an error of a formula for a number', '#N/A', /shows an error here/),
  ofNumber('an error in a cell for a number', { xml: '<c t="e"><v>#N/A</v></c>' }, /shows an error here/),
  ofNumber('more digits than a spreadsheet keeps', { xml: '<c><v>1.23456789012345E+17</v></c>' }, /has shortened/, {
    of: isOfNumbers,
  }),
  ofNumber('a number of which its format shows more', inFormat(12, 1) as Cell, /shows more than this number/, {
    of: isOfNumbers,
    formats: ['"KW-"0000'],
  }),
  ofValue('an error of a formula for a value', '#REF!', /shows an error here/),
  ofValue('an error in a cell for a value', { xml: '<c t="e"><v>#REF!</v></c>' }, /shows an error here/),
  ofValue('a formula of which nobody has computed the value', { xml: '<c><f>A1*2</f><v></v></c>' }, /has not computed/),
  ofValue('a tracking number that was shortened', '4.00638E+12', /has shortened/, { of: isOf('number') }),
  // Where the others are figures, no other one says its sign: the file is asked.
  ofValue('an amount whose sign can be both', '1.500', /read in two ways/, { of: isOf('amount'), in: isText }),
  {
    name: 'units whose sign can be both',
    of: isOf('whole'),
    lines: door => second(door, /read in two ways/, ([number, text]) => [number, text, '1.500'], true),
  },
  ofValue('an amount with more decimals', '12.505', /has more decimals/, { of: isOf('amount'), in: isText }),
  ofValue('an amount beside another currency', '€ 12.50', otherCurrency, { of: isOf('amount') }),
  ofValue('a figure in another currency', inFormat(12.5, 1) as Cell, otherCurrency, {
    of: isOf('amount'),
    formats: ['#,##0.00\\ [$€-407]'],
  }),
  {
    name: 'a row of another currency',
    of: isOf('amount'),
    lines(door) {
      const [one, two, three] = rowsOf(door) as [Row, Row, Row]
      return [
        head(door, 'Currency'),
        taken(door, one, 'USD'),
        { is: 'refused', why: otherCurrency, cells: [...cellsOf(door, two), 'CHF'] },
        taken(door, three, ''),
      ]
    },
  },
  {
    name: 'more cells than names',
    lines: door => second(door, /more cells than there are names/, cells => [...cells, '', 'lost']),
  },
  {
    name: 'a cell behind its names',
    lines: door => second(door, /more cells than there are names/, cells => [...cells, 'lost']),
  },
  {
    name: 'a row without its number',
    of: isOfNumbers,
    lines: door => second(door, /part.number|order’s number/, ([, ...others]) => ['', ...others], true),
  },
  {
    name: 'a heading among its rows',
    of: isOfNumbers,
    lines(door) {
      const [one, two, three] = rowsOf(door) as [Row, Row, Row]
      const heading: Line = { is: 'left out', cells: ['BREMSEN', '', ''] }
      return [head(door), taken(door, one), heading, taken(door, two), taken(door, three)]
    },
  },
  {
    name: 'rows that were read as one cell',
    in: ({ marks }) => marks === 'bare',
    lines(door) {
      const [one, two, three] = rowsOf(door) as [Row, Row, Row]
      const [first] = cellsOf(door, two)
      const last = cellsOf(door, three)
      return [
        head(door),
        { is: 'refused', why: /read as one cell/, cells: [first, '"6 hose', two.value] },
        { is: 'within', cells: [last[0], '7"', last[2]] },
        taken(door, one),
      ]
    },
  },
  {
    name: 'rows that were read as one cell, the first of theirs',
    // A text keeps an apostrophe.
    in: ({ marks, isMeant = false }) => (marks === 'bare' || marks === 'first') && !isMeant,
    lines(door) {
      const [one, two, three] = rowsOf(door) as [Row, Row, Row]
      const turned = ([number, text, value]: readonly Cell[]) => [text, number, value] as Cell[]
      return [
        { is: 'head', cells: turned(door.head) },
        { is: 'refused', why: /read as one cell/, cells: turned(cellsOf(door, { ...two, text: '"6 hose' })) },
        { is: 'within', cells: turned(cellsOf(door, { ...three, text: '7"' })) },
        { is: 'row', row: one, cells: turned(cellsOf(door, one)) },
      ]
    },
  },
  {
    name: 'cells that were read as one',
    in: ({ marks }) => marks === 'bare',
    lines: door =>
      second(door, /were read as one/, ([number]) => [number, '"6 hose', `${rowsOf(door)[1]?.value ?? ''}"`]),
  },
  sound('inch signs that are no marks', (row, at) => ({ ...row, text: ['"6 hose', '7" hose', '8"'][at] ?? '' })),
  sound('separators within its cells', row => ({ ...row, text: 'some;more,words|here' }), {
    of: isOfNumbers,
    in: ({ marks }) => marks === 'written',
  }),
  sound('breaks within its cells', row => ({ ...row, text: 'two\nlines; or, more' }), {
    // Others want one line.
    of: isOf('amount'),
    in: ({ marks }) => marks === 'written',
  }),
  sound('zeros before its numbers', (row, at) => ({ ...row, number: `0045${at}` })),
  sound('numbers that are meant as they are', (row, at) => ({ ...row, number: `2026-03-0${at}` }), {
    of: isOfNumbers,
    in: ({ isMeant = false }) => isMeant,
  }),
  {
    name: 'empty cells behind its rows',
    lines: door => [head(door), ...rowsOf(door).map(row => taken(door, row, '', ''))],
  },
  {
    name: 'an end within a row',
    in: ({ endsWithRows = false }) => endsWithRows,
    spoil: (text, separator) => text.slice(0, text.lastIndexOf(separator)),
    lines: door => last(door, /ends within this row/),
  },
  {
    name: 'an end within a quoted cell',
    in: form => isText(form) && form.marks !== 'first',
    spoil: text => `${text.slice(0, text.lastIndexOf('Plain')).replace(/"$/, '')}"Pl`,
    lines: door => last(door, /ends within a quoted cell/),
  },
  {
    name: 'an end within a letter',
    in: isText,
    spoil: text => `${text.slice(0, text.lastIndexOf('Plain'))}Plö`,
    lost: 1,
    lines: door => last(door, /ends within (?:this row|a quoted cell)/),
  },
  {
    name: 'titles above',
    lines: door => [
      { is: 'left out', cells: ['Our list of 2026', '', ''] },
      { is: 'left out', cells: ['Spring'] },
      head(door),
      ...rowsOf(door).map(row => taken(door, row)),
    ],
  },
  {
    name: 'totals and words below',
    of: isOfNumbers,
    lines: door => [
      head(door),
      ...rowsOf(door).map(row => taken(door, row)),
      { is: 'left out', cells: ['', 'Total', { figure: '99' }] },
      { is: 'left out', cells: ['Total', '', { figure: '99' }] },
      { is: 'left out', cells: ['E&OE. Prices are subject to change.', '', ''] },
      { is: 'left out', cells: ['', 'Alle Preise zzgl. MwSt.', ''] },
    ],
  },
]

function last(door: Door, why: RegExp): Line[] {
  const [one, two, three] = rowsOf(door) as [Row, Row, Row]
  return [head(door), taken(door, one), taken(door, two), { is: 'refused', why, cells: cellsOf(door, three) }]
}

/** A wound is left out of a form that cannot have it: what is XML in a text, what ends a text in a workbook. */
function canHave(form: Form, { spoil, in: isIn = () => true }: Wound, lines: readonly Line[]): boolean {
  const hasXml = lines.some(({ cells }) => cells.some(cell => typeof cell === 'object' && 'xml' in cell))
  return isIn(form) && (form.kind === 'workbook' ? spoil === undefined : !hasXml)
}

/** What can be wrong with a file of this door, and in which of these forms. */
export function woundsOf(door: Door, forms: readonly Form[]) {
  // A name may begin with such a mark.
  const own = forms.filter(({ isMeant = false }) => !(isMeant && door.isOfNames))
  return all
    .filter(({ of = () => true }) => of(door))
    .map(wound => {
      const lines = wound.lines(door)
      return { ...wound, lines, forms: own.filter(form => canHave(form, wound, lines)) }
    })
}

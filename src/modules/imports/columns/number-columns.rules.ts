import type { ColumnConcept } from '#kernel/tables/column-names'
import { plainNumberCell, woundOfNumber } from '#kernel/tables/cells'
import type { Cells } from './cells.rules.ts'
import type { ProblemCode } from '../import.rules.ts'
import { gtinIn } from './gtin.rules.ts'

export const stagedNumberKinds = ['oem', 'interchange', 'gtin', 'supersedes'] as const

export type NumberRow = {
  kind: 'number'
  line: number
  record: string | null
  /** Keep: the file says nothing of the part's numbers of this kind that can be read, and they stay as they are. */
  action: 'put' | 'delete' | 'keep'
  brand: string
  part: string
  numberKind: (typeof stagedNumberKinds)[number]
  value: string
  numberBrand: string | null
  note: string | null
}

type NumberColumn = {
  concept: ColumnConcept
  about: string
  samples: readonly [string, string]
  /** As of a plain column. */
  leftOut?: ProblemCode
}

/** Columns of a list of parts that say other numbers of its parts, as a list of numbers does with a row for each. */
export const numberColumns = {
  gtin: {
    concept: 'gtin',
    about: 'The numbers of its barcode, several with ; or | or a comma and a space between them.',
    samples: ['4006381333931', ''],
    leftOut: 'gtin-left-out',
  },
  oem: {
    concept: 'oem',
    about: 'Numbers by which makers of vehicles know it, several with ; or | or a comma and a space between them.',
    samples: ['04465-02220; 04465-02230', ''],
  },
  cross_reference: {
    concept: 'crossReference',
    about:
      'Numbers of other makers’ parts in whose place it goes, several with ; or | or a comma and a space between them.',
    samples: ['MX 889-A', ''],
  },
  successor: {
    concept: 'successor',
    about: 'The number of the same brand that replaces it.',
    samples: ['', 'KT-2201'],
  },
} satisfies Record<string, NumberColumn>

export type NumberColumnName = keyof typeof numberColumns
export const eachNumberColumn = Object.entries(numberColumns) as [NumberColumnName, NumberColumn][]

/** Whether a list may have several columns of this name. */
export const isSeveral = (name: string): boolean => name !== 'successor' && Object.hasOwn(numberColumns, name)

/** A list may have a column for each of a part's numbers: the second of a name is `oem 2`. */
export function distinctNumberColumns(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const turn = names.slice(0, at + 1).filter(other => other === name).length
    return isSeveral(name) && turn > 1 ? `${name} ${turn}` : name
  })
}

/** The column's own name. */
export const baseOfColumn = (name: string): string =>
  /\d$/.test(name) ? name.replace(/^(gtin|oem|cross_reference) \d+$/, '$1') : name

const kindOf = { gtin: 'gtin', oem: 'oem', cross_reference: 'interchange', successor: 'supersedes' } as const

/** The column that says numbers of this kind, in a list of parts. */
export const columnOfKind = (kind: string): string =>
  eachNumberColumn.find(([name]) => kindOf[name] === kind)?.[0] ?? kind

/**
 * The numbers that a row of a list of parts says, as rows of a list of numbers. Where a GTIN is none, one row more keeps those that the
 * part has: a list that is all that its source has would take them out.
 */
export function readNumberColumns(
  read: Cells,
  part: Pick<NumberRow, 'line' | 'record' | 'brand' | 'part'>,
): NumberRow[] {
  const numbers = [...read.values.keys()].flatMap(column => {
    const name = baseOfColumn(column)
    return isNumberColumn(name) ? numbersIn(read, { column, name, part }) : []
  })
  const isGtinWrong = read.problems.some(({ field }) => field !== null && baseOfColumn(field) === 'gtin')
  return isGtinWrong ? [...numbers, { ...rowOf(part, 'gtin'), action: 'keep', value: '' }] : numbers
}

const rowOf = (part: NumberCell['part'], name: NumberColumnName) =>
  ({ ...part, kind: 'number', numberKind: kindOf[name], numberBrand: null, note: null }) as const

const isNumberColumn = (name: string): name is NumberColumnName => Object.hasOwn(numberColumns, name)

/** What stands between several numbers of a cell: signs that no number has, or that stand by themselves. */
const betweenNumbers = /[;；、|\\\r\n]|[,，]\s+|，|\s\/\s/

/** `77 00 000 123 - 82 00 000 321`, `52540-88795/52540-88796`: such a sign may be of a number, unless both sides are as long as numbers are. */
const betweenLongOnes =
  /(?<=(?:[\p{L}\p{N}]\s?){6})\s[-–]\s(?=(?:[\p{L}\p{N}]\s?){6})|(?<=(?:[\p{L}\p{N}][-\s]?){6})\/(?=(?:[\p{L}\p{N}][-\s]?){6})/u

type NumberCell = {
  column: string
  name: NumberColumnName
  part: Pick<NumberRow, 'line' | 'record' | 'brand' | 'part'>
}

function numbersIn(read: Cells, { column, name, part }: NumberCell): NumberRow[] {
  const typed = read.text(column, 4000)
  if (typed === null) return []
  const numbers = typed
    .split(betweenNumbers)
    .flatMap(numbers => numbers.split(betweenLongOnes))
    .map(number => plainNumberCell(number.trim()))
    .filter(Boolean)
  const row = { ...rowOf(part, name), action: 'put' } as const
  if (name === 'successor' && numbers.length > 1) read.complain('successor-several', column, typed)
  return numbers.flatMap(number => {
    const value = readNumber(read, { column, name, number })
    if (value === null) return []
    // A part that has a successor is the old number of the other.
    return name === 'successor' ? { ...row, part: value, value: part.part } : { ...row, value }
  })
}

function readNumber(
  read: Cells,
  { column, name, number }: { column: string; name: NumberColumnName; number: string },
): string | null {
  const wound = woundOfNumber(number)
  if (wound) return read.complain(wound, column, number)
  if (number.length > 60) return read.complain('value-too-long', column, number)
  return name === 'gtin' ? (gtinIn(read, column, number) ?? read.complain('gtin-wrong', column, number)) : number
}

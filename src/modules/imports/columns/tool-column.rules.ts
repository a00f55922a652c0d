import type { ColumnConcept } from '#kernel/tables/column-names'
import { isSinglePiece } from '#kernel/tables/pieces'
import type { ColumnKind } from '#kernel/tables/table'
import { toMinorUnits } from '#kernel/money'
import type { Cells } from './cells.rules.ts'
import type { ProblemCode } from '../import.rules.ts'
import { isMeasured } from './said-heads.rules.ts'
import type { WeightUnit } from './weight.rules.ts'

/** `currency`: of the list, ISO 4217 in lower case. `locale`: the shop's language. */
export type ReadingMoney = {
  currency: string
  locale: string
  /** Of the row's weight; kilograms unless its column says another. */
  weightUnit?: WeightUnit | undefined
}

/** What the staging table keeps; null: the cell says nothing. */
export type StagedValue = string | number | boolean | readonly string[]

export type StoredValue = string | number | boolean | string[] | null

/** Where a value stands in the table `tool`, and in which form: SQL in which `plan` is the row of the plan. */
export type Stored = {
  column: string
  /** What a staged value becomes; the value itself unless it is said. */
  value?: string
  /** What a new part has of which the files say nothing; null unless it is said. */
  fresh?: string
}

/** A plain column of a tool: all that a file, the shop and people need to know of it. */
export type ToolColumn<Value extends StagedValue = StagedValue> = {
  /** Under which names the trade knows it, beside its own. */
  concept?: ColumnConcept
  /** What stands in its cells, for the reader of tables. */
  kind: ColumnKind
  /** Its type in the staging table. */
  type: 'text' | 'integer' | 'bigint' | 'boolean' | 'jsonb'
  /** Reads a cell; null where it is empty, or wrong: then it has complained. */
  read: (read: Cells, column: string, money: ReadingMoney) => Value | null
  /** As what a wrong cell is told that is left out, while its row goes in (decision 51); without it, it refuses its row. */
  leftOut?: ProblemCode
  /** Whether that is so of a cell in which a spreadsheet shows an error, and of no other. */
  isErrorLeftOut?: boolean
  stored: readonly Stored[]
  /** What an export writes: the cell that `read` reads as these values of the tool, in the order of `stored`. */
  write: (values: readonly StoredValue[], currency: string) => string
  /** Cells of the two parts of the sample file. */
  samples: readonly [string, string]
  /** The unit in which it is written, shown beside it. */
  shownIn?: string
  /** What goes in, as a sentence for people. */
  about: string
}

/** A column that is one column of the table `tool`, too; `fresh` in SQL. */
export function plainColumn<Value extends string | number | boolean>({
  column,
  fresh,
  write,
  ...own
}: Omit<ToolColumn<Value>, 'stored' | 'write'> & {
  column: string
  fresh?: string
  /** Unless it is written as it is. */
  write?: (value: Value, currency: string) => string
}): ToolColumn<Value> {
  return {
    ...own,
    stored: [{ column, ...(fresh !== undefined && { fresh }) }],
    write: ([value], currency) =>
      value === null || value === undefined ? '' : (write ?? String)(value as Value, currency),
  }
}

export const textOf =
  (most: number) =>
  (read: Cells, column: string): string | null =>
    read.text(column, most)

export const wholeOf =
  (least: number, most: number) =>
  (read: Cells, column: string): number | null =>
    read.whole(column, { least, most })

/** How many a pack has: `UN / CX 10`, `VE 10`, `box of 10` say the one number that stands in them, and `EA` is one. A measure is none. */
export const packOf =
  (most: number) =>
  (read: Cells, column: string): number | null => {
    const typed = read.text(column)
    if (typed === null) return null
    if (isSinglePiece(typed)) return 1
    const [number = '', another] = typed.match(/\d(?:[\d.,]*\d)?/g) ?? []
    const isPack = another === undefined && /^\d{1,10}$/.test(number) && (typed === number || /\p{L}/u.test(typed))
    const count = isPack && !isMeasured(typed) ? Number(number) : 0
    return count >= 1 && count <= most ? count : read.complain('number-expected', column, typed)
  }

/** An amount above 0 of the list's currency, in minor units. */
export function amountOf(read: Cells, column: string, { currency }: ReadingMoney): number | null {
  const value = read.text(column)
  if (value === null) return null
  const minor = toMinorUnits(value, currency)
  return minor !== undefined && minor > 0 ? minor : read.complain('price-malformed', column, value)
}

/** Reads a short text; what `of` gives undefined for is a problem of this code. */
export const textWith =
  <Value extends string | number>(code: ProblemCode, of: (typed: string, money: ReadingMoney) => Value | undefined) =>
  (read: Cells, column: string, money: ReadingMoney): Value | null => {
    const typed = read.text(column)
    return typed === null ? null : (of(typed, money) ?? read.complain(code, column, typed))
  }

import { texts } from '../texts.ts'
import type { ColumnKind } from './table.ts'

/** How the shop writes tables as files: what a cell is, and lines of CSV. `column-heads.ts` says what stands above them. Pure. */

export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

/** More rows than these no workbook has: its sheet would be larger than what a spreadsheet, or the shop, reads again. */
export const mostWorkbookRows = 500_000

/** A number in plain decimal text, or a text. */
export type WrittenCell = string | { figure: string }

export const textOfCell = (cell: WrittenCell): string => (typeof cell === 'string' ? cell : cell.figure)

/** A number as a cell; nothing where there is none. */
export const figureCell = (value: number | null): WrittenCell => (value === null ? '' : { figure: String(value) })

/** A column by its plain name. `isFigures`: its cells are numbers. `width` in a workbook, in characters. */
export type WrittenColumn = { name: string; kind: ColumnKind; isFigures: boolean; width?: number | undefined }

/** Whether what stands in columns of a kind are numbers. */
export const isFigureKind = (kind: ColumnKind): boolean => kind === 'amount' || kind === 'measure' || kind === 'whole'

/** A name as a part of a file's name. */
export const nameInFiles = (name: string): string => name.replaceAll(/[/\\:*?"<>|]/g, '_')

/** Whether it names a language as BCP 47 does: `de`, `fr-CH`. */
export function isLanguage(language: string): boolean {
  try {
    return language.length <= 35 && Intl.NumberFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}

export const writtenTexts = texts('kernel.writtenFiles', {
  noLanguage: 'Name a language such as de or fr-CH, or leave it out.',
})

/** What a formula begins with, in full width too; a line end or a tab before it is taken for nothing. */
const begun = /^'*[=+\-@\t\r\n＝＋－＠]/
/**
 * Where a spreadsheet that knows another separator begins another cell, or another row, whatever the quotes say: a semicolon in any
 * file, a comma in one with semicolons. What already looks as if this had been done gets another apostrophe, so that one can be taken away.
 */
const begunWithin = {
  ',': /((?:[;\r\n][ \t]*'*)|(?:,[ \t]*'+))(?=[=+\-@＝＋－＠])/g,
  ';': /([;,\r\n][ \t]*'*)(?=[=+\-@＝＋－＠])/g,
}
export type CsvSeparator = keyof typeof begunWithin

/** A number is no formula, also below zero; anything else that begins so may be. */
const plainFigure = { ',': /^-?\d+(\.\d+)?$/, ';': /^-?\d+([.,]\d+)?$/ }

/**
 * What spreadsheets show, and never compute: what begins like a formula gets an apostrophe, and so does what begins like one with
 * an apostrophe. `plainCell` takes it away.
 */
export function guardedCell(text: string, separator: CsvSeparator = ','): string {
  const isFormula = begun.test(text) && !plainFigure[separator].test(text)
  return `${isFormula ? "'" : ''}${text}`.replace(begunWithin[separator], "$1'")
}

/** The same as a cell of a CSV file with this separator. */
const csvCellBy =
  (separator: CsvSeparator) =>
  (value: string | number | null | undefined): string => {
    const harmless = guardedCell(String(value ?? ''), separator)
    const isQuoted = /[",;\n\r]/.test(harmless) && !plainFigure[separator].test(harmless)
    return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless
  }

/** What makes lines of a CSV file with this separator. */
export function csvLineBy(separator: CsvSeparator) {
  const cell = csvCellBy(separator)
  return (cells: readonly (string | number | null | undefined)[]): string => `${cells.map(cell).join(separator)}\r\n`
}

export const csvCell = csvCellBy(',')
export const csvLine = csvLineBy(',')

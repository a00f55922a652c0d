import { languagesOfMonths, monthNames } from './month-names.ts'
import type { RowFault } from './table-problem.ts'

/** Control characters and lone halves of characters would not survive the database. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what has to go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// oxlint-disable-next-line no-control-regex -- a quick look for what the line above takes out
const suspicious = /[\u0000-\u001f\u007f\ud800-\udfff\ufeff]/

/** A text as the database takes it, without blanks around it. */
export const cleanText = (text: string): string =>
  (suspicious.test(text) ? text.replace(unprintable, ' ').replaceAll('\ufeff', '') : text).trim()

/** The apostrophe that keeps a spreadsheet from computing a cell. */
const guard = /^'+(?=[=+\-@\t\r\n＝＋－＠])/
/** The same where a spreadsheet that knows another separator would begin another cell. */
const guardWithin = /([;,\r\n][ \t]*'*)'(?=[=+\-@＝＋－＠])/g

/** What a cell says, without the marks by which spreadsheets are told that it is a text and no formula: `="00451"`, `'-5`. */
export function plainCell(cell: string): string {
  if (!/[='\r\n;]/.test(cell)) return cleanText(cell)
  const [, formula] = /^\s*="(.*)"\s*$/s.exec(cell) ?? []
  if (formula !== undefined) return cleanText(formula.replaceAll('""', '"'))
  return cleanText(cell.replace(guard, marks => marks.slice(1)).replace(guardWithin, '$1'))
}

/** Of several apostrophes the first is the mark, and the others are the number's. */
const mark = /^'(?='*[\p{L}\p{N}])/u

/** The same of a number: spreadsheets also keep its zeros by an apostrophe, `'00451`. */
export const plainNumberCell = (cell: string): string => cell.replace(mark, '')

/** Whether a number says of itself that it is meant as it stands there. */
export const isMarkedNumber = (cell: string): boolean => mark.test(cell)

/** The cell that is read as this number: marked where it would be taken for another one, or for none. */
export function numberCell(number: string): string {
  const isWound = /^[\p{L}\p{N}]/u.test(number) && woundOfNumber(number) !== undefined
  return isWound || mark.test(number) ? `'${number}` : number
}

const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i

/** In English, and as spreadsheets of other languages write them into a CSV file; an older one hides a value behind `###`. */
const errors = () => `N/A NULL! DIV/0! DIV/0 VALUE! REF! NAME? NUM! SPILL! CALC!
  NV BEZUG! WERT! ZAHL! ÜBERLAUF! VALEUR! NOM? NOMBRE! NUL! ¡REF! ¡VALOR! ¿NOMBRE? NOMBRE? ¡NUM! ¡DIV/0! ¡NULO!
  N/D N/DISP VALOR! NOME? NÚM! NULO! RIF! VALORE! NULLO! N/B VERW! WAARDE! NAAM? GETAL! DEEL/0! LEEG!
  ADR! ARG! NAZWA? LICZBA! DZIEL/0! ZERO! SAKNAS! REFERENS! VÄRDEFEL! NAMN? OGILTIGT! DIVISION/0! I/T REFERENCE! VÆRDI! NAVN?
  PUUTTUU! VIITTAUS! ARVO! NIMI? LUKU! JAKO/0! ODKAZ! HODNOTA! NÁZEV? ČÍSLO! DĚLENÍ_NULOU! HIÁNYZIK HIV! ÉRTÉK! NÉV? SZÁM!
  ZÉRÓOSZTÓ! YOK BAŞV! DEĞER! AD? SAYI! SAYI/0! BOŞ! Н/Д ССЫЛКА! ЗНАЧ! ИМЯ? ЧИСЛО! ДЕЛ/0! ПУСТО!`

let errorWords: ReadonlySet<string> | undefined

/** What a spreadsheet shows instead of a value. */
export function isCellError(cell: string): boolean {
  if (!cell.startsWith('#')) return false
  errorWords ??= new Set(errors().split(/\s+/))
  return errorWords.has(cell.slice(1).toUpperCase()) || /^#{3,}$/.test(cell)
}

/** What a spreadsheet makes of `4-3`, `MAR4` or `2/11`: a day with the name of its month, as it shows it. */
let monthDays: RegExp | undefined

/** Made with the first number: a hundred names of months are no work for a start. */
function dayWithMonth(): RegExp {
  const names = months()
  const european = `\\d{1,2}[-. ]{1,2}(?:${names})\\.?(?:[- ]\\d{2,4})?|(?:${names})\\.?[- ]\\d{2,4}`
  return new RegExp(`^(?:${european}|\\d{1,2}[月월] ?\\d{1,2}[日일])$`, 'u')
}

/** As a workbook's days are read (`dayOf`). */
const dayOfWorkbook = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/

function months(): string {
  const all = [...monthNames(languagesOfMonths, 'short'), 'Mrz', 'Sept', 'фев', 'мар', 'июн', 'июл', 'сен', 'ноя']
  const cased = all.flatMap(word => [word, word[0]!.toUpperCase() + word.slice(1)])
  return [...new Set(cased)].sort((one, other) => other.length - one.length).join('|')
}

/** Whether a figure of a workbook is longer than the fifteen digits that a spreadsheet keeps: zeros stand for the others. */
export const digitsAreLost = (figure: string): boolean => /^-?\d{16}/.test(figure)

/** What a spreadsheet has done to the number of a part, an order or a parcel; undefined where it stands as it was typed. */
export function woundOfNumber(cell: string): RowFault | undefined {
  if (isCellError(cell)) return 'cell-error'
  if (shortened.test(cell)) return 'number-shortened'
  monthDays ??= dayWithMonth()
  return monthDays.test(cell) || dayOfWorkbook.test(cell) ? 'number-became-date' : undefined
}

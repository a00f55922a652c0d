import { plainCell } from './cells.ts'
import { foldedName } from './column-names.ts'
import type { TableForm, TableHead } from './table.ts'

/** Rows of a table that are none of its list: sums, headings, and what is said of all of it. */

/** What stands before the sum of a list, folded, in the languages in which most of them come. */
const sums =
  'grand total|sub ?total|totals?|sum|summe|gesamt(?:summe|betrag)?|zwischensumme|sous total|total general|total geral|somme|suma|subtotale|' +
  'totale|totali|tot|importo totale|valore totale|totaal|razem|summa|i alt|yhteensa|celkem|spolu|toplam|genel toplam|ara toplam|osszesen|ukupno|skupaj|kokku|viso|' +
  'итого|всего|всього|разом|общо|συνολο|合計|小計|総計|合计|小计|总计|總計|합계|총계'
/** What is summed up or counted. No part is called so. */
const things =
  'articles?|artikel[ns]?|artikelen|articoli|articulos|artigos|artykulow|items?|positions?|positionen|posizioni|posiciones|pozycji|pozycje|posten|parts|teile|onderdelen|' +
  'pieces|pezzi|piezas|pecas|sztuk|stuks?|stuck|lines|lignes|righe|lineas|linhas|regels|zeilen|rows|products|produkte|prodotti|productos|produits|net|netto|brutto|gross|' +
  'eur|euro|usd|gbp|chf|pln|czk|sek|dkk|nok|huf|ron'
const counts = 'anzahl|number of|no of|nombre d|nombre de|numero|numero de|numero di|liczba|ilosc|aantal|antal|pocet'
const alone = new RegExp(`^(?:(?:${sums})(?: (?:${things})){0,2}|(?:${counts}) (?:${things}))$`)
const first = new RegExp(`^(?:(?:${sums})(?: |$)|(?:${counts}) (?:${things})$)`)

/** Whether a cell is such a word, or begins with one: `Total EUR`. */
const isTotalWord = (cell: string): boolean => cell.length < 60 && first.test(foldedName(cell))

/** Whether it is such a word alone, or beside what it sums up: `Totale articoli`. */
const isTotalAlone = (cell: string): boolean => cell.length < 60 && !/\d/.test(cell) && alone.test(foldedName(cell))

/** Whether it says what the figures beside it sum up: `Total articles : 66`. No number of a part has a colon behind such a word. */
const isNamedTotal = (cell: string, cells: readonly string[]): boolean =>
  cell.includes(':') && isTotalWord(cell) && !cells.some(other => other.trim() !== cell && /\p{L}{4}/u.test(other))

/**
 * A part may be called Total: a row that sums up has no number, or in its place that word alone, or one that says what is summed up beside
 * figures alone; where it is shorter than all others, whatever stands behind the word. `numbers`: those without which a row is none.
 */
export const isTotalRow = (cells: readonly string[], numbers: readonly string[], isShort = false): boolean =>
  // Most rows have a number: it is looked at before all other cells.
  numbers.some(
    number => number === '' || isTotalAlone(number) || isNamedTotal(number, cells) || (isShort && isTotalWord(number)),
  ) && cells.some(isTotalWord)

/** Whether a cell may be the number of a part: words without a digit are a note, and nothing is none. */
export const isNoWord = (cell: string): boolean => cell !== '' && (/\d/.test(cell) || !/\p{L}{2}/u.test(cell))

/**
 * Whether a row is a heading among the rows: `BREMSEN`, `Ball joints (front)`. A number of a part without a digit is rare, and one with nothing
 * beside it says nothing.
 */
export function isHeading(cells: readonly string[]): boolean {
  const [text, ...others] = cells.filter(cell => cell.trim() !== '')
  return text !== undefined && others.length === 0 && !/\d/.test(text) && /\p{L}{4}|\p{Lo}{2}/u.test(text)
}

/** So long two words are that say something: `Errors excepted`. */
const leastNote = 15
const words = (cell: string) => cell.split(/\s+/).filter(word => /^[^\p{L}\p{N}]*\p{L}{2,}[^\p{N}]*$/u.test(word))

/**
 * Whether a row is a few words and nothing else: `All prices excl. VAT`. Below all rows it is none: a number of a part has digits, or is no
 * sentence.
 */
export function isNoteAlone(cells: readonly string[]): boolean {
  let note = ''
  for (const cell of cells) {
    if (cell.trim() === '') continue
    if (note !== '') return false
    note = cell.trim()
  }
  const count = words(note).length
  return count > 2 || (count === 2 && note.length >= leastNote && !/\d/.test(note))
}

/**
 * Whether a row below the names has names again, and two columns or more have changed their places: what stands below them is another table,
 * whose prices would be read as stock.
 */
export function areNamesAgain<Name extends string>(
  cells: readonly string[],
  head: TableHead<Name>,
  { headOf, needed }: Pick<TableForm<Name>, 'headOf' | 'needed'>,
): boolean {
  // Most rows have figures where they need something: no head is made of them.
  if (needed(head).some(name => /^$|\d/.test(cells[head.columns.indexOf(name)] ?? ''))) return false
  try {
    const again = headOf(cells.map(plainCell), 1)?.columns ?? []
    const moved = again.filter(
      (name, at) => name !== undefined && name !== head.columns[at] && head.columns.includes(name),
    )
    return moved.length > 1
  } catch {
    return false
  }
}

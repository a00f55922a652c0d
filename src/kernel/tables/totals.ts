import { foldedName } from './column-names.ts'

/** What stands before the sum of a list, folded, in the languages in which most of them come. */
const words =
  'grand total|sub ?total|totals?|sum|summe|gesamt(?:summe|betrag)?|zwischensumme|sous total|total general|total geral|somme|suma|subtotale|' +
  'totale|totaal|razem|summa|i alt|yhteensa|celkem|spolu|toplam|genel toplam|ara toplam|osszesen|ukupno|skupaj|kokku|viso|' +
  'итого|всего|всього|разом|общо|συνολο'
const alone = new RegExp(`^(?:${words})$`)
const first = new RegExp(`^(?:${words})(?: |$)`)

/** Whether a cell is such a word, or begins with one: `Total EUR`. */
const isTotalWord = (cell: string): boolean => cell.length < 60 && first.test(foldedName(cell))

/** Whether it is such a word alone. */
const isTotalAlone = (cell: string): boolean => cell.length < 60 && alone.test(foldedName(cell))

/** A part may be called Total: a row that sums up has no number, or that word alone in its place. `numbers`: those without which a row is none. */
export const isTotalRow = (cells: readonly string[], numbers: readonly string[]): boolean =>
  numbers.some(number => number === '' || isTotalAlone(number)) && cells.some(isTotalWord)

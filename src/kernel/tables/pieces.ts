/**
 * What says beside a figure that it counts single pieces, as part of a regular expression, in the languages in which most lists and orders
 * come. What may be more than one piece (pair, set, box) or none (litre, metre) is not among them; Finnish kpl is a piece, and Polish kpl a set.
 */
export const pieceWords =
  'pcs|pces|pc|pieces|piece|ea|each|units|unit|off|stk|stck|stück|st|szt|ks|шт|db|pz|pzs|pza|pzas|pièces|pièce|un|und|uds|ud|stuk|stuks|adet|' +
  'kom|kos|buc|τεμ|個|个|本|枚|件|قطعة'

/** In a cell there is no number of a part that begins with `u`. */
const behind = new RegExp(String.raw`(?<=[\p{Nd}+])\s*(?:${pieceWords}|u)\.?$`, 'iu')

/** A cell of a column of counts without such a word: `5 ks` is `5`. Other words stay. */
export const withoutPieces = (cell: string): string => cell.replace(behind, '')

const alone = new RegExp(String.raw`^(?:${pieceWords})\.?$`, 'iu')

/** Whether a cell says a single piece by such a word alone: `EA`, `Stk.`. */
export const isSinglePiece = (cell: string): boolean => alone.test(cell.trim())

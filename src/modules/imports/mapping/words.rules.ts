import { foldedName } from '#kernel/tables/column-names'
import { withoutPieces } from '#kernel/tables/pieces'
import { amountColumns } from '../columns/tool-columns.rules.ts'
import type { Problem, ProblemCode } from '../import.rules.ts'

const wordColumns = new Set<string | null>(['stock', ...amountColumns])
const noFigure = new Set<ProblemCode>(['number-expected', 'no-amount', 'price-malformed'])

const discontinued =
  /^(?:entfallt|entfaellt|entfallen|ausgelaufen|auslaufend|auslauf|auslaufartikel|auslaufmodell|nicht mehr lieferbar|wycofan[aeoy]|wycofany z oferty|disc|discontinued|obsolete|nla|no longer available|eol|end of line|phase out|phased out|end of life|supprime|arrete|fin de serie|fin de vie|discontinue|plus disponible|descatalogado|descontinuado|obsoleto|fin de serie|fuera de catalogo|fine serie|in esaurimento|fuori produzione|fuori catalogo|vervallen|uitlopend|niet meer leverbaar|ukonceno|vyrazeno|utgatt|udgaet|poistunut)$/

/** Whether a word says that its part is not made or sold any more. */
const isDiscontinued = (cell: string): boolean => discontinued.test(foldedName(cell))

const nothing =
  /^(?:on request|upon request|auf anfrage|preis auf anfrage|a a|poa|call|tbd|sur demande|bajo pedido|a consultar|consultar|su richiesta|op aanvraag|sob consulta|na zapytanie|nous consulter|prix sur demande|consultenos|na dotaz|sorunuz|fiyat sorunuz|pa begaran|n a|na)$/
const none =
  /^(?:out of stock|sold out|ausverkauft|nicht lieferbar|nicht verfuegbar|nicht auf lager|rupture|epuise|agotado|sin stock|esaurito|uitverkocht|niet op voorraad|esgotado|brak|yok|neni|neni skladem|slut|ej i lager|no|nein|non|nee)$/
/** `Más de 50`, `oltre 1000`: folded, the sign of `+ de 200` is gone. */
const moreThan =
  /^(?:more than|over|above|mehr als|ueber|uber|plus de|de|mas de|oltre|piu di|mais de|meer dan|ponad|powyzej|vice nez|nad|mer an|fler an) (\d{1,6})$/

/** `on request`, `entfällt`, `-`: whether a word says that there is no figure. */
export function saysNoFigure(cell: string): boolean {
  return nothing.test(foldedName(withoutPieces(cell))) || isDiscontinued(cell) || /^[-–—]+$/.test(cell)
}

/** In stock: `>100` is a hundred that are there for certain; on request, nothing is. */
export function stockWord(cell: string): string | undefined {
  const [, above, plus] = /^(?:[>≥]=?\s*(\d{1,6})|(\d{1,6})\s*\+)$/.exec(withoutPieces(cell)) ?? []
  if (above !== undefined || plus !== undefined) return above ?? plus
  if (/^[<≤]/.test(cell) && /\d/.test(cell)) return '0'
  const word = foldedName(withoutPieces(cell))
  if (none.test(word) || saysNoFigure(cell)) return '0'
  return moreThan.exec(word)?.[1]
}

const statusName =
  /^(?:(?:item|product|article|part|supply|delivery|availability|stock|sales|lifecycle|life cycle) ?)?status(?: code)?$|^(?:artikel|produkt|liefer|verfuegbarkeits|verfugbarkeits|bestands|teile)status$|^lifecycle$|^(?:statut|etat|etat article|estado|estado articulo|situacion|situacao|stato|stato articolo|status produktu|status artykulu|stav|durum|tillstand)$/

/**
 * What a column says of whether its parts can still be had: `Auslaufartikel`, `lieferbar`. Undefined of one that is not called so, and in which no
 * part is discontinued.
 */
export function statesIn(head: string, cells: readonly string[]): string[] | undefined {
  const states = [...new Set(cells.filter(cell => /\p{L}/u.test(cell)))]
  const isStatus = statusName.test(foldedName(head)) || states.some(isDiscontinued)
  return isStatus && states.length > 0 ? states.slice(0, mostStates) : undefined
}
const mostStates = 8

/**
 * What a word is where a figure belongs. In a mapped list its meaning is missing, and no figure is wrong; in any other, one that
 * says that its part is discontinued is told apart, for its part has no such figure.
 */
export function asWord(problem: Problem, isMapped: boolean): Problem {
  const { code, field, value } = problem
  const isFigure = wordColumns.has(field) || (!isMapped && field === 'quantity')
  if (!noFigure.has(code) || !isFigure || /^[\d.,'\s+-]*$/.test(value ?? '')) return problem
  if (isMapped) return { ...problem, code: 'word-unsaid' }
  return isDiscontinued(value ?? '') ? { ...problem, code: 'part-discontinued' } : problem
}

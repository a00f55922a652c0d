import { foldedName } from '#kernel/tables/column-names'
import { languagesOfMonths, monthNames } from '#kernel/tables/month-names'
import { areOtherAmounts } from '#kernel/tables/table-form'

/** What heads of columns say by themselves, whatever stands below them. Compared folded, but for units. */

/** What shops pay, and what is said of many things, must not become a price, a number or a name by a guess. */
export const neverGuessed = new RegExp(
  String.raw`\b(?:ek|cost|einkauf\w*|achat|costo|coste|inkoop\w*|zakup\w*|custo|bayi|alis|kosten?|rabatt|discount|remise|weight|gewicht|poids|peso|length|laenge|width|breite|hoehe|height|mwst|vat|tva|iva|zoll\w*|datum|date|pfand|core|surcharge)\b` +
    String.raw`|\b(?:beszerz|achizi|nabav|nakup|indkob|innkjop|kostpris|osto)|` +
    foldedName(
      'закуп опт дилер себестоим собіварт скидк знижк вес вага αγορά χονδρ κόστ 仕入 原価 卸 进价 進價 成本 采购 批发 원가 매입 도매 الشراء التكلفة',
    ).replaceAll(' ', '|'),
  'u',
)

/** `Höhe (mm)`, `Vægt kg`: what is measured is no number, no stock and no price. */
export const isMeasured = (head: string): boolean =>
  /[([]\s*(?:[mckµ]?m|cm³|ccm|k?g|t|m?l|m?v|m?a|ah|k?w|ps|hp|nm|bar|psi|°c?|in|inch|zoll|"|ohm|rpm|lbs?|oz)\s*[)\]]|\s(?:[mck]m|k?g|k?w|v|nm|ah|lbs?|oz|ohm|rpm|psi|bar)$/i.test(
    head.trim(),
  )

/** Money: what the shop pays or is granted, any price, what is added to one. Buyers see attributes. */
export const isOfMoney = (folded: string): boolean =>
  /\b(?:ek|hek|uvp|vk|rrp|msrp|cost|einkauf\w*|achat|costo|coste|inkoop\w*|zakup\w*|custo|kost\w*|bayi|alis|dealer|ha?e?ndler\w*|wholesale|trade|grossiste|hurt\w*|mwst|vat|tva|iva|pfand|core|surcharge|deposit|margin|marge|marza|tarif)\b|\b(?:net|netto|neto|brutto|gross)$|pre[ic]s|price|prix|precio|prezz|prijs|cen[ay]\b|preco|fiyat|rabat|discount|remise|descuento|scont|korting|desconto|slev|iskonto|indirim/.test(
    folded,
  )

/** `Preis je 100`, `Preis ab 10`, `Price (cost)`: money, and not what one unit costs. */
export function isOtherAmount(head: string): boolean {
  const folded = foldedName(head)
  return isOfMoney(folded) && (/\b10{1,3}\b/.test(folded) || areOtherAmounts(head))
}

let months: ReadonlySet<string> | undefined

/** `März`, `Jan 2026`, `03/2026`: a column of a month or a year, of which a list has several: prices, or what was sold. */
export function isOfTime(head: string): boolean {
  months ??= new Set(monthNames(languagesOfMonths, 'long', 'short').map(foldedName))
  const words = foldedName(head).split(' ')
  const isPeriod = words.some(word => months?.has(word) === true || /^20[2-4]\d$/.test(word))
  return isPeriod && words.every(word => months?.has(word) === true || /^\d{1,4}$/.test(word))
}

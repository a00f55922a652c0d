import { type NumberField, namesOfCurrency } from '../typed-number.ts'
import { foldedName, withoutDate } from './column-names.ts'
import type { ColumnKind, TableHead } from './table.ts'
import { TableRefused } from './table-problem.ts'

/** Signs that one currency alone has, and words for one. */
const ownSigns = new Map(
  Object.entries({
    '€': 'eur',
    '£': 'gbp',
    '₽': 'rub',
    '₹': 'inr',
    '৳': 'bdt',
    '₺': 'try',
    '₴': 'uah',
    '₩': 'krw',
    '₫': 'vnd',
    '₱': 'php',
    '฿': 'thb',
    '₪': 'ils',
    '₦': 'ngn',
    '₸': 'kzt',
  }),
)
const ownWords = new Map(
  Object.entries({
    euro: 'eur',
    euros: 'eur',
    zl: 'pln',
    zloty: 'pln',
    zlotych: 'pln',
    kc: 'czk',
    franken: 'chf',
    tl: 'try',
    ft: 'huf',
    lei: 'ron',
    руб: 'rub',
    грн: 'uah',
    円: 'jpy',
    元: 'cny',
  }),
)

/** Whose dollar it is, where a letter before the sign says it. */
const dollars = new Map(
  Object.entries({ US: 'usd', C: 'cad', CA: 'cad', A: 'aud', AU: 'aud', NZ: 'nzd', HK: 'hkd', S: 'sgd', R: 'brl' }),
)

/** Codes that heads have in small letters, too: `price_usd`. Those of other currencies are words as well (all, top, try). */
const codesOfTrade =
  'eur usd gbp chf pln czk huf ron sek nok dkk jpy cny inr cad aud nzd brl mxn zar krw aed kwd sar uah thb bdt'.split(
    ' ',
  )
const smallCodes = new Set(codesOfTrade)

/** `price_usd` folded is `price usd`: without the currency behind a name, which says of what it is no longer. */
export const unitBehind = new RegExp(` (?:${[...codesOfTrade, 'kg'].join('|')}|euros?)$`)

let currencies: ReadonlySet<string> | undefined

/** Whether three letters are the code of a currency (ISO 4217). */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(code.toUpperCase())
}

/** Every currency for a list of choices: its lower-case ISO code, and `EUR – Euro`. */
export function currencyChoices(locale: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map(code => [code.toLowerCase(), `${code} – ${names.of(code) ?? code}`])
}

/**
 * The currency that stands in a text, in the name of a column or beside a figure: its ISO code in lower case, or the sign, where
 * several currencies have it (`$`). Undefined where there is none.
 */
export function currencyIn(text: string): string | undefined {
  const sign = text.match(/\p{Sc}/u)?.[0]
  if (sign !== undefined) {
    const [, whose = ''] = /(?<!\p{L})(\p{Lu}{1,2})\s?\$/u.exec(text) ?? []
    return ownSigns.get(sign) ?? (sign === '$' ? dollars.get(whose) : undefined) ?? sign
  }
  const [, last = ''] = /(?:^|[^\p{L}])(\p{Lu}{3})[^\p{L}]*$/u.exec(withoutDate(text)) ?? []
  if (isCurrency(last)) return last.toLowerCase()
  const words = foldedName(text).split(' ')
  return words.find(word => smallCodes.has(word)) ?? ownWords.get(words.find(word => ownWords.has(word)) ?? '')
}

/** The same in a title above a table, whose words may be those of a name: Euro Parts of Franken. Its code in capitals, or its sign. */
export function currencyInTitle(text: string): string | undefined {
  const codes = text.match(/(?<!\p{L})\p{Lu}{3}(?!\p{L})/gu)?.map(code => code.toLowerCase()) ?? []
  return codes.find(code => smallCodes.has(code)) ?? (/\p{Sc}/u.test(text) ? currencyIn(text) : undefined)
}

/** Whether a text that `currencyIn` gives names another currency than that of a field of money. */
export function isAnother(text: string | undefined, money: NumberField): boolean {
  if (text === undefined || money.currency === undefined) return false
  return /^[a-z]{3}$/.test(text)
    ? text !== money.currency.toLowerCase()
    : !namesOfCurrency(money).some(name => name.includes(text))
}

/** What is asked of many cells alike. */
function remembered(ask: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return text => {
    const before = answers.get(text)
    if (before !== undefined) return before
    const answer = ask(text)
    if (answers.size < 1000) answers.set(text, answer)
    return answer
  }
}

/** Tells of cells that stand for a currency, or beside a figure, whether they name another than this one: `CHF`, `€ 12.50`. */
export function otherCurrencies(money: NumberField): (cell: string) => boolean {
  const isOther = remembered(text => isAnother(currencyIn(text), money))
  return cell => {
    if (cell === '') return false
    const beside = cell.replaceAll(/[\p{Nd}.,'’\s\-+]/gu, ' ').trim()
    return beside !== '' && beside.length <= 20 && isOther(beside)
  }
}

/** Throws where the name of a column of amounts says another currency than theirs: `Price (EUR)`, `Preis €`. */
export function requireOwnCurrency<Name extends string>(
  { line, cells }: { line: number; cells: readonly string[] },
  { columns }: TableHead<Name>,
  { kindOf, money }: { kindOf: (name: Name) => ColumnKind; money: NumberField },
): void {
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (name !== undefined && kindOf(name) === 'amount' && isAnother(currencyIn(cell), money)) {
      throw new TableRefused('other-currency', { line, value: cell })
    }
  }
}

/** What a column is called that says the currency of its row, folded. */
const currencyNames = new Set(
  'currency|currency code|price currency|curr|waehrung|wahrung|wkz|devise|monnaie|moneda|divisa|valuta|moeda|waluta'.split(
    '|',
  ),
)

/** The place of the column that says in which currency the amounts of its row are, whatever else it is taken for. */
export const currencyColumn = (cells: readonly string[]): number | undefined => {
  const at = cells.findIndex(cell => currencyNames.has(foldedName(cell)))
  return at < 0 ? undefined : at
}

/** The same; undefined where the table has no amounts. */
export const currencyPlace = <Name extends string>(
  cells: readonly string[],
  { columns }: TableHead<Name>,
  { kindOf }: { kindOf: (name: Name) => ColumnKind },
): number | undefined =>
  columns.some(name => name !== undefined && kindOf(name) === 'amount') ? currencyColumn(cells) : undefined

import { writtenNumber } from '#kernel/written'
import { toDecimalText, toMinorUnits } from '#kernel/money'
import { amountField, countField, kilogramsField, plainNumber, rateField } from '#kernel/typed-field'
import { type NumberField, writeNumber } from '#kernel/typed-number'
import { type TypedMethod, type TypedTax, complaintsOf, readRows, writeRows } from './tables/rows.ts'
import { fieldOfSetting, sections } from './settings.texts.ts'

/** How settings with numbers are typed: as the shop's language writes them. They are kept, and sent, as the environment has them. */

type Shop = { currency: string; locale: string }
type Kind = 'amount' | 'kilograms' | 'percentage' | 'whole'

const fieldOf = (kind: Kind, shop: Shop): NumberField =>
  ({
    amount: amountField(shop),
    kilograms: kilogramsField(shop.locale),
    percentage: rateField(shop.locale),
    whole: countField(shop.locale),
  })[kind]

const numbersOfMethod: readonly [keyof TypedMethod, Kind][] = [
  ['price', 'amount'],
  ['freeFrom', 'amount'],
  ['goodsFrom', 'amount'],
  ['goodsTo', 'amount'],
  ['weightFrom', 'kilograms'],
  ['weightTo', 'kilograms'],
  ['days', 'whole'],
]
const numbersOfTax: readonly [keyof TypedTax, Kind][] = [['rate', 'percentage']]

type Numbers = readonly (readonly [string, Kind])[]

/** The numbers in the rows of a table; none of any other setting. */
const numbersOf = (name: string): Numbers =>
  name === 'DELIVERY_METHODS' ? numbersOfMethod : name === 'TAX_TABLE' ? numbersOfTax : []

/** Every number of the settings: its setting and, in a table, its field. */
export const numbersOfSettings = () =>
  sections
    .flatMap(({ fields }) => fields)
    .flatMap(([name, { kind }]): { name: string; field?: string; kind: Kind }[] =>
      isNumber(kind) ? [{ name, kind }] : numbersOf(name).map(([field, kind]) => ({ name, field, kind })),
    )

function isNumber(kind: string | undefined): kind is Kind {
  return kind === 'amount' || kind === 'percentage' || kind === 'whole'
}

/** The value of a setting, as it is typed. */
export function shownAs(name: string, value: string, shop: Shop): string {
  const kind = fieldOfSetting(name)?.kind
  if (isNumber(kind)) return shownNumber(kind, value, shop)
  const numbers = numbersOf(name)
  if (numbers.length === 0) return value
  return withNumbers(value, numbers, ({ kind }, text) => shownNumber(kind, text, shop))
}

function shownNumber(kind: Kind, value: string, shop: Shop): string {
  const number = value.replace('%', '')
  // What makes no sense is shown as it is, to be put right.
  if (number === '' || !(writtenNumber(number) >= 0)) return value
  return writeNumber(number, fieldOf(kind, shop)) + (kind === 'percentage' ? ' %' : '')
}

type Place = { row: number; field: string; kind: Kind }

/** The rows of a table with its numbers said otherwise. */
function withNumbers(table: string, numbers: Numbers, say: (place: Place, text: string) => string): string {
  const rows = readRows<Readonly<Record<string, unknown>>>(table).map((values, row) => {
    const entries = numbers.flatMap(([field, kind]) => {
      const value = values[field]
      const isFilled = typeof value === 'string' || typeof value === 'number'
      return isFilled ? [[field, say({ row, field, kind }, String(value))]] : []
    })
    return { ...values, ...Object.fromEntries(entries) }
  })
  return writeRows(rows)
}

export type Sent = { values: Record<string, string>; wrong: [field: string, message: string][] }

/** What is typed of settings, as it is sent, and what is wrong with it: by setting and, in a table, row and field. */
export function sentOf(typed: Readonly<Record<string, string>>, shop: Shop): Sent {
  const wrong: Sent['wrong'] = []
  const take = (name: string, kind: Kind, text: string): string => {
    if (text.trim() === '') return ''
    const read = plainNumber(text, fieldOf(kind, shop), '')
    if ('value' in read) return plainOf(kind, read.value, shop)
    wrong.push([name, read.message])
    return text
  }
  const values = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const kind = fieldOfSetting(name)?.kind
      if (isNumber(kind)) return [name, take(name, kind, text)]
      const numbers = numbersOf(name)
      if (numbers.length === 0) return [name, text]
      return [
        name,
        withNumbers(text, numbers, ({ row, field, kind }, number) => take(`${name}.${row}.${field}`, kind, number)),
      ]
    }),
  )
  // One complaint at a time: what is no number need not be called wrong as well.
  const wrongFields = new Set(wrong.map(([field]) => field))
  return {
    values,
    wrong: [...wrong, ...complaintsOf(values, shop.currency).filter(([field]) => !wrongFields.has(field))],
  }
}

/** As the setting has it that was read: `9.90`, `19%`. */
function plainOf(kind: Kind, value: string, { currency }: Shop): string {
  if (kind === 'amount') return toDecimalText(toMinorUnits(value, currency) ?? 0, currency)
  return kind === 'percentage' ? `${value}%` : value
}

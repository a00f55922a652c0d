import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import cldr from 'cldr-core/availableLocales.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { toolFormOf } from '../src/modules/catalogue/catalogue.contract.ts'
import { readShopAddress } from '../src/modules/finder/ui/shop-address.ts'
import { inShop, withPlainNumbers } from '../src/modules/finder/ui/typed-address.ts'
import { readQuantity as readPadQuantity } from '../src/modules/ordering/order-pad/quantity.rules.ts'
import { readRefund } from '../src/modules/ordering/refunds/refund-amount.rules.ts'
import { priceEntryFormOf, priceListFormOf } from '../src/modules/pricing/lists/lists.contract.ts'
import { formatNumber, numberFormat } from '../src/kernel/formats.ts'
import { formatMoney, toDecimalText } from '../src/kernel/money.ts'
import { amountField, countField, kilogramsField, rateField } from '../src/kernel/typed-field.ts'
import { type NumberField, writeNumber } from '../src/kernel/typed-number.ts'
import { type EditValues, nothingTyped, readChange } from '../src/screens/admin/edits/edit-change.ts'
import { meaningSent, rateSent, timesSent } from './tables/sent-mapping.ts'
import { readTypedFilter } from '../src/screens/admin/orders/typed-filter.ts'
import { type ToolValues, emptyTool } from '../src/screens/admin/products/tool-values.ts'
import { judgeTyped } from '../src/screens/admin/products/use-attribute-values.ts'
import { readRows } from '../src/screens/admin/settings/tables/rows.ts'
import { numbersOfSettings, sentOf } from '../src/screens/admin/settings/typed-settings.ts'
import { readCounted } from '../src/screens/admin/stock/use-counting.ts'
import { readTypedQuantity } from '../src/screens/storefront/islands/typed-quantity.ts'
import { readQuantity } from '../src/ui/controls/quantity.ts'

/**
 * Every field of the shop in which a person types a number, by the file that draws it, with what becomes of what is typed there:
 * the number as the calls take it, or undefined where it is refused. The fields are counted in the program itself.
 */
type Shop = { currency: string; locale: string }
type Kind = 'amount' | 'percentage' | 'whole' | 'kilograms' | 'measure'
type Field = { name: string; kind: Kind; read: (typed: string, shop: Shop) => unknown }

const newTool = { ...emptyTool, name: 'Disc', description: 'Vented', img: '/images/1', price: '5' }
const sentTool = (values: Partial<ToolValues>, shop: Shop) =>
  toolFormOf(shop).safeParse({ ...newTool, minimumQuantity: '1', availableQuantity: '5', ...values }).data
const ofTool = (name: 'price' | 'availableQuantity' | 'minimumQuantity' | 'lowStockLevel', kind: Kind): Field => ({
  name,
  kind,
  read: (typed, shop) => sentTool({ [name]: typed }, shop)?.[name],
})
const sentList = (values: object, { locale }: Shop) =>
  priceListFormOf(locale).safeParse({ name: 'Trade', gross: false, audience: 'everyone', ...values }).data
const ofList = (name: 'priority' | 'minimum' | 'multiple'): Field => ({
  name,
  kind: 'whole',
  read: (typed, shop) => sentList({ [name]: typed }, shop)?.[name],
})
const sentEntry = (values: object, shop: Shop) =>
  priceEntryFormOf(shop).safeParse({ tiers: [{ from: '1', price: '1' }], ...values }).data
const sentEdit = (values: Partial<EditValues>, shop: Shop) => readChange({ ...nothingTyped, ...values }, shop).change
const ofEdit = (name: 'minimumQuantity' | 'multiple'): Field => ({
  name,
  kind: 'whole',
  read: (typed, shop) => sentEdit({ [name]: typed }, shop)?.[name],
})
const addressed = (query: string, shop: Shop) =>
  withPlainNumbers(inShop(readShopAddress(new URLSearchParams(query)), shop), shop)

/** The numbers of the settings, each sent by itself. */
const settings = numbersOfSettings().map(({ name, field, kind }) => ({
  name: field ?? name,
  kind,
  isRow: field !== undefined,
  file: field === undefined ? 'setting-field' : name === 'TAX_TABLE' ? 'tables/tax-table' : 'tables/delivery-methods',
  read(typed: string, shop: Shop) {
    const other = { price: '1', ...(name === 'TAX_TABLE' ? { country: 'DE', taxClass: 'standard' } : { name: 'Van' }) }
    const rows = JSON.stringify([{ ...other, ...(field && { [field]: typed }) }])
    const { values, wrong } = sentOf({ [name]: field === undefined ? typed : rows }, shop)
    const [row] = field === undefined ? [] : readRows<Record<string, string>>(values[name] ?? '')
    return wrong.length > 0 ? undefined : (field === undefined ? values[name] : row?.[field])?.replace('%', '')
  },
}))
const inFile = (file: string) => settings.filter(setting => setting.file === file)

const counted = (name: string): Field => ({
  name,
  kind: 'whole',
  read: (typed, { locale }) => {
    const quantity = readPadQuantity(typed, locale)
    return typeof quantity === 'number' ? quantity : undefined
  },
})

const fields: Record<string, readonly Field[]> = {
  'modules/finder/ui/add-form.tsx': [
    {
      name: 'quantity',
      kind: 'whole',
      read: (value, { locale }) => {
        const read = readTypedQuantity({ value, dataset: {} }, locale)
        return 'quantity' in read ? read.quantity : undefined
      },
    },
  ],
  'modules/finder/ui/list/attribute-filters.tsx': [
    {
      name: 'from, to',
      kind: 'measure',
      read: (typed, shop) => addressed(`attr.width.from=${encodeURIComponent(typed)}`, shop).attributes[0]?.[1],
    },
  ],
  'modules/finder/ui/list/price-filter.tsx': [
    {
      name: 'from, to',
      kind: 'amount',
      read: (typed, shop) => addressed(`minPrice=${encodeURIComponent(typed)}`, shop).minPrice || undefined,
    },
  ],
  'modules/ordering/refunds/refund-dialog.tsx': [
    {
      name: 'amount',
      kind: 'amount',
      read: (typed, shop) => {
        const read = readRefund(typed, { ...shop, refundable: 1_000_000_000 }, '')
        return 'amount' in read ? read.amount : undefined
      },
    },
  ],
  'screens/account/lists/add-line.tsx': [counted('quantity')],
  'screens/account/order-pad/line-fields.tsx': [counted('quantity')],
  'screens/admin/edits/edit-fields.tsx': [
    ofEdit('minimumQuantity'),
    ofEdit('multiple'),
    {
      name: 'price',
      kind: 'amount',
      read: (price, shop) => sentEdit({ priceHow: 'set', price }, shop)?.price?.value,
    },
    {
      name: 'percent',
      kind: 'percentage',
      read: (price, shop) => sentEdit({ priceHow: 'percent', price }, shop)?.price?.value,
    },
    {
      name: 'units',
      kind: 'whole',
      read: (units, shop) => sentEdit({ stockHow: 'set', units }, shop)?.stock?.units,
    },
    {
      name: 'roundTo',
      kind: 'amount',
      read: (roundTo, shop) => sentEdit({ priceHow: 'set', price: '1', roundTo }, shop)?.price?.roundTo,
    },
  ],
  'screens/admin/prices/entry-dialog.tsx': [
    {
      name: 'from',
      kind: 'whole',
      read: (from, shop) => sentEntry({ tiers: [{ from, price: '1' }] }, shop)?.tiers[0]?.from,
    },
    {
      name: 'price',
      kind: 'amount',
      read: (price, shop) => sentEntry({ tiers: [{ from: '1', price }] }, shop)?.tiers[0]?.price,
    },
    { name: 'minimum', kind: 'whole', read: (minimum, shop) => sentEntry({ minimum }, shop)?.minimum },
    { name: 'multiple', kind: 'whole', read: (multiple, shop) => sentEntry({ multiple }, shop)?.multiple },
  ],
  'screens/admin/prices/list-form.tsx': [ofList('priority'), ofList('minimum'), ofList('multiple')],
  'screens/admin/prices/rule-fields.tsx': [
    {
      name: 'percent',
      kind: 'percentage',
      read: (percent, shop) => sentList({ rules: [{ percent }] }, shop)?.rules?.[0]?.percent,
    },
  ],
  'screens/admin/products/attribute-fields.tsx': [
    {
      name: 'a number',
      kind: 'measure',
      read: (typed, { locale }) => {
        const judged = judgeTyped({ kind: 'number', choices: [] }, typed, locale)
        return 'value' in judged ? judged.value : undefined
      },
    },
  ],
  'screens/admin/products/tool-fields.tsx': [
    ofTool('price', 'amount'),
    ofTool('availableQuantity', 'whole'),
    ofTool('minimumQuantity', 'whole'),
    {
      name: 'boxQuantity',
      kind: 'whole',
      read: (boxQuantity, shop) => sentTool({ unit: 'box', boxQuantity }, shop)?.boxQuantity,
    },
    {
      name: 'multiple',
      kind: 'whole',
      read: (multiple, shop) => sentTool({ multiple, minimumQuantity: multiple }, shop)?.multiple,
    },
    {
      name: 'weightGrams',
      kind: 'kilograms',
      read: (typed, shop) => {
        const grams = sentTool({ weightGrams: typed }, shop)?.weightGrams
        return typeof grams === 'number' ? grams / 1000 : undefined
      },
    },
    ofTool('lowStockLevel', 'whole'),
  ],
  'screens/admin/settings/setting-field.tsx': inFile('setting-field'),
  'screens/admin/settings/tables/delivery-methods.tsx': inFile('tables/delivery-methods'),
  'screens/admin/settings/tables/tax-table.tsx': inFile('tables/tax-table'),
  'screens/admin/stock/count-form.tsx': [
    {
      name: 'counted',
      kind: 'whole',
      read: (typed, { locale }) => {
        const read = readCounted(typed, locale)
        return 'value' in read ? read.value : undefined
      },
    },
  ],
  'ui/controls/list-filters.tsx': [
    { name: 'least, most', kind: 'amount', read: (least, shop) => readTypedFilter({ least }, shop).filter['least'] },
  ],
  'screens/admin/imports/mapping/mapping-fields.tsx': [
    { name: 'word in stock', kind: 'whole', read: (stock, shop) => meaningSent({ stock }, shop) },
    { name: 'word in prices', kind: 'amount', read: (price, shop) => meaningSent({ price }, shop) },
    { name: 'factor', kind: 'measure', read: timesSent },
  ],
  'screens/admin/imports/mapping/currency-fields.tsx': [{ name: 'rate', kind: 'measure', read: rateSent }],
  'ui/controls/stepper.tsx': [
    { name: 'quantity', kind: 'whole', read: (typed, { locale }) => readQuantity(typed, locale) },
  ],
}

/** Where one input is drawn for several fields, how many there are. */
const drawnOnce = new Map([
  ['screens/admin/edits/edit-fields.tsx', 3],
  ['screens/admin/imports/mapping/mapping-fields.tsx', 2],
  ['screens/admin/settings/setting-field.tsx', 2],
])

/** Codes of digits, which are no numbers. */
const otherwise = new Map([
  // Digits of a postal code are no number.
  ['modules/ordering/addresses/address-fields.tsx', 1],
  ['screens/account/security/second-factor-steps.tsx', 1],
  ['screens/account/sign-in/second-step.tsx', 1],
])

it('knows every field of the program that takes a number', () => {
  const source = join(import.meta.dirname, '../src')
  const inputs =
    /\b(?:inputMode(?!\?)|type)\b[^\n]*'(?:decimal|numeric|number)'|\b(?:inputMode|type)="(?:decimal|numeric|number)"/g
  const drawn = globSync('**/*.tsx', { cwd: source }).flatMap(file => {
    const found = readFileSync(join(source, file), 'utf8').match(inputs)
    return found ? [[file.replaceAll('\\', '/'), found.length] as const] : []
  })
  const known = Object.entries(fields).map(([file, { length }]) => [file, drawnOnce.get(file) ?? length] as const)
  expect(new Map(drawn)).toEqual(new Map([...known, ...otherwise]))
})

const all = Object.entries(fields).flatMap(([file, own]) => own.map(field => ({ file, ...field })))

/** Of the languages that write such numbers in the same way, one. */
const locales = [
  ...new Map(
    cldr.availableLocales.full.map(locale => {
      const written = [formatMoney(-98_765_432_101, 'eur', locale), numberFormat(locale, {}).format(-1_234_567.125)]
      return [written.join(' '), locale] as const
    }),
  ).values(),
]

const minors = [5, 1500, 25_000, 123_456, 150_000_000]

/** What the shop prints of values of this kind, and the values. */
function printed(kind: Kind, { currency, locale }: Shop): { text: string; value: number }[] {
  const write = (field: NumberField, values: readonly number[]) =>
    values.map(value => ({ text: writeNumber(String(value), field), value }))
  if (kind === 'amount') {
    return minors.flatMap(minor => {
      const value = Number(toDecimalText(minor, currency))
      const typed = writeNumber(toDecimalText(minor, currency), amountField({ currency, locale }))
      return [formatMoney(minor, currency, locale), typed].map(text => ({ text, value }))
    })
  }
  if (kind === 'whole') {
    const values = [2, 12, 360]
    return [
      ...write(countField(locale), values),
      ...values.map(value => ({ text: formatNumber(value, locale), value })),
    ]
  }
  if (kind === 'kilograms') return write(kilogramsField(locale), [0.125, 1.5, 12, 1234.5])
  if (kind === 'measure') return write({ locale, decimals: 6 }, [0.125, 58.5, 12, 1234.5])
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 3 })
  const shares = [0.5, 1, 8.875, 19, 20]
  return [
    ...shares.map(value => ({ text: percent.format(value / 100), value })),
    ...write(
      rateField(locale),
      shares.filter(share => share >= 1),
    ),
  ]
}

describe.each(all)('$name in $file', ({ kind, read }) => {
  it.each(kind === 'amount' ? ['clp', 'usd', 'kwd'] : ['usd'])(
    'reads back what the shop prints, in every language, in %s',
    currency => {
      const wrong = locales.flatMap(locale =>
        printed(kind, { currency, locale }).flatMap(({ text, value }) => {
          const sent = read(text, { currency, locale })
          return sent !== undefined && Number(sent) === value ? [] : [{ locale, text, value, sent }]
        }),
      )
      expect(wrong.slice(0, 5)).toEqual([])
    },
  )

  it('refuses what can be two numbers, and takes no digit of it for another', () => {
    const unclear: Record<Kind, [string, Shop][]> = {
      amount: [
        ['1.500', { currency: 'usd', locale: 'en-US' }],
        ['1,500', { currency: 'eur', locale: 'de-DE' }],
        ['12.5', { currency: 'clp', locale: 'en-US' }],
        ['12.500', { currency: 'clp', locale: 'en-US' }],
        ['1.50 €', { currency: 'usd', locale: 'en-US' }],
      ],
      whole: [
        ['1.000', { currency: 'usd', locale: 'en-US' }],
        ['1,000', { currency: 'eur', locale: 'de-DE' }],
        ['1.5', { currency: 'usd', locale: 'en-US' }],
        ['1e3', { currency: 'usd', locale: 'en-US' }],
        ['12²', { currency: 'usd', locale: 'en-US' }],
      ],
      percentage: [
        ['0.19', { currency: 'usd', locale: 'en-US' }],
        ['0,19', { currency: 'eur', locale: 'de-DE' }],
        ['a fifth', { currency: 'usd', locale: 'en-US' }],
      ],
      kilograms: [
        ['1,500', { currency: 'chf', locale: 'de-CH' }],
        ['12.5000', { currency: 'usd', locale: 'en-US' }],
      ],
      measure: [['58.5 mm', { currency: 'usd', locale: 'en-US' }]],
    }
    for (const [typed, shop] of unclear[kind]) expect(read(typed, shop), typed).toBeUndefined()
  })

  it('reads the digits of every script', () => {
    const shop = { currency: 'usd', locale: 'en-US' }
    for (const typed of ['12', '١٢', '۱۲', '১২', '१२', '１２']) expect(Number(read(typed, shop)), typed).toBe(12)
  })
})

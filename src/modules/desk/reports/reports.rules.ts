import { periodTexts } from './reports.texts.ts'

/** How the value of a column is written: a moment in the shop's time zone, an amount with the decimals of its currency. */
type ColumnKind = 'text' | 'time' | 'amount' | 'share'

/** The files of the business, and their columns. Names stay as they are: spreadsheets and programs look for them. */
const reportColumns = {
  orders: {
    number: 'text',
    placed: 'time',
    paid: 'time',
    closed: 'time',
    payment_state: 'text',
    fulfilment_state: 'text',
    customer: 'text',
    email: 'text',
    company: 'text',
    vat_number: 'text',
    purchase_order: 'text',
    currency: 'text',
    prices_include_tax: 'text',
    goods: 'amount',
    shipping_net: 'amount',
    shipping_tax: 'amount',
    tax: 'amount',
    total: 'amount',
    refunded: 'amount',
    carrier: 'text',
    tracking: 'text',
    notes: 'text',
    delivery_method: 'text',
    delivery_price: 'amount',
    delivery_days: 'text',
    shipping_tax_rate: 'share',
    shipping_tax_reason: 'text',
    released: 'time',
    received: 'amount',
  },
  lines: {
    number: 'text',
    placed: 'time',
    payment_state: 'text',
    line: 'text',
    part_number: 'text',
    name: 'text',
    quantity: 'text',
    unit: 'text',
    returned: 'text',
    currency: 'text',
    unit_price: 'amount',
    list_price: 'amount',
    price_list: 'text',
    tier_from: 'text',
    net: 'amount',
    tax_rate: 'share',
    tax: 'amount',
    gross: 'amount',
    reference: 'text',
    tax_class: 'text',
    tax_reason: 'text',
    cancelled: 'text',
  },
  payments: {
    number: 'text',
    paid: 'time',
    customer: 'text',
    company: 'text',
    currency: 'text',
    amount: 'amount',
    refunded: 'amount',
    provider: 'text',
    transaction: 'text',
    kind: 'text',
    reference: 'text',
  },
  refunds: {
    number: 'text',
    requested: 'time',
    refunded: 'time',
    customer: 'text',
    company: 'text',
    currency: 'text',
    amount: 'amount',
    reason: 'text',
    note: 'text',
    transaction: 'text',
    refund: 'text',
    of_payment: 'text',
  },
  customers: {
    since: 'time',
    name: 'text',
    email: 'text',
    email_confirmed: 'text',
    role: 'text',
    phone: 'text',
    blocked: 'time',
    paid_orders: 'text',
    turnover: 'amount',
    last_paid: 'time',
  },
  stock: {
    at: 'time',
    part_number: 'text',
    name: 'text',
    reason: 'text',
    on_hand_change: 'text',
    reserved_change: 'text',
    number: 'text',
    note: 'text',
  },
} as const satisfies Record<string, Record<string, ColumnKind>>

/** What the books say of customers: empty for who may not see them. */
export const ofCustomers = [
  'customer',
  'email',
  'company',
  'vat_number',
  'purchase_order',
  'notes',
  'reference',
] as const

export type ReportKind = keyof typeof reportColumns
export const reportKinds = Object.keys(reportColumns) as readonly ReportKind[]

/** How each column of a file is written, by its name, in the order of the file. */
export const columnsOfReport = (kind: ReportKind): [name: string, written: ColumnKind][] =>
  Object.entries(reportColumns[kind])

/** How many rows a page of a file has at most, and unless asked. */
export const reportPage = { most: 5000, usual: 1000 }

/** Days such as `2026-03-31`, both included; what is left out is open. */
export type Period = { from?: string | undefined; to?: string | undefined }

/** What is wrong with the last day of a period, if anything. */
export const problemOfPeriod = ({ from, to }: Period): string | undefined =>
  from && to && from > to ? periodTexts.reversed : undefined

/** `orders-2026-01-01-2026-03-31.csv`; an end that is left open is left out. */
export const reportName = (kind: ReportKind, { from, to }: Period): string =>
  `${[kind, from, to].filter(Boolean).join('-')}.csv`

export const namedPeriods = ['last-month', 'this-month', 'last-year', 'this-year', 'all'] as const
export type NamedPeriod = (typeof namedPeriods)[number]

/** The days of a period that people call by its name, on a day such as `2026-03-31`. */
export function periodOf(name: NamedPeriod, today: string): Period {
  if (name === 'all') return {}
  const [year = 0, month = 0] = today.split('-').map(Number)
  const [back, months] = name.endsWith('month') ? [month - 1, 1] : [0, 12]
  const first = back - (name.startsWith('last') ? months : 0)
  return { from: dayOf(year, first, 1), to: dayOf(year, first + months, 0) }
}

/** Months are counted from 0, and may be of the year before or after; day 0 is the last of the month before. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { NamedPeriod, ReportKind } from '#rules/desk'

/** Every sentence of the page of reports. */
export const reportsTexts = texts('screens.reports', {
  title: 'Reports',
  lead: 'The books of the shop as files for a spreadsheet or an accountant.',
  file: 'What',
  period: 'When',
  ownDays: 'Days of your choice',
  from: 'First day',
  to: 'Last day',
  openEnd: 'Leave a day empty to leave that end open.',
  zone: (zone: string) => `Days and times are in the time zone ${zone}.`,
  notADay: 'Use a valid date.',
  download: 'Download',
  sofar: (rows: string) => `${rows} rows so far`,
  done: (name: string, rows: string) => sentence`${name} has ${rows} rows.`,
  nothing: 'Nothing happened in this period, so the file has only its header row.',
})

export const reportTexts = texts<Record<ReportKind, { label: string; hint: string }>>('screens.report', {
  orders: {
    label: 'Orders',
    hint: 'Every order placed in the period, deleted and expired ones too, with its sums, the time of its release, and what has been received for it.',
  },
  lines: { label: 'Lines of orders', hint: 'What was ordered, line by line, with tax. Adds up to the orders.' },
  payments: {
    label: 'Payments',
    hint: 'What customers paid, tax and delivery included. What was refunded of it stands beside it. Money that pays no order yet is here, too, and in no revenue.',
  },
  refunds: {
    label: 'Refunds',
    hint: 'Money that went back, on the day on which it did; below zero where a bank sent it back later. of_payment says no of money that came too late to pay its order, and is in no file of payments.',
  },
  customers: {
    label: 'Customers',
    hint: 'The accounts opened in the period. paid_orders counts released orders, also those on account that are still open. Turnover is what they paid, tax and delivery included, less refunds.',
  },
  stock: { label: 'Stock movements', hint: 'Every change of what is on hand or reserved, and why.' },
})

export const periodTexts = texts<Record<NamedPeriod, string>>('screens.period', {
  'last-month': 'Last month',
  'this-month': 'This month',
  'last-year': 'Last year',
  'this-year': 'This year',
  all: 'From the beginning',
})

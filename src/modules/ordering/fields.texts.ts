import { texts } from '#kernel/texts'

/** What is said of the fields of orders and what belongs to them. */
export const orderFieldTexts = texts('ordering.fields', {
  quantity: 'Choose a quantity',
  million: 'Use at most 1,000,000.',
  price: 'Send the price as an amount.',
  country: 'Choose a country.',
  total: 'Send the total as an amount.',
  line: 'Choose a line',
  left: 'Say how many units there were',
  unit: 'Choose at least one unit.',
  lines: (most: number) => `Use at most ${most} lines.`,
  note: 'Write a note first.',
  company: 'Company name is required',
  address: 'Address is required',
  numbers: (most: number) => `Name at most ${most} orders, by their numbers, with commas between them.`,
  paid: 'price is required',
  transaction: 'transactionId is required',
  amount: 'Amount is required',
  tries: 'Say how many tries there were',
})

import { expect, it } from 'vitest'
import { paymentText } from './orders.texts.ts'

it.each([
  ['on-account', false, 'On account'],
  ['on-account', true, 'On account, paid'],
  ['paid', true, 'Paid'],
  ['refunded', true, 'Refunded'],
] as const)('the money of an order that is %s, paid: %s, is said as %s', (state, paid, text) => {
  expect(paymentText({ paymentState: state, paid })).toBe(text)
})

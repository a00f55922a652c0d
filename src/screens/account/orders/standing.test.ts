import { expect, it } from 'vitest'
import { ordersTexts } from '#texts/ordering'
import { standingOf } from './standing.ts'

type Order = Parameters<typeof standingOf>[0]

const sentenceOf = (order: Partial<Order>) =>
  // Only what the sentence depends on.
  ordersTexts.standings[standingOf({ fulfilmentState: 'open', parcels: [], lines: [{ toShip: 1 }], ...order } as Order)]

it.each([
  ['a card has paid', { paymentState: 'paid', paid: true }, /^Paid/],
  ['is on account', { paymentState: 'on-account', paid: false }, /^On account/],
  ['was on account and is paid by now', { paymentState: 'on-account', paid: true }, /^Paid/],
] as const)('an order that %s and is packed says so, and nothing else of its money', (_, order, words) => {
  expect(sentenceOf(order)).toMatch(words)
  expect(sentenceOf(order)).toContain('packing')
})

import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Email, Id, optionalText, requiredText, wholeNumber } from '#kernel/fields'
import { fulfilmentStates, paymentStates } from './orders.rules.ts'

/** What the purchase form sends. Name and email are the account's, whatever the body says. */
export const PlaceOrder = z.object({
  tools_id: Id,
  quantity: wholeNumber('Choose a quantity'),
  phone: requiredText('Phone number is required', 40),
  company: requiredText('Company name is required', 120),
  address: requiredText('Address is required', 500),
  purchaseOrderReference: optionalText(60),
  vatNumber: optionalText(30),
})

export const OrderLine = z.object({
  tools_id: z.nullable(z.string()),
  toolName: z.string(),
  partNumber: z.nullable(z.string()),
  img: z.nullable(z.string()),
  quantity: z.number(),
  unitPrice: z.number(),
  net: z.number(),
  taxRate: z.number(),
  tax: z.number(),
  gross: z.number(),
})

/** An order at the API's edge. Amounts are decimals of `currency`; `price` is the total, shipping and tax included. */
export const Order = z.object({
  _id: z.string(),
  number: z.string(),
  tools_id: z.nullable(z.string()),
  toolName: z.string(),
  img: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  address: z.string(),
  purchaseOrderReference: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
  quantity: z.number(),
  unitPrice: z.number(),
  goods: z.number(),
  shipping: z.number(),
  tax: z.number(),
  taxRate: z.number(),
  pricesIncludeTax: z.boolean(),
  price: z.number(),
  currency: z.string(),
  paid: z.boolean(),
  paymentState: z.enum(paymentStates),
  fulfilmentState: z.nullable(z.enum(fulfilmentStates)),
  transactionId: z.nullable(z.string()),
  /** The specification's other spelling of the same. */
  transactionID: z.nullable(z.string()),
  placedAt: z.string(),
  reservedUntil: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  lines: z.array(OrderLine),
})
export type Order = z.infer<typeof Order>

export const ordersContract = {
  placeOrder: endpoint('POST /orders', {
    summary: 'Orders a tool and reserves its stock.',
    access: 'signed-in',
    idempotent: true,
    body: PlaceOrder,
    answer: z.object({ insertedId: z.string(), number: z.string() }),
    refusals: [
      'tool-gone',
      'below-minimum',
      'not-enough-stock',
      'too-many-open-orders',
      'held-too-recently',
      'idempotency-key-reused',
    ],
  }),
  listOrders: endpoint('GET /orders', {
    summary: 'The orders of the account with this email: unpaid and paid, then those that expired in the last 30 days.',
    access: 'owner-or-admin',
    query: z.object({ email: Email }),
    answer: z.array(Order),
  }),
  getOrder: endpoint('GET /orders/:id', {
    summary: 'One order.',
    access: 'owner-or-admin',
    params: z.object({ id: Id }),
    answer: Order,
    refusals: ['order-gone'],
  }),
  deleteOrder: endpoint('DELETE /orders/:id', {
    summary: 'Cancels an unpaid order and frees the stock it holds.',
    access: 'owner-or-admin',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['order-gone', 'order-paid', 'order-not-open', 'payment-processing', 'payment-provider-unreachable'],
  }),
}

import * as z from 'zod/mini'
import { VehicleId } from '#contracts/finder'
import { Address } from '#kernel/addresses'
import { optionalCountry } from '#kernel/countries'
import { optionalDay } from '#kernel/days'
import { endpoint } from '#kernel/endpoint'
import { taxReasons } from '#rules/tax'
import {
  Email,
  Id,
  decimalAmount,
  idPattern,
  optionalText,
  searchText,
  paging,
  requiredText,
  requiredLines,
  storable,
  wholeNumber,
} from '#kernel/fields'
import { deliveryLimits } from '../delivery/delivery.rules.ts'
import { OrderAddress, TypedAddress } from '../addresses/addresses.contract.ts'
import { addressLimits } from '../addresses/delivery-address.rules.ts'
import { Phone } from '../addresses/phone.contract.ts'
import { fulfilmentStates, orderFilters, orderSorts, paymentStates, printedAtOnce } from './orders.rules.ts'
import { LineFit, OrderLine, TaxGroup } from './order-line.contract.ts'
import { taxRoundings } from '../sums/totals.rules.ts'
import { orderFieldTexts } from '../fields.texts.ts'

export { LineFit, OrderLine }

/** What the purchase form sends. Name and email are the account's, whatever the body says. */
export const PlaceOrder = z.object({
  tools_id: Id,
  quantity: wholeNumber(() => orderFieldTexts.quantity),
  phone: Phone,
  company: requiredText(() => orderFieldTexts.company, 120),
  /** As one text. In parts, `deliveryAddress` is what counts; a country and its region beside the text say by which taxes and methods it goes. */
  address: requiredLines(() => orderFieldTexts.address, 500),
  deliveryAddress: z.optional(TypedAddress),
  country: optionalCountry,
  region: optionalText(addressLimits.region),
  purchaseOrderReference: optionalText(60),
  vatNumber: optionalText(30),
  /** One of the shop's methods, by its key; the standard one unless said. */
  deliveryMethod: optionalText(deliveryLimits.key),
  /** The total that the buyer was shown: an order that would come to another one is refused. */
  total: z.optional(decimalAmount(() => orderFieldTexts.total)),
  /** The company that the buyer was told they buy for, null for themselves: where it is another one by now, nothing is ordered. */
  companyId: z.optional(z.nullable(Id)),
  /** The vehicle that it is for, as `/vehicles` gives it, and what `/fitment` said that the buyer has acknowledged. */
  vehicle: z.optional(VehicleId),
  acknowledged: z.optional(z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(200))),
})

/** Goods of an order that left together. */
export const Parcel = z.object({
  _id: z.string(),
  carrier: z.string(),
  tracking: z.nullable(z.string()),
  shippedAt: z.string(),
  lines: z.array(z.object({ position: z.number(), quantity: z.number() })),
})
export type Parcel = z.infer<typeof Parcel>

/** An order at the API's edge. Amounts are decimals of `currency`; `price` is the total, shipping and tax included. */
export const Order = z.object({
  _id: z.string(),
  number: z.string(),
  tools_id: z.nullable(z.string()),
  toolName: z.string(),
  img: z.nullable(Address),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The same as E.164 writes it; null where it could not be read as a number of the country that it is for. */
  phoneNumber: z.nullable(z.string()),
  /** Said where that was tried: a number from before that was asked is neither. */
  phoneIsDoubtful: z.boolean(),
  company: z.string(),
  address: z.string(),
  /** The same in parts; null on an order that was given one text. */
  deliveryAddress: z.nullable(OrderAddress),
  /** `standard`, or a method of the shop's list; name and days as they were when it was ordered. */
  deliveryMethod: z.string(),
  deliveryMethodName: z.string(),
  deliveryDays: z.nullable(z.number()),
  isPickUp: z.boolean(),
  purchaseOrderReference: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
  /** What the buyer wrote to the shop. */
  notes: z.nullable(z.string()),
  quantity: z.number(),
  unitPrice: z.number(),
  goods: z.number(),
  shipping: z.number(),
  shippingTaxRate: z.number(),
  shippingTaxReason: z.enum(taxReasons),
  tax: z.number(),
  taxRate: z.number(),
  /** Goods and shipping by how they are taxed, the highest rate first. */
  taxes: z.array(TaxGroup),
  taxRounding: z.enum(taxRoundings),
  pricesIncludeTax: z.boolean(),
  price: z.number(),
  currency: z.string(),
  paid: z.boolean(),
  paymentState: z.enum(paymentStates),
  fulfilmentState: z.nullable(z.enum(fulfilmentStates)),
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  /** Money that went back, and what of the payment can still go back: refunds on their way are in neither. */
  refunded: z.number(),
  refundable: z.number(),
  transactionId: z.nullable(z.string()),
  /** The specification's other spelling of the same. */
  transactionID: z.nullable(z.string()),
  placedAt: z.string(),
  reservedUntil: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  /** The company that it was placed for; null where its buyer bought for themselves. */
  boughtFor: z.nullable(z.string()),
  /** Whether it is the caller's own: an admin sees others' too. */
  own: z.boolean(),
  lines: z.array(OrderLine),
  /** In the order in which they left; `carrier` and `tracking` are those of the last, once all has left. */
  parcels: z.array(Parcel),
})
export type Order = z.infer<typeof Order>

/** As admins see it in the list of all orders. */
export const AdminOrder = z.extend(Order, {
  /** Null when the account was deleted. */
  accountId: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** The customer's bank has taken its money, for now or for good. */
  bankKeepsMoney: z.boolean(),
})
export type AdminOrder = z.infer<typeof AdminOrder>

/** One thing that happened to an order. `note` is for people, in the shop's language. */
export const TimelineEntry = z.object({
  at: z.string(),
  kind: z.string(),
  actor: z.enum(['customer', 'admin', 'system', 'provider', 'operator']),
  note: z.optional(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** How many rows a page of the list of all orders has at most, and unless asked. */
export const orderPageLimit = { most: printedAtOnce, usual: 50 }

/** The same of the list of one account's orders. */
export const ownOrderPageLimit = { most: 500, usual: 500 }

/** Numbers of orders, with commas between them. */
const Numbers = z.optional(
  z.pipe(
    z.string().check(z.trim(), storable),
    z.transform((text: string, context) => {
      const numbers = [...new Set(text.toUpperCase().split(/[\s,]+/))].filter(number => number !== '')
      if (numbers.length > printedAtOnce || numbers.some(number => number.length > 40)) {
        const message = orderFieldTexts.numbers(printedAtOnce)
        context.issues.push({ code: 'custom', message, input: text })
        return z.NEVER
      }
      return numbers.length > 0 ? numbers : undefined
    }),
  ),
)

const amount = z.optional(decimalAmount())

/** What the list of all orders can be narrowed to: each of these by itself, and all of them together. */
export const orderListFilter = {
  state: z.optional(z.enum(orderFilters)),
  payment: z.optional(z.enum(paymentStates)),
  q: searchText(100),
  /** Days on which they were placed, both included. */
  from: optionalDay,
  to: optionalDay,
  /** What they come to, at least and at most, in the shop's currency. */
  least: amount,
  most: amount,
}
export const orderListSort = { sort: z.optional(z.enum(orderSorts)) }

export const ordersContract = {
  placeOrder: endpoint('POST /orders', {
    summary:
      'Orders a tool and reserves its stock. It is taxed by `deliveryAddress` or `country`, else by the account’s default address, else by the highest tax of the shop.',
    access: 'signed-in',
    idempotent: 'by-verb',
    body: PlaceOrder,
    answer: z.object({ insertedId: z.string(), number: z.string() }),
    refusals: [
      'account-blocked',
      'company-changed',
      'prices-hidden',
      'tool-gone',
      'below-minimum',
      'not-a-multiple',
      'not-enough-stock',
      'delivery-method-unfit',
      'terms-changed',
      'too-many-open-orders',
      'held-too-recently',
      'confirm-to-order-more',
      'too-many-orders',
      'vehicle-unknown',
      'fit-not-acknowledged',
      'idempotency-key-reused',
    ],
  }),
  listOrders: endpoint('GET /orders', {
    summary:
      'The orders of the account with this email, by page: unpaid and paid, then those that expired in the last 30 days; `expired` lists one kind alone. `q` looks at number, purchase-order reference, job and part; `from` and `to` are days on which orders were placed, in the shop’s time zone, both included.',
    access: 'owner-or-staff:orders',
    paged: true,
    query: z.object({
      email: Email,
      ...paging(new RegExp(`^(?:current|expired)_${idPattern.source.slice(1)}`, 'i')),
      q: optionalText(100),
      from: optionalDay,
      to: optionalDay,
      expired: z.optional(z.enum(['yes', 'no'])),
    }),
    answer: z.array(Order),
  }),
  getOrder: endpoint('GET /orders/:id', {
    summary: 'One order.',
    access: 'owner-or-staff:orders',
    params: z.object({ id: Id }),
    answer: Order,
    refusals: ['order-gone'],
  }),
  deleteOrder: endpoint('DELETE /orders/:id', {
    summary: 'Cancels an unpaid order and frees the stock it holds.',
    access: 'owner-or-staff:cancellations',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['order-gone', 'order-paid', 'order-not-open', 'payment-processing', 'payment-provider-unreachable'],
  }),
  listAllOrders: endpoint('GET /allOrders', {
    summary:
      'Every order, newest first, by page. `state` is a state of the payment or of the goods (`open`: paid and still to be packed); deleted orders are listed only as `cancelled`. `payment` is a state of the payment beside it; `from` and `to` are days on which orders were placed, in the shop’s time zone, both included; `least` and `most` are amounts of their totals. `q` looks at customer, company, tool and number; `numbers` names orders, with commas between them.',
    access: 'staff:orders',
    paged: true,
    query: z.object({
      ...paging(new RegExp(`^(?:\\d{1,15}_)?${idPattern.source.slice(1)}`, 'i')),
      ...orderListFilter,
      ...orderListSort,
      numbers: Numbers,
    }),
    answer: z.array(AdminOrder),
  }),
  getTimeline: endpoint('GET /orders/:id/timeline', {
    summary: 'What happened to an order, oldest first.',
    access: 'owner-or-staff:orders',
    params: z.object({ id: Id }),
    answer: z.array(TimelineEntry),
    refusals: ['order-gone'],
  }),
}

import * as z from 'zod/mini'
import { Tool } from '#contracts/catalogue'
import { VehicleId } from '#contracts/finder'
import { countryCode } from '#kernel/countries'
import { endpoint } from '#kernel/endpoint'
import { Id, decimalAmount, optionalText, optionalLines, wholeNumber } from '#kernel/fields'
import { fitAnswers } from '#rules/finder'
import { TypedAddress } from '../addresses/addresses.contract.ts'
import { addressLimits } from '../addresses/delivery-address.rules.ts'
import { deliveryLimits } from '../delivery/delivery.rules.ts'
import { TaxGroup } from '../orders/order-line.contract.ts'
import { optionalPhone } from '../addresses/phone.contract.ts'
import { basketLimits as limits } from './basket.rules.ts'
import { orderFieldTexts } from '../fields.texts.ts'

const Quantity = z.pipe(
  wholeNumber(() => orderFieldTexts.quantity),
  z.number().check(z.maximum(limits.quantity, { error: () => orderFieldTexts.million })),
)

/** What `/fitment` said that the buyer has ticked. */
const Acknowledged = z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(200))

/** So many units of a tool, for a vehicle and a job where these are named: with them it is another line than without. */
export const LineInput = z.object({
  tools_id: Id,
  quantity: Quantity,
  vehicle: z.optional(VehicleId),
  reference: optionalText(limits.reference),
  acknowledged: z.optional(Acknowledged),
})
export type LineInput = z.infer<typeof LineInput>

const linesOf = <L extends z.core.$ZodType>(line: L) =>
  z.array(line).check(z.maxLength(limits.lines, { error: () => orderFieldTexts.lines(limits.lines) }))
const Lines = z.object({ lines: linesOf(LineInput) })

/** A line that a browser keeps, or asks the price of, with what was last seen of it. */
export const VisitorLine = z.extend(LineInput, {
  id: Id,
  seen: z.optional(
    z.object({
      price: decimalAmount(() => orderFieldTexts.price),
      /** Of so many units of the tool, on all lines: more or fewer at another price are no change. */
      units: z.optional(wholeNumber()),
      free: wholeNumber(),
      fit: z.optional(z.enum(fitAnswers)),
    }),
  ),
})
export type VisitorLine = z.infer<typeof VisitorLine>

const LineProblem = z.object({ code: z.string(), message: z.string(), quantity: z.optional(z.number()) })

/** Amounts are decimals of the shop's currency; null of a tool that is no longer sold. */
export const BasketLine = z.object({
  id: z.string(),
  tools_id: z.string(),
  quantity: z.number(),
  vehicle: z.optional(z.number()),
  vehicleName: z.optional(z.string()),
  reference: z.optional(z.string()),
  unitPrice: z.nullable(z.number()),
  lineTotal: z.nullable(z.number()),
  problems: z.array(LineProblem),
  /** Whether it fits the vehicle, and what there is to tick: nothing, unless it fits under conditions or does not. */
  fit: z.optional(
    z.object({
      answer: z.enum(fitAnswers),
      /** A part for every vehicle, which is `no-data` of this one. */
      isUniversal: z.boolean(),
      statements: z.array(z.string()),
      isAcknowledged: z.boolean(),
    }),
  ),
  tool: z.pick(Tool, {
    name: true,
    img: true,
    picture: true,
    partNumber: true,
    brand: true,
    unit: true,
    boxQuantity: true,
    availableQuantity: true,
    minimumQuantity: true,
    multiple: true,
  }),
})
export type BasketLine = z.infer<typeof BasketLine>

const Change = z.object({
  id: z.string(),
  line: z.string(),
  kind: z.enum(['price', 'stock', 'fit']),
  message: z.string(),
})

export const Basket = z.object({
  lines: z.array(BasketLine),
  totals: z.object({
    goods: z.number(),
    shipping: z.number(),
    tax: z.number(),
    taxRate: z.number(),
    taxes: z.array(TaxGroup),
    pricesIncludeTax: z.boolean(),
    total: z.number(),
    currency: z.string(),
    /** How far it is from there to free shipping; 0 where it is free already. */
    missingForFreeShipping: z.number(),
  }),
  /** By which method the total is, those that do for this basket and place, and why the one that was asked for does not. */
  delivery: z.object({
    method: z.string(),
    methods: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        price: z.number(),
        /** Within how many working days it arrives. */
        days: z.nullable(z.number()),
        isPickUp: z.boolean(),
      }),
    ),
    problem: z.optional(z.string()),
    /** Whether tax or delivery may be others for another address. */
    dependsOnAddress: z.boolean(),
    /** The country that the totals are for, where they depend on it, somebody has said it, and the goods go there. */
    country: z.optional(z.string()),
  }),
  changed: z.array(Change),
  /** Said where prices are for who is signed in: those of lines are null, and `totals` are nothing. */
  pricesAfterSignIn: z.optional(z.literal(true)),
})
export type Basket = z.infer<typeof Basket>

/** Where a basket is to go, and by which method. */
const DeliveryQuery = z.object({
  country: z.optional(countryCode(() => orderFieldTexts.country)),
  region: optionalText(addressLimits.region),
  deliveryMethod: optionalText(deliveryLimits.key),
})

/** What changed, by the ids of `changed`, or as it stands there. */
const Accepted = z
  .array(
    z.pipe(
      z.union([z.string().check(z.maxLength(300)), z.object({ id: z.string().check(z.maxLength(300)) })]),
      z.transform((change: string | { id: string }) => (typeof change === 'string' ? change : change.id)),
    ),
  )
  .check(z.maxLength(3 * limits.lines))

/** What turns a basket into an order. Name and email are the account's. */
export const OrderBasket = z.object({
  /** One of the account's addresses, or another one. */
  addressId: z.optional(Id),
  address: z.optional(TypedAddress),
  deliveryMethod: optionalText(deliveryLimits.key),
  phone: optionalPhone,
  company: optionalText(120),
  purchaseOrderReference: optionalText(60),
  vatNumber: optionalText(30),
  notes: optionalLines(limits.notes),
  /** The total that the buyer was shown: an order that would come to another one is refused. */
  total: z.optional(decimalAmount(() => orderFieldTexts.total)),
  /** The company that the buyer was told they buy for, null for themselves: where it is another one by now, nothing is ordered. */
  companyId: z.optional(z.nullable(Id)),
  accepted: z.optional(Accepted),
})
export type OrderBasket = z.infer<typeof OrderBasket>

const lineRefusals = ['tool-gone', 'vehicle-unknown', 'basket-full', 'too-many-units'] as const

export const basketContract = {
  getBasket: endpoint('GET /basket', {
    summary:
      'The basket of the account: its lines at today’s prices, what is wrong with each, what it comes to, how it can be delivered, and what has changed since it was last seen.',
    access: 'signed-in',
    /** Where it is to go, and how: the totals are for that. */
    query: DeliveryQuery,
    answer: Basket,
  }),
  setLines: endpoint('PUT /basket/lines', {
    summary:
      'Sets the quantities of lines; 0 takes a line out, and lines that are not named stay. Lines of one request that are the same are taken together.',
    access: 'signed-in',
    body: Lines,
    answer: Basket,
    refusals: [...lineRefusals],
  }),
  addLines: endpoint('POST /basket/lines', {
    summary: 'Adds to what is there: units of a line that the basket has are more of it.',
    access: 'signed-in',
    idempotent: true,
    body: Lines,
    /** `problems`: why what was added cannot be ordered as it is. */
    answer: z.object({ lines: z.number(), problems: z.array(z.string()) }),
    refusals: [...lineRefusals, 'idempotency-key-reused'],
  }),
  joinBasket: endpoint('PUT /basket/joined', {
    summary: 'Joins a visitor’s basket to the account’s: the larger quantity wins. Joining again changes nothing.',
    access: 'signed-in',
    body: Lines,
    answer: Basket,
    refusals: ['basket-full'],
  }),
  changeLine: endpoint('PUT /basket/lines/:id', {
    summary: 'Changes one line. One that becomes the same as another is added to it.',
    access: 'owner',
    params: z.object({ id: Id }),
    body: z.omit(LineInput, { tools_id: true }),
    answer: Basket,
    refusals: ['vehicle-unknown', 'basket-line-gone', 'too-many-units'],
  }),
  removeLine: endpoint('DELETE /basket/lines/:id', {
    summary: 'Takes a line out of the basket.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
  }),
  acceptChanges: endpoint('PUT /basket/accepted', {
    summary: 'Says that changes were seen, by their ids. One that has changed once more stays.',
    access: 'signed-in',
    body: z.object({ changes: Accepted }),
    answer: Basket,
  }),
  orderBasket: endpoint('POST /basket/order', {
    summary:
      'Orders all that is in the basket, or nothing. The errors of a refusal name every line that cannot be ordered.',
    access: 'signed-in',
    idempotent: 'by-verb',
    body: OrderBasket,
    answer: z.object({ insertedId: z.string(), number: z.string() }),
    refusals: [
      'basket-empty',
      'basket-not-orderable',
      'basket-changed',
      'changes-not-accepted',
      'address-gone',
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
  priceBasket: endpoint('POST /basket/priced', {
    summary:
      'Lines that the shop does not keep, such as those of a visitor’s browser, as `GET /basket` answers: with an access token at the account’s prices, without one at everyone’s. Nothing of it is stored.',
    access: 'everyone',
    personal: 'by-caller',
    body: z.extend(DeliveryQuery, { lines: linesOf(VisitorLine) }),
    answer: Basket,
  }),
}

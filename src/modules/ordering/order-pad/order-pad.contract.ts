import * as z from 'zod/mini'
import { Tool } from '#contracts/catalogue'
import { VehicleId } from '#contracts/finder'
import { endpoint } from '#kernel/endpoint'
import { Id, ShownPrice, optionalText, storable, fieldTexts } from '#kernel/fields'
import { numberKinds } from '#rules/finder'
import { padLimits } from './order-pad.rules.ts'
import { padFieldTexts } from './order-pad.texts.ts'

const notTooLong = z.refine<string>(text => text.length <= padLimits.text, {
  error: () => fieldTexts.characters(padLimits.text),
})

/** Only its shape is asked for here: what is wrong with a row is said of that row, and keeps no other from its answer. */
const Row = z.object({
  /** Any maker's number, an OEM number or a GTIN, however it is written; with its brand in front, if that helps. */
  number: z
    .pipe(
      z.union([z.string(), z.number()], { error: () => padFieldTexts.number }),
      z.transform((number: string | number) => String(number)),
    )
    .check(notTooLong, storable),
  quantity: z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string().check(notTooLong)]))),
    z.transform((quantity: string | number | null | undefined) => quantity ?? ''),
  ),
  brand: optionalText(padLimits.text),
  /** The tool of an offer, once its buyer has chosen it. */
  tools_id: z.optional(Id),
})

export const OrderPad = z.object({
  rows: z
    .array(Row, { error: () => padFieldTexts.rows })
    .check(z.maxLength(padLimits.rows, { error: () => padFieldTexts.most(padLimits.rows) })),
  /** What it is for: parts that are known not to fit it have to be chosen. */
  vehicle: z.optional(VehicleId),
})

const PadTool = z.pick(Tool, {
  _id: true,
  name: true,
  price: true,
  listPrice: true,
  partNumber: true,
  brand: true,
  availableQuantity: true,
  minimumQuantity: true,
  multiple: true,
  unit: true,
  boxQuantity: true,
})
export type PadTool = z.infer<typeof PadTool>

/** Amounts are decimals of the shop's currency, before shipping and tax. */
const Line = {
  tools_id: z.string(),
  tool: PadTool,
  quantity: z.number(),
  unitPrice: ShownPrice,
  lineTotal: ShownPrice,
}

const Message = z.object({ code: z.string(), message: z.string() })

/** Rows are counted from 0. `rows`: those that mean the same are one, by the sum of their quantities; `row` is the first of them. */
const Rows = { row: z.number(), rows: z.array(z.number()) }

export const PadAnswer = z.object({
  added: z.array(
    z.object({
      ...Rows,
      ...Line,
      /** What the number of the first row is there. */
      matched: z.optional(z.object({ kind: z.enum(numberKinds), value: z.string(), brand: z.nullable(z.string()) })),
    }),
  ),
  choose: z.array(
    z.object({
      ...Rows,
      quantity: z.number(),
      why: z.string(),
      message: z.string(),
      /** The best proposal first. `differs`: in what it is not what was typed, apart from the tool. */
      offers: z.array(z.object({ ...Line, differs: z.array(Message) })),
    }),
  ),
  refused: z.array(z.object({ row: z.number(), ...Message.shape })),
})
export type PadAnswer = z.infer<typeof PadAnswer>

export const orderPadContract = {
  readOrderPad: endpoint('POST /order-pad', {
    summary:
      'Reads the rows of a quick order, up to 500: each is added, needs a choice with offers, or is refused with its reason. With an access token it is at the account’s prices. Nothing is put into a basket, and nothing is held.',
    access: 'everyone',
    personal: 'by-caller',
    body: OrderPad,
    answer: PadAnswer,
    refusals: ['vehicle-unknown'],
  }),
}

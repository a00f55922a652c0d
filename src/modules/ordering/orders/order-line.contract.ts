import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { salesUnits } from '#rules/catalogue'
import { fitAnswers } from '#rules/finder'
import { taxReasons } from '#rules/tax'

/** What is taxed alike, and its tax: amounts as decimals, the rate a share. */
export const TaxGroup = z.object({
  taxRate: z.number(),
  reason: z.enum(taxReasons),
  net: z.number(),
  tax: z.number(),
})
export type TaxGroup = z.infer<typeof TaxGroup>

/** What a buyer who named a vehicle was told about the fit, as it was said then. */
export const LineFit = z.object({
  vehicle: z.string(),
  /** As `/vehicles` gives it, to order the same again for it. */
  vehicleId: z.number(),
  answer: z.enum(fitAnswers),
  /** Conditions and warnings that were shown and ticked. */
  acknowledged: z.array(z.string()),
})
export type LineFit = z.infer<typeof LineFit>

export const OrderLine = z.object({
  position: z.number(),
  tools_id: z.nullable(z.string()),
  toolName: z.string(),
  partNumber: z.nullable(z.string()),
  img: z.nullable(Address),
  quantity: z.number(),
  /** What a unit of it is; of a box, how many are in it. As it was sold then. */
  unit: z.enum(salesUnits),
  boxQuantity: z.nullable(z.number()),
  unitPrice: z.number(),
  /** The tool's own price at that time; null of orders from before price lists. */
  listPrice: z.nullable(z.number()),
  /** The price list by which `unitPrice` was so, and from how many units on; null where it was the tool's own price. */
  priceList: z.nullable(z.object({ name: z.string(), from: z.nullable(z.number()) })),
  net: z.number(),
  taxRate: z.number(),
  /** By what it was taxed: its class at that time, and the reason of EN 16931. */
  taxClass: z.string(),
  taxReason: z.enum(taxReasons),
  tax: z.number(),
  gross: z.number(),
  /** Units that had left and were sent back, those that never left and whose money went back, and those that either can still be said of. */
  returned: z.number(),
  cancelled: z.number(),
  returnable: z.number(),
  /** Units that have left the shop, and those that are still to leave once the order is paid. */
  shipped: z.number(),
  toShip: z.number(),
  fit: z.nullable(LineFit),
  /** The job that it is for, in the buyer's words. */
  reference: z.nullable(z.string()),
})

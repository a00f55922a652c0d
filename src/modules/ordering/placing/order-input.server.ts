import type * as z from 'zod/mini'
import type { Place } from '#rules/tax'
import type { DeliveryAddress } from '../addresses/delivery-address.rules.ts'
import type { RequestedLine } from './line-rows.server.ts'
import type { PlaceOrder } from '../orders/orders.contract.ts'

type GivenOtherwise =
  | 'tools_id'
  | 'quantity'
  | 'vehicle'
  | 'acknowledged'
  | 'total'
  | 'companyId'
  | 'deliveryAddress'
  | 'country'
  | 'region'
export type OrderDetails = Omit<z.output<typeof PlaceOrder>, GivenOtherwise> & {
  /** `address` in parts, where it was given in parts. */
  delivery?: DeliveryAddress | undefined
  /** Where it goes, of an address of one text, as far as that is known. */
  place?: Place | undefined
  notes?: string | undefined
}
export type PlaceOrderInput = OrderDetails & {
  lines: RequestedLine[]
  /** What the buyer was told it comes to, in decimals of the shop's currency. */
  total?: string | undefined
  /** For which company they were told that they buy, null for themselves. */
  companyId?: string | null | undefined
  /** The version of the basket that `lines` are. They leave it with the order; of another version there is none. */
  basketVersion?: number | undefined
}

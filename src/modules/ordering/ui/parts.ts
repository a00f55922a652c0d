export { BasketLink } from '../basket/basket-link.tsx'
export { accountSource, visitorSource, type BasketSource, type DeliverTo, type LineState } from '../basket/source.ts'
export { lookAtBasket, tellCount, useHasOwnPrices } from '../basket/counter.ts'
export { addToBasket } from '../basket/store.ts'
export { tellAdded } from '../basket/tell-added.ts'
export { basketKey } from '../basket/basket-key.ts'
export { CancelDialog } from '../cancellations/cancel-dialog.tsx'
export { RefundDialog } from '../refunds/refund-dialog.tsx'
export { DeliverDialog, FreeUnitsDialog } from './admin/admin-order-dialogs.tsx'
export { ShipmentDialog } from '../shipments/shipment-dialog.tsx'
export { LinePriceList } from './line-price-list.tsx'
export { NoSuchOrder, isGone } from './order-page/no-such-order.tsx'
export { FulfilmentBadge, PaymentBadge } from './order-badges.tsx'
export { OrderCard } from './order-card.tsx'
export { OrderFrame } from './order-page/order-frame.tsx'
export { sumOfOrder } from './order-lists.ts'
export { OrderPicture } from './order-picture.tsx'
export {
  orderFilterOf,
  useAllOrders,
  useDeleteOrder,
  useOrder,
  useOrderRefresh,
  useOrders,
  useOrdersRefresh,
  useOrdersToPrint,
} from '../page/order-queries.ts'
export { useRefunds } from '../refunds/use-refunds.ts'
export { Acts } from './order-page/order-sheet.tsx'
export { FreeShippingHint, OrderSum } from './order-sum.tsx'
export { useOrdersHome } from './orders-home.ts'
export { paperClass } from './paper/paper.ts'
export { PaperHead } from './paper/paper-head.tsx'
export { AddressFields } from '../addresses/address-fields.tsx'

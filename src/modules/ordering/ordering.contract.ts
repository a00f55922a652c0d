export { AdminOrder, Order, PlaceOrder, ordersContract } from './orders/orders.contract.ts'
export { paymentsContract } from './payments/payments.contract.ts'
export { Refund } from './refunds/refunds.contract.ts'
export { Dispute } from './disputes/disputes.contract.ts'
export { ShipmentFile, type ShipmentReport, shipmentsContract } from './shipments/shipments.contract.ts'
export { NewFilter, type OrderFilter, filtersContract } from './filters/filters.contract.ts'
export { orderPadContract } from './order-pad/order-pad.contract.ts'
export { Basket, BasketLine, OrderBasket, basketContract } from './basket/basket.contract.ts'
export { KeptAddress, addressesContract } from './addresses/addresses.contract.ts'
export { DeliveryAddress } from './addresses/delivery-address.contract.ts'
export {
  ListName,
  type ListLine,
  OftenOrdered,
  type PutAnswer,
  type SavedList,
  listsContract,
} from './lists/lists.contract.ts'
export { deliveryMethodsOf } from './delivery/delivery.contract.ts'

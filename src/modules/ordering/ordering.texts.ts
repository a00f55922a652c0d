export { ordersAdminTexts } from './orders/admin.texts.ts'
export { ordersTexts, paymentText } from './orders/orders.texts.ts'
export { paymentsTexts, type CardProblem } from './payments/payments.texts.ts'
export { cancellationsTexts } from './cancellations/cancellations.texts.ts'
export { filtersTexts } from './filters/filters.texts.ts'

export { addressTexts } from './addresses/addresses.texts.ts'
export { basketTexts } from './basket/basket.texts.ts'
export { deliveryTexts } from './delivery/delivery.texts.ts'

import type { Order } from '../orders/orders.contract.ts'
import type { Sum } from './order-sum.tsx'

/** My Orders counts and lists unpaid and paid orders; expired ones stand below (decisions, section 4). */
export function splitOrders(orders: readonly Order[]): { current: Order[]; expired: Order[] } {
  return {
    current: orders.filter(order => order.paymentState !== 'expired'),
    expired: orders.filter(order => order.paymentState === 'expired'),
  }
}

/** An order's amounts as the sum that is shown of it. */
export function sumOfOrder(order: Order): Sum {
  const { goods, shipping, tax, taxRate, taxes, pricesIncludeTax, price, currency } = order
  return {
    goods,
    shipping,
    tax,
    taxRate: taxes[0]?.taxRate ?? taxRate,
    taxes,
    pricesIncludeTax,
    total: price,
    currency,
  }
}

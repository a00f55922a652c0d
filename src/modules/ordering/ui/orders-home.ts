import { useAccount } from '#parts/accounts'
import { ordersAdminTexts } from '../orders/admin.texts.ts'
import { ordersTexts } from '../orders/orders.texts.ts'

/** Where this account finds its orders: customers under My Orders, admins under All Orders, at the order's own page. */
export function useOrdersHome(orderId?: string): { to: string; name: string; label: string } {
  const { admin } = useAccount()
  if (!admin) return { to: '/dashboard/order', name: ordersTexts.myOrders, label: ordersTexts.backToOrders }
  const to = orderId ? `/dashboard/allOrders/${orderId}` : '/dashboard/allOrders'
  return { to, name: ordersAdminTexts.allOrders, label: ordersTexts.backToAllOrders }
}

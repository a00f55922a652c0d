import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '#parts/accounts'
import { call } from '#ui/call.ts'
import { type Order, ordersContract } from '../orders.contract.ts'

const listKey = ['orders']
const keyOf = (orderId: string) => ['order', orderId]

/** The account's own orders: unpaid and paid, then the lately expired ones. */
export function useOrders() {
  const { email } = useAccount()
  return useQuery({ queryKey: listKey, queryFn: () => call(ordersContract.listOrders, { query: { email } }) })
}

/** One order. `askAgainMs` looks again while it is unpaid: its money may come without this page. */
export function useOrder(orderId: string, { askAgainMs }: { askAgainMs?: number | undefined } = {}) {
  return useQuery({
    queryKey: keyOf(orderId),
    queryFn: () => call(ordersContract.getOrder, { params: { id: orderId } }),
    refetchInterval: query => (query.state.data?.paymentState === 'unpaid' && askAgainMs ? askAgainMs : false),
  })
}

/** To be called when something has happened to an order: it and the list are read anew. */
export function useOrderRefresh(): (orderId: string) => Promise<void> {
  const queries = useQueryClient()
  return async orderId => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(orderId) }),
      queries.invalidateQueries({ queryKey: listKey }),
    ])
  }
}

/** Deletes an unpaid order; done when the list has been read again. */
export function useDeleteOrder() {
  const refresh = useOrderRefresh()
  return useMutation({
    mutationFn: (order: Order) => call(ordersContract.deleteOrder, { params: { id: order._id } }),
    onSettled: (_answer, _error, order) => refresh(order._id),
  })
}

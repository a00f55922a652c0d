import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '#parts/accounts'
import { call, callPage } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { type Order, ordersContract } from '../orders/orders.contract.ts'
import { printedAtOnce } from '../orders/orders.rules.ts'

const listKey = ['orders']
const allKey = ['all-orders']
/** What is read of an order is kept under keys that begin so. */
export const keyOfOrder = (orderId: string) => ['order', orderId]

/** The account's own orders, as the filter row of its list narrows them; while that is undefined, none are read. */
export function useOrders(filter: ({ expired: 'yes' | 'no' } & Record<string, string | undefined>) | undefined) {
  const { email } = useAccount()
  return usePagedList(listKey, ordersContract.listOrders, filter && { email, limit: cardsOfPage, ...filter })
}

/** So many cards are read at a time. */
const cardsOfPage = 50

/** One order. `askAgainMs` looks again while it is unpaid: its money may come without this page. */
export function useOrder(orderId: string, { askAgainMs }: { askAgainMs?: number | undefined } = {}) {
  return useQuery({
    queryKey: keyOfOrder(orderId),
    queryFn: () => call(ordersContract.getOrder, { params: { id: orderId } }),
    refetchInterval: query => (query.state.data?.paymentState === 'unpaid' && askAgainMs ? askAgainMs : false),
  })
}

/** Every order, for admins, as the filter row wants it. */
export function useAllOrders(filters: Record<string, string>) {
  return usePagedList(allKey, ordersContract.listAllOrders, { ...orderFilterOf(filters), sort: filters['sort'] })
}

/** What the list of all orders is narrowed to, as its address says it. */
export function orderFilterOf(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(filterNames.flatMap(name => (query[name] ? [[name, query[name]]] : [])))
}

const filterNames = ['q', 'state', 'payment', 'from', 'to', 'least', 'most'] as const

/** Orders to be printed together, the oldest first: those that are named, or those that the filter of the list leaves. */
export function useOrdersToPrint(query: Record<string, string>) {
  const filter = query['numbers'] ? { numbers: query['numbers'] } : orderFilterOf(query)
  return useQuery({
    queryKey: [...allKey, 'print', filter],
    queryFn: () =>
      callPage(ordersContract.listAllOrders, { query: { ...filter, sort: 'placed', limit: printedAtOnce } }),
  })
}

export function useTimeline(orderId: string) {
  return useQuery({
    queryKey: [...keyOfOrder(orderId), 'timeline'],
    queryFn: () => call(ordersContract.getTimeline, { params: { id: orderId } }),
  })
}

/** To be called when something has happened to an order: it and the list are read anew. */
export function useOrderRefresh(): (orderId: string) => Promise<void> {
  const queries = useQueryClient()
  return async orderId => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: keyOfOrder(orderId) }),
      queries.invalidateQueries({ queryKey: listKey }),
      queries.invalidateQueries({ queryKey: allKey }),
    ])
  }
}

/** To be called when something has happened to many orders at once. */
export function useOrdersRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const keys = [['order'], listKey, allKey]
    await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
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

import { useQuery } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { disputesContract } from './disputes.contract.ts'
import { keyOfOrder } from '../page/order-queries.ts'

/** The disputes of an order, for admins alone. */
export function useDisputes(orderId: string, isAdmin: boolean) {
  return useQuery({
    queryKey: [...keyOfOrder(orderId), 'disputes'],
    queryFn: () => call(disputesContract.listDisputes, { params: { id: orderId } }),
    enabled: isAdmin,
  })
}

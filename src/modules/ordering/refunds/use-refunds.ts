import { useQuery } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { refundsContract } from './refunds.contract.ts'
import { keyOfOrder } from '../page/order-queries.ts'

/** How often a refund on its way is asked about. */
const refundLookMs = 1500

/** The refunds of an order, looked at again while one is on its way. */
export function useRefunds(orderId: string) {
  return useQuery({
    queryKey: [...keyOfOrder(orderId), 'refunds'],
    queryFn: () => call(refundsContract.listRefunds, { params: { id: orderId } }),
    refetchInterval: query => (query.state.data?.some(refund => refund.state === 'requested') ? refundLookMs : false),
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type Basket, basketContract } from '#contracts/ordering'
import { basketLimits } from '#rules/ordering'
import type { DeliverTo } from '#parts/ordering'
import { call } from '#ui/calls/call.ts'

type SumQuery = { toolId: string; quantity: number } & DeliverTo

/** What so many units of a tool come to for whoever is here, as the shop says it: it alone knows prices, taxes and methods. */
export const readOrderSum = ({ toolId, quantity, ...to }: SumQuery): Promise<Basket> => {
  const body: z.input<typeof basketContract.priceBasket.body> = {
    lines: [{ id: toolId, tools_id: toolId, quantity }],
    ...to,
  }
  return call(basketContract.priceBasket, { body })
}

type SumInput = {
  toolId: string
  /** Undefined while it is no number. */
  quantity: number | undefined
  /** Where to, as far as it is chosen. */
  to: Pick<DeliverTo, 'country' | 'region'>
  /** What was read for the quantity and the place that the page begins with. */
  first: Basket
}

/**
 * What so many units of a tool come to, live, and by which methods they can come. While the next sum is on its way, `isWaiting`, and
 * the one before it is shown whole, with the units that it is of.
 */
export function useOrderSum({ toolId, quantity = 0, to, first }: SumInput) {
  const [method, choose] = useState<string>()
  const query: SumQuery = { toolId, quantity, ...to, ...(method !== undefined && { deliveryMethod: method }) }
  const key = JSON.stringify(query)
  const [firstKey] = useState(key)
  const isPriced = quantity > 0 && quantity <= basketLimits.quantity
  const priced = useQuery({
    queryKey: ['order-sum', key],
    queryFn: () => readOrderSum(query),
    enabled: isPriced,
    placeholderData: keepPreviousData,
    // The next visit begins with what is true then.
    gcTime: 0,
    ...(key === firstKey && { initialData: first }),
  })
  const basket = isPriced ? priced.data : undefined
  const line = basket?.lines[0]
  const choice = basket && (basket.delivery.problem || method === undefined ? basket.delivery.method : method)
  return {
    /** Nothing of what is no longer sold, or is too much for one order. */
    sum: basket && line && line.lineTotal !== null && line.unitPrice !== null ? basket.totals : undefined,
    line,
    delivery: basket?.delivery,
    isWaiting: isPriced && (priced.isPending || priced.isPlaceholderData),
    failure: isPriced && !priced.isFetching ? (priced.error ?? undefined) : undefined,
    /** Nothing to choose where one method alone does. */
    methods: basket && choice !== undefined && isChoice(basket) ? { basket, choice, onChoose: choose } : undefined,
    choice,
    /** Reads it again: the order that was refused may have been for an old one. */
    read: async () => {
      if (isPriced) await priced.refetch()
    },
  }
}

const isChoice = ({ delivery }: Basket) => delivery.methods.length > 1 || delivery.problem !== undefined

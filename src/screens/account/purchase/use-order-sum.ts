import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tool } from '#contracts/catalogue'
import { type Basket, basketContract } from '#contracts/ordering'
import { sumOf, termsOf } from '#parts/ordering'
import { type Offered, unitPriceAt } from '#parts/pricing'
import { call } from '#ui/calls/call.ts'

type Known = {
  tool: Tool
  offered: Offered
  config: Parameters<typeof termsOf>[0] & {
    terms: { choiceOfDelivery?: true | undefined; taxRounding?: 'group' | undefined }
  }
  /** Undefined while it is no number. */
  quantity: number | undefined
}

/**
 * What so many units of a tool come to, live. The browser knows it of a shop with one delivery method and one tax. Another is asked which
 * methods do, and what it comes to by the chosen one; while that is on its way, `isWaiting`, and there is no sum.
 */
export function useOrderSum({ tool, offered, config, quantity }: Known) {
  const [method, choose] = useState<string>()
  const { choiceOfDelivery, taxRounding } = config.terms
  // Rounded by groups: the shop has a table of taxes.
  const isAsked = (choiceOfDelivery || taxRounding === 'group') && quantity !== undefined && quantity > 0
  const priced = useQuery({
    queryKey: ['order-sum', tool._id, quantity, method],
    queryFn: () =>
      call(basketContract.priceBasket, {
        body: { lines: [{ id: tool._id, tools_id: tool._id, quantity: quantity ?? 1 }], deliveryMethod: method },
      }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const isWaiting = isAsked && (priced.isPending || priced.isPlaceholderData)
  // A shop that cannot say it now delivers as usual.
  const basket = isAsked ? priced.data : undefined
  const own = quantity ? sumOf(unitPriceAt(offered, quantity), quantity, termsOf(config)) : undefined
  const choice = basket && (basket.delivery.problem || method === undefined ? basket.delivery.method : method)
  return {
    sum: isWaiting ? undefined : (basket?.totals ?? own),
    isWaiting,
    /** Nothing to choose where one method alone does. */
    delivery: basket && choice && isChoice(basket) ? { basket, choice, choose } : undefined,
    /** Reads it again: the order that was refused may have been for an old one. */
    read: async () => {
      if (isAsked) await priced.refetch()
    },
  }
}

const isChoice = ({ delivery }: Basket) => delivery.methods.length > 1 || delivery.problem !== undefined

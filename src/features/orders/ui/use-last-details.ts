import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { call } from '#ui/call.ts'
import { type PlaceOrder, ordersContract } from '../orders.contract.ts'
import { draftOf } from './order-draft.ts'

type Details = Omit<z.input<typeof PlaceOrder>, 'tools_id' | 'quantity' | 'vehicle' | 'acknowledged'>
type Form = Pick<UseFormReturn<Details>, 'getValues' | 'setValue'>

/**
 * Fills what is still empty with what the account's last order said. What cannot be read is typed, as for a first order.
 */
export function useLastDetails({ getValues, setValue }: Form, email: string): void {
  const isAsked = useRef(false)
  useEffect(() => {
    const isBegun = Object.values(getValues()).some(value => Boolean(value))
    if (isBegun || isAsked.current) return
    isAsked.current = true
    const fill = async () => {
      const orders = await call(ordersContract.listOrders, { query: { email } })
      for (const { name, value } of draftOf(orders)) if (!getValues(name)) setValue(name, value)
    }
    fill().catch(() => undefined)
  }, [email, getValues, setValue])
}

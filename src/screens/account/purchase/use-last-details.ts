import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { usersContract } from '#contracts/accounts'
import { call } from '#ui/calls/call.ts'
import { type PlaceOrder, ordersContract } from '#contracts/ordering'
import { type DraftName, detailsFrom } from './order-draft.ts'

type Details = Omit<z.input<typeof PlaceOrder>, 'tools_id' | 'quantity' | 'vehicle' | 'acknowledged'>
type Form = Pick<UseFormReturn<Details>, 'getValues' | 'setValue'>

/**
 * Fills what is empty with what the account's last order and its profile say, and returns that: it is no draft of the
 * buyer's. What cannot be read is typed, as for a first order.
 */
export function useLastDetails({ getValues, setValue }: Form, email: string) {
  const filled = useRef<Partial<Record<DraftName, string>>>(undefined)
  useEffect(() => {
    if (filled.current) return
    const details: Partial<Record<DraftName, string>> = {}
    filled.current = details
    const fill = async () => {
      const [orders, profile] = await Promise.all([
        call(ordersContract.listOrders, { query: { email, limit: 1 } }),
        call(usersContract.getProfile, { query: { email } }),
      ])
      for (const { name, value } of detailsFrom(orders, profile)) {
        if (getValues(name)) continue
        details[name] = value
        setValue(name, value)
      }
    }
    fill().catch(() => undefined)
  }, [email, getValues, setValue])
  return filled
}

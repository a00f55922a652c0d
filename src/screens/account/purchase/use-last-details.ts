import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { usersContract } from '#contracts/accounts'
import { call } from '#ui/calls/call.ts'
import { ordersContract } from '#contracts/ordering'
import { countryInText } from '#rules/ordering'
import { useShop } from '#ui/shop.tsx'
import type { DetailsInput } from './order-details.tsx'
import { type DraftName, detailsFrom } from './order-draft.ts'

type Form = Pick<UseFormReturn<DetailsInput>, 'getValues' | 'setValue'>
type Filled = Partial<Record<DraftName | 'country' | 'region', string>>

/**
 * Fills what is empty with what the account's last order and its profile say, and returns that: it is no draft of the
 * buyer's. What cannot be read is typed, as for a first order.
 */
export function useLastDetails({ getValues, setValue }: Form, email: string) {
  const { locale } = useShop()
  const filled = useRef<Filled>(undefined)
  useEffect(() => {
    if (filled.current) return
    const details: Filled = {}
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
      const country = details.address && countryInText(details.address, locale)
      if (country) setValue('country', country)
    }
    fill().catch(() => undefined)
  }, [email, locale, getValues, setValue])
  return filled
}

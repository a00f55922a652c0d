import { refuseFields } from '#kernel/refusals'
import { DeliveryAddress as Checked } from './delivery-address.contract.ts'
import type { DeliveryAddress, TypedAddress } from './delivery-address.rules.ts'

/** An address that was sent, by the rules of its country. Refuses invalid-input with all that is wrong; `within` is the field that it is in. */
export function addressByCountry(typed: TypedAddress, within?: string): DeliveryAddress {
  const { data, error } = Checked.safeParse(typed)
  if (data) return data
  const errors = error?.issues.map(({ path, message }) => ({
    field: [within, ...path].filter(Boolean).join('.'),
    message,
  }))
  throw refuseFields(errors ?? [])
}

import { formatMoneyShort } from '#kernel/money'
import type { Settings } from '#platform/settings'

/** What the shop promises of its orders, by the names that the owner's words have for it: `{free-from}`. */
export function promisesOf(settings: Settings): ReadonlyMap<string, string> {
  const { currency, locale, freeShippingFrom, shippingFee, reservationHours } = settings
  const money = (minor: number) => formatMoneyShort(minor, currency, locale)
  return new Map([
    ['free-from', money(freeShippingFrom)],
    ['shipping-fee', money(shippingFee)],
    ['hold-hours', String(reservationHours)],
  ])
}

import { decimalsOf, toDecimal, toDecimalText, toMinorUnits } from '#kernel/money'
import type { ReadSettings, Settings } from '#platform/settings'
import type { OwnerSetting } from '#platform/settings/owner'
import { type Reader, wrong } from '#platform/settings/reader'
import { deliveryMethodsOf } from './delivery/delivery.contract.ts'
import type { DeliveryMethod } from './delivery/delivery.rules.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Minor units of `currency`. */
    shippingFee: number
    freeShippingFrom: number
    reservationHours: number
    maxOpenOrders: number
    /** Those beside the standard one, which the fee above is of. */
    deliveryMethods: readonly DeliveryMethod[]
    allowSandbox: boolean
    stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  }
}

export const orderingOwnerSettings: readonly OwnerSetting[] = [
  {
    name: 'SHIPPING_FEE',
    read: (read, { currency }) => ({
      shippingFee: read.amount('SHIPPING_FEE', currency) ?? toMinorUnits('9.9', currency) ?? 10,
    }),
    say: ({ shippingFee, currency }) => toDecimal(shippingFee, currency).toFixed(decimalsOf(currency)),
  },
  {
    name: 'FREE_SHIPPING_FROM',
    read: (read, { currency }) => ({
      freeShippingFrom: read.amount('FREE_SHIPPING_FROM', currency) ?? toMinorUnits('50', currency) ?? 0,
    }),
    say: ({ freeShippingFrom, currency }) => toDecimal(freeShippingFrom, currency).toFixed(decimalsOf(currency)),
  },
  {
    name: 'DELIVERY_METHODS',
    longest: 50_000,
    read: (read, { currency }) => ({
      deliveryMethods: read.rows('DELIVERY_METHODS', deliveryMethodsOf(currency)) ?? [],
    }),
    say: ({ deliveryMethods, currency }) =>
      deliveryMethods.length > 0 ? JSON.stringify(deliveryMethods.map(method => rowText(method, currency))) : '',
  },
  {
    name: 'RESERVATION_HOURS',
    read: read => ({ reservationHours: read.whole('RESERVATION_HOURS', 1, 24 * 365) ?? 48 }),
    say: ({ reservationHours }) => String(reservationHours),
  },
  {
    name: 'MAX_OPEN_ORDERS',
    read: read => ({ maxOpenOrders: read.whole('MAX_OPEN_ORDERS', 1, 10_000) ?? 5 }),
    say: ({ maxOpenOrders }) => String(maxOpenOrders),
  },
]

/** A method as it is typed. */
function rowText(method: DeliveryMethod, currency: string) {
  const { leastGrams, mostGrams, leastGoods, mostGoods, price, freeFrom, ...row } = method
  const amount = (minor: number | undefined) => (minor === undefined ? undefined : toDecimalText(minor, currency))
  const kilograms = (grams: number | undefined) => (grams === undefined ? undefined : String(grams / 1000))
  return {
    ...row,
    weightFrom: kilograms(leastGrams),
    weightTo: kilograms(mostGrams),
    goodsFrom: amount(leastGoods),
    goodsTo: amount(mostGoods),
    price: amount(price),
    freeFrom: amount(freeFrom),
  }
}

export const readOrderingSettings: ReadSettings = read => ({
  allowSandbox: read.flag('ALLOW_SANDBOX') ?? false,
  stripe: readStripe(read),
})

function readStripe(read: Reader): Settings['stripe'] {
  const secretKey = read.text('STRIPE_SECRET_KEY')
  const publishableKey = read.text('STRIPE_PUBLISHABLE_KEY')
  const webhookSecret = read.text('STRIPE_WEBHOOK_SECRET')
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey) wrong('STRIPE_SECRET_KEY', 'is missing beside the other Stripe settings')
  if (!publishableKey) wrong('STRIPE_PUBLISHABLE_KEY', 'is missing beside the other Stripe settings')
  if (!webhookSecret) wrong('STRIPE_WEBHOOK_SECRET', 'is missing beside the other Stripe settings')
  if (!/^(sk|rk)_/.test(secretKey)) wrong('STRIPE_SECRET_KEY', 'starts with sk_ or rk_')
  if (!publishableKey.startsWith('pk_')) wrong('STRIPE_PUBLISHABLE_KEY', 'starts with pk_')
  if (!webhookSecret.startsWith('whsec_')) wrong('STRIPE_WEBHOOK_SECRET', 'starts with whsec_')
  return { secretKey, publishableKey, webhookSecret }
}

import type { Handlers } from '#kernel/endpoint'
import { rateScale, toDecimal } from '#kernel/money'
import type { Context } from '#platform/context'
import type { contentContract } from '#contracts/content'
import type { ShopContent } from '#rules/content'
import type { IdentityPort } from '#services/identity'
import type { choosePayment } from './choose-payment.server.ts'
import type { Whereabouts } from './compose-parts.server.ts'

type ConfigParts = {
  content: ShopContent
  identity: IdentityPort
  payment: ReturnType<typeof choosePayment>
  where: Whereabouts
}

/** What a browser needs to know of the shop: every module has its part in it, so that it is put together above them. */
export function configOf(parts: ConfigParts): Handlers<typeof contentContract, Context>['getConfig'] {
  return async ({ settings }) => {
    const { apiBase, ...payments } = parts.payment
    const { provider, issuer, google, firebase } = parts.identity
    const passkeyHost = parts.identity.passkeys()
    return {
      currency: settings.currency,
      locale: settings.locale,
      timeZone: settings.timeZone,
      shop: {
        name: parts.content.shop.name,
        url: parts.where.publicUrl(),
        ...(settings.country !== undefined && { country: settings.country }),
      },
      terms: termsOf(settings),
      pricesAfterSignIn: settings.pricesAfterSignIn,
      payments: { ...payments, ...(apiBase && { apiBase }) },
      identity: {
        provider,
        issuer,
        google,
        demo: settings.demo,
        ...(passkeyHost && { passkeyHost }),
        ...(firebase && { firebase }),
      },
      imageHost: { url: '/api/images' },
    }
  }
}

/** On what terms the shop sells. */
function termsOf(settings: Context['settings']) {
  // An address there needs its region.
  const ofRegions = settings.taxTable.filter(({ region }) => region !== undefined)
  const taxedByRegion = [...new Set(ofRegions.map(({ country }) => country))]
  return {
    shippingFee: toDecimal(settings.shippingFee, settings.currency),
    freeShippingFrom: toDecimal(settings.freeShippingFrom, settings.currency),
    taxRate: settings.taxRate / rateScale,
    pricesIncludeTax: settings.pricesIncludeTax,
    ...(settings.taxTable.length > 0 && { taxRounding: 'group' as const }),
    ...(settings.deliveryMethods.length > 0 && { choiceOfDelivery: true as const }),
    ...(taxedByRegion.length > 0 && { taxedByRegion }),
    reservationHours: settings.reservationHours,
  }
}

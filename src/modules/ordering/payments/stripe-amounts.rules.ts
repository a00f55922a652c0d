import { stripeAmountTexts } from './stripe-amounts.texts.ts'

/**
 * Currencies of which Stripe takes other amounts than the shop has: https://docs.stripe.com/currencies. The shop counts each in the
 * units of ISO 4217, and so does Stripe, but for these.
 */

/** Of these, Stripe takes only amounts whose last decimals are 0. */
const withoutLastDecimals = new Set('bhd isk jod kwd omr tnd ugx'.split(' '))

/** 20,000.00 would be sent as 2,000,000, which are two million there. */
export const isMiscountedAtStripe = (currency: string): boolean => currency === 'mga'

/** Why a shop whose prices are in this currency cannot be paid by Stripe; undefined where it can. */
export function problemAtStripe(currency: string): string | undefined {
  const code = currency.toUpperCase()
  if (isMiscountedAtStripe(currency)) return stripeAmountTexts.miscounted(code)
  return withoutLastDecimals.has(currency) ? stripeAmountTexts.lastDigits(code) : undefined
}

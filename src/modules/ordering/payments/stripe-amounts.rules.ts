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
  const instead = 'Use another currency.'
  if (isMiscountedAtStripe(currency))
    return `Stripe counts ${code} in whole units, this shop in hundredths of them. ${instead}`
  if (!withoutLastDecimals.has(currency)) return undefined
  return `Stripe takes amounts in ${code} only if the last digits are 0; what an order comes to here, with its tax, is not. ${instead}`
}

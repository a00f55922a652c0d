/**
 * Currencies of which Stripe takes other amounts than the shop has: https://docs.stripe.com/currencies. The shop counts each in the
 * units of ISO 4217, and so does Stripe, but for these.
 */

/** Of these, Stripe takes only what is a multiple of so many of their units. */
const steps: ReadonlyMap<string, number> = new Map([
  ['isk', 100],
  ['ugx', 100],
  ['bhd', 10],
  ['jod', 10],
  ['kwd', 10],
  ['omr', 10],
  ['tnd', 10],
])

/** An amount in minor units that Stripe takes is a multiple of this. */
export const stripeStepOf = (currency: string): number => steps.get(currency) ?? 1

/** Why a shop whose prices are in this currency cannot be paid by Stripe; undefined where it can. */
export function problemAtStripe(currency: string): string | undefined {
  const code = currency.toUpperCase()
  const instead = 'Use another currency.'
  // 20,000.00 would be sent as 2,000,000, which are two million there.
  if (currency === 'mga') return `Stripe counts ${code} in whole units, this shop in hundredths of them. ${instead}`
  if (stripeStepOf(currency) === 1) return undefined
  return `Stripe takes amounts in ${code} only if the last digits are 0; what an order comes to here, with its tax, is not. ${instead}`
}

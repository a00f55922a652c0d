import { describe, expect, it } from 'vitest'
import { decimalsOf } from '#kernel/money'
import { problemAtStripe } from './stripe-amounts.rules.ts'

/** What https://docs.stripe.com/currencies says: currencies of which amounts are whole units, and what it calls special cases. */
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const threeDecimal = 'bhd jod kwd omr tnd'.split(' ')
/** Of two decimals, both of them always 0. */
const wholeInHundredths = ['isk', 'ugx']

describe('an amount', () => {
  it('is sent to Stripe in the units that Stripe counts in, or its currency is none for Stripe', () => {
    const decimalsAtStripe = (currency: string) =>
      zeroDecimal.includes(currency) ? 0 : threeDecimal.includes(currency) ? 3 : 2
    const all = Intl.supportedValuesOf('currency').map(code => code.toLowerCase())
    const wrong = all.filter(currency => decimalsOf(currency) !== decimalsAtStripe(currency))
    expect(wrong.filter(currency => problemAtStripe(currency) === undefined)).toEqual([])
  })

  it.each([...wholeInHundredths, ...threeDecimal, 'mga'])('of %s is not one for Stripe, whatever it is', currency =>
    expect(problemAtStripe(currency)).toMatch(new RegExp(`^Stripe .*${currency.toUpperCase()}.*\\.$`)),
  )

  it.each(['usd', 'eur', 'jpy', 'huf', 'twd', 'cop', 'xaf'])('of %s is one', currency =>
    expect(problemAtStripe(currency)).toBeUndefined(),
  )
})

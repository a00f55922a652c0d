import { describe, expect, it } from 'vitest'
import { sumOf, termsOf } from './terms.ts'

const config = {
  currency: 'usd',
  terms: { shippingFee: 9.9, freeShippingFrom: 50, taxRate: 0.08875, pricesIncludeTax: false, reservationHours: 48 },
}

describe('termsOf', () => {
  it('brings decimals into minor units and the rate into millionths', () => {
    expect(termsOf(config)).toEqual({
      currency: 'usd',
      shippingFee: 990,
      freeShippingFrom: 5000,
      taxRate: 88_750,
      pricesIncludeTax: false,
    })
  })
  it('knows currencies without decimals, and with three', () => {
    const terms = { ...config.terms, shippingFee: 990, freeShippingFrom: 5000 }
    expect(termsOf({ currency: 'jpy', terms })).toMatchObject({ shippingFee: 990, freeShippingFrom: 5000 })
    expect(termsOf({ currency: 'kwd', terms: { ...terms, shippingFee: 9.905 } })).toMatchObject({ shippingFee: 9905 })
  })
})

describe('sumOf', () => {
  it('[D4.12] takes a small order apart', () => {
    expect(sumOf(8.35, 5, termsOf(config))).toEqual({
      goods: 41.75,
      shipping: 9.9,
      tax: 4.59,
      taxRate: 0.08875,
      pricesIncludeTax: false,
      total: 56.24,
      currency: 'usd',
      missingForFreeShipping: 8.25,
    })
  })
  it('ships for free from the amount on', () => {
    expect(sumOf(10, 5, termsOf(config))).toMatchObject({ goods: 50, shipping: 0, missingForFreeShipping: 0 })
    expect(sumOf(9.99, 5, termsOf(config))).toMatchObject({ shipping: 9.9, missingForFreeShipping: 0.05 })
  })
  it('adds up when prices include the tax', () => {
    const sum = sumOf(
      11.9,
      2,
      termsOf({ ...config, terms: { ...config.terms, taxRate: 0.19, pricesIncludeTax: true } }),
    )
    expect(sum).toMatchObject({ goods: 23.8, shipping: 9.9, total: 33.7, tax: 5.38 })
  })
  it('has no rounding of its own', () => expect(sumOf(0.1, 3, termsOf(config)).goods).toBe(0.3))
})

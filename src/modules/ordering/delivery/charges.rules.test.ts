import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateScale } from '#kernel/money'
import type { TaxRow } from '#rules/tax'
import { type ChargeTerms, chargesOf } from './charges.rules.ts'
import type { DeliveryMethod } from './delivery.rules.ts'

const lineOf = fc.record({
  unitPrice: fc.integer({ min: 1, max: 2_000_000 }),
  quantity: fc.integer({ min: 1, max: 5000 }),
  taxClass: fc.constantFrom('standard', 'reduced', 'none'),
  grams: fc.option(fc.nat(50_000)),
})
const linesOf = fc.array(lineOf, { minLength: 1, maxLength: 12 })
const placeOf = fc.option(
  fc.record({ country: fc.constantFrom('DE', 'US', 'FR'), region: fc.constantFrom('CA', 'TX') }),
  { nil: undefined },
)
const rateOf = fc.oneof(fc.constantFrom(0, 70_000, 88_750, 190_000), fc.nat(rateScale - 1))
const taxRow = (country: string, taxClass: string, rate: number): TaxRow => ({
  country,
  taxClass,
  rate,
  reason: rate > 0 ? 'S' : 'Z',
})
const tableOf = fc
  .tuple(rateOf, rateOf, rateOf)
  .map(([de, reduced, us]) => [
    taxRow('DE', 'standard', de),
    taxRow('DE', 'reduced', reduced),
    taxRow('US', 'none', us),
  ])
const termsOf = (table: fc.Arbitrary<TaxRow[]>): fc.Arbitrary<ChargeTerms> =>
  fc.record({
    currency: fc.constant('eur'),
    shippingFee: fc.nat(10_000),
    freeShippingFrom: fc.nat(100_000),
    taxRate: rateOf,
    pricesIncludeTax: fc.boolean(),
    taxTable: table,
    deliveryMethods: fc.constant([]),
  })

/** Half-up, on whole numbers. */
const halfUp = (numerator: bigint, denominator: bigint) => Number((2n * numerator + denominator) / (2n * denominator))
const taxWithin = (amount: number, rate: number, isGross: boolean) =>
  halfUp(BigInt(amount) * BigInt(rate), BigInt(isGross ? rateScale + rate : rateScale))

/** What an order came to before there was a table: one rate, rounded line by line, and once for shipping. */
function before(lines: readonly { unitPrice: number; quantity: number }[], terms: ChargeTerms) {
  const amounts = lines.map(line => line.unitPrice * line.quantity)
  const goods = amounts.reduce((sum, amount) => sum + amount, 0)
  const all = [...amounts, goods >= terms.freeShippingFrom ? 0 : terms.shippingFee]
  const taxes = all.map(amount => taxWithin(amount, terms.taxRate, terms.pricesIncludeTax))
  const tax = taxes.reduce((sum, tax) => sum + tax, 0)
  const priced = all.reduce((sum, amount) => sum + amount, 0)
  return { goods, tax, taxes, total: terms.pricesIncludeTax ? priced : priced + tax }
}

describe('an order', () => {
  it('costs in a shop without a table what it cost before there were tables, wherever it goes', () => {
    fc.assert(
      fc.property(linesOf, termsOf(fc.constant([])), placeOf, (lines, terms, place) => {
        const { totals, rounding } = chargesOf(lines, terms, { place })
        const { goods, tax, taxes, total } = before(lines, terms)
        expect(totals).toMatchObject({ goods, tax, total })
        expect([...totals.lines, totals.shipping].map(part => part.tax)).toEqual(taxes)
        expect(new Set([...totals.lines, totals.shipping].map(part => part.reason)).size).toBe(1)
        expect(rounding).toBe('line')
      }),
    )
  })

  it('has in a shop with a table the tax of each sum that is taxed alike, rounded once', () => {
    fc.assert(
      fc.property(linesOf, termsOf(tableOf), placeOf, (lines, terms, place) => {
        const { totals, rounding } = chargesOf(lines, terms, { place })
        expect(rounding).toBe('group')
        const parts = [...totals.lines, totals.shipping]
        for (const { taxRate, reason, net, tax } of totals.taxes) {
          const alike = parts.filter(part => part.taxRate === taxRate && part.reason === reason)
          const sum = alike.reduce((sum, part) => sum + (terms.pricesIncludeTax ? part.gross : part.net), 0)
          expect(tax).toBe(taxWithin(sum, taxRate, terms.pricesIncludeTax))
          expect(net).toBe(alike.reduce((sum, part) => sum + part.net, 0))
        }
        for (const part of parts) {
          expect(part.net + part.tax).toBe(part.gross)
          expect(Math.min(part.net, part.tax)).toBeGreaterThanOrEqual(0)
        }
        lines.forEach(({ unitPrice, quantity }, index) => {
          const line = totals.lines[index]
          expect(terms.pricesIncludeTax ? line?.gross : line?.net).toBe(unitPrice * quantity)
        })
        expect(totals.tax).toBe(totals.taxes.reduce((sum, group) => sum + group.tax, 0))
        expect(totals.total).toBe(parts.reduce((sum, part) => sum + part.gross, 0))
      }),
    )
  })
})

describe('of delivery', () => {
  const terms: ChargeTerms = {
    currency: 'eur',
    shippingFee: 990,
    freeShippingFrom: 5000,
    taxRate: 100_000,
    pricesIncludeTax: false,
    taxTable: [taxRow('DE', 'standard', 190_000), taxRow('DE', 'reduced', 70_000), taxRow('CH', 'standard', 0)],
    deliveryMethods: [],
  }
  const line = { unitPrice: 1000, quantity: 2, taxClass: 'reduced', grams: 1500 }
  const method = (more: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
    key: 'express',
    name: 'Express',
    countries: [],
    price: 1990,
    ...more,
  })
  const charged = (more: Partial<DeliveryMethod>, country = 'DE') =>
    chargesOf([line], { ...terms, deliveryMethods: [method(more)] }, { place: { country }, method: 'express' })

  it('the tax is that of the standard class, beside goods of another', () => {
    const { totals } = chargesOf([line], terms, { place: { country: 'DE' } })
    expect(totals.taxes).toEqual([
      { taxRate: 190_000, reason: 'S', net: 990, tax: 188 },
      { taxRate: 70_000, reason: 'S', net: 2000, tax: 140 },
    ])
  })

  it('the method that is chosen costs what it says', () => {
    expect(charged({}).totals.shipping).toMatchObject({ net: 1990, taxRate: 190_000 })
    expect(charged({ freeFrom: 2000 }).totals.shipping.net).toBe(0)
    expect(charged({ freeFrom: 2001 }).totals.shipping.net).toBe(1990)
  })

  it.each<[string, Partial<DeliveryMethod>, string | undefined]>([
    ['everywhere', {}, undefined],
    ['to its countries', { countries: ['AT', 'DE'] }, undefined],
    ['to no other', { countries: ['AT'] }, 'place'],
    ['up to its weight', { mostGrams: 3000 }, undefined],
    ['no heavier', { mostGrams: 2999 }, 'too-heavy'],
    ['no lighter', { leastGrams: 3001 }, 'too-light'],
    ['from its worth on', { leastGoods: 2000, mostGoods: 2000 }, undefined],
    ['no less', { leastGoods: 2001 }, 'worth-too-little'],
    ['no more', { mostGoods: 1999 }, 'worth-too-much'],
  ])('a method goes %s: %j', (_how, more, why) => {
    const { unfit, offered, method } = charged(more)
    expect(unfit).toEqual(why && { method: 'Express', why })
    expect(offered.map(({ method }) => method.key)).toEqual(why ? ['standard'] : ['standard', 'express'])
    expect(method.key).toBe(why ? 'standard' : 'express')
  })

  it('a method that the shop does not have is gone, and one for some countries goes to no address of one text', () => {
    expect(chargesOf([line], terms, { method: 'drone' }).unfit).toEqual({ method: 'drone', why: 'gone' })
    const { unfit } = chargesOf(
      [line],
      { ...terms, deliveryMethods: [method({ countries: ['DE'] })] },
      { method: 'express' },
    )
    expect(unfit?.why).toBe('place')
  })

  it('what is picked up is taxed where it is picked up', () => {
    expect(charged({}, 'CH').totals.lines[0]).toMatchObject({ taxRate: 100_000 })
    const { totals } = charged({ pickUp: { country: 'DE' }, price: 0 }, 'CH')
    expect(totals.lines[0]).toMatchObject({ taxRate: 70_000 })
    expect(totals.shipping).toMatchObject({ gross: 0, taxRate: 190_000 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateScale } from '#kernel/money'
import { type ListOffer, type PricedTool, inShopTerms, priceOf, quantitiesOf, tiersOf } from './prices.rules.ts'

const terms = { policy: 'nearest' as const, pricesIncludeTax: false, taxRate: 0 }

function offerOf(offer: Partial<ListOffer>): ListOffer {
  return {
    list: { id: 'list', name: 'Trade' },
    audience: 'everyone',
    priority: 0,
    ordinal: 1,
    isGross: false,
    tiers: [],
    discount: null,
    minimum: null,
    multiple: null,
    ...offer,
  }
}

const toolOf = (...offers: ListOffer[]): PricedTool => ({ listPrice: 1000, minimum: 1, multiple: 1, offers })

describe('the price of a tool', () => {
  it('is that of the tier that the quantity has reached, and its own below the first', () => {
    const tool = toolOf(
      offerOf({
        tiers: [
          { from: 10, unitPrice: 900 },
          { from: 50, unitPrice: 800 },
        ],
      }),
    )
    expect([1, 9, 10, 49, 50, 5000].map(quantity => priceOf(tool, quantity, terms).unitPrice)).toEqual([
      1000, 1000, 900, 900, 800, 800,
    ])
    expect(tiersOf(tool, terms)).toEqual([
      { from: 1, unitPrice: 1000 },
      { from: 10, unitPrice: 900 },
      { from: 50, unitPrice: 800 },
    ])
  })

  it('is the company’s before the group’s before everyone’s, or the lowest of all', () => {
    const [company, group, everyone] = [
      offerOf({ audience: 'company', tiers: [{ from: 5, unitPrice: 1200 }] }),
      offerOf({ audience: 'group', tiers: [{ from: 1, unitPrice: 900 }] }),
      offerOf({ tiers: [{ from: 1, unitPrice: 700 }] }),
    ]
    const tool = toolOf(everyone, company, group)
    expect(priceOf(tool, 5, terms).unitPrice).toBe(1200)
    expect(priceOf(tool, 4, terms).unitPrice).toBe(900)
    expect(priceOf(tool, 5, { ...terms, policy: 'lowest' }).unitPrice).toBe(700)
    expect(priceOf(toolOf(company), 5, { ...terms, policy: 'lowest' })).toEqual({
      unitPrice: 1000,
      list: null,
      from: null,
    })
  })

  it('is, of two lists as near, that of the higher priority, then that of the newer one', () => {
    const offer = (unitPrice: number, priority: number, ordinal: number) =>
      offerOf({ priority, ordinal, tiers: [{ from: 1, unitPrice }] })
    expect(priceOf(toolOf(offer(700, 1, 8), offer(900, 2, 7)), 1, terms).unitPrice).toBe(900)
    expect(priceOf(toolOf(offer(700, 1, 8), offer(900, 1, 9)), 1, terms).unitPrice).toBe(900)
  })

  it('of a rule is rounded half-up, and never nothing', () => {
    expect(priceOf({ ...toolOf(offerOf({ discount: 500_000 })), listPrice: 1001 }, 1, terms).unitPrice).toBe(501)
    expect(priceOf({ ...toolOf(offerOf({ discount: 999_999 })), listPrice: 3 }, 1, terms).unitPrice).toBe(1)
  })

  it('with tax becomes one without, and back, each rounded once', () => {
    const net = { ...terms, taxRate: 190_000 }
    expect(inShopTerms(11_900, true, net)).toBe(10_000)
    expect(inShopTerms(10_000, false, { ...net, pricesIncludeTax: true })).toBe(11_900)
    expect(inShopTerms(999, true, net)).toBe(839)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 0, max: rateScale - 1 }),
        (price, taxRate) => {
          const gross = inShopTerms(price, false, { ...terms, taxRate, pricesIncludeTax: true })
          expect(inShopTerms(gross, true, { ...terms, taxRate })).toBe(price)
        },
      ),
    )
  })
})

describe('minimum and multiple', () => {
  it('are each of the nearest list that has it: 48 by 24', () => {
    const tool = toolOf(
      offerOf({ audience: 'company', minimum: 48 }),
      offerOf({ audience: 'group', multiple: 24, minimum: 12 }),
      offerOf({ multiple: 5 }),
    )
    expect(quantitiesOf(tool)).toEqual({ minimum: 48, multiple: 24 })
  })

  it('that do not go together begin at the first multiple that reaches the minimum', () => {
    expect(quantitiesOf(toolOf(offerOf({ minimum: 50 }), offerOf({ audience: 'group', multiple: 24 })))).toEqual({
      minimum: 72,
      multiple: 24,
    })
  })

  it('say where the ladder of prices begins', () => {
    const tool = toolOf(
      offerOf({
        minimum: 12,
        tiers: [
          { from: 10, unitPrice: 900 },
          { from: 20, unitPrice: 900 },
        ],
      }),
    )
    expect(tiersOf(tool, terms)).toEqual([{ from: 12, unitPrice: 900 }])
  })
})

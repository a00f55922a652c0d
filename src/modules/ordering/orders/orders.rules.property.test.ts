import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateScale } from '#kernel/money'
import {
  fulfilmentStates,
  isPaid,
  mayBecome,
  mayFulfil,
  mayShip,
  mostOrdered,
  openOrderLimit,
  orderAgainPath,
  paymentStates,
  problemOfQuantity,
  unitsThatStay,
  quantitiesBeside,
  quantityFits,
  shownFulfilment,
  stateAfterRefund,
  unconfirmedUnits,
} from './orders.rules.ts'
import { type Terms, taxed, totalsOf } from '../sums/totals.rules.ts'

const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 5_000_000 }),
  quantity: fc.integer({ min: 1, max: 10_000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 8 })
const terms: fc.Arbitrary<Terms> = fc.record({
  currency: fc.constantFrom('usd', 'jpy', 'kwd'),
  shippingFee: fc.integer({ min: 0, max: 100_000 }),
  freeShippingFrom: fc.integer({ min: 0, max: 10_000_000 }),
  taxRate: fc.integer({ min: 0, max: rateScale - 1 }),
  pricesIncludeTax: fc.boolean(),
})

/** Half-up of a positive fraction, on whole numbers alone. */
function halfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

function taxOracle(amount: number, { taxRate, pricesIncludeTax }: Terms): number {
  const base = pricesIncludeTax ? rateScale + taxRate : rateScale
  return halfUp(BigInt(amount) * BigInt(taxRate), BigInt(base))
}

describe('the totals of an order', () => {
  it('[D4.08 D4.11 S9.03] are the sum of their parts, in both tax modes', () => {
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const totals = totalsOf(lines, terms)
        const parts = [...totals.lines, totals.shipping]
        for (const part of parts) expect(part.net + part.tax).toBe(part.gross)
        expect(totals.goods).toBe(lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0))
        expect(totals.tax).toBe(parts.reduce((sum, part) => sum + part.tax, 0))
        expect(totals.total).toBe(parts.reduce((sum, part) => sum + part.net + part.tax, 0))
        const priced = totals.goods + (terms.pricesIncludeTax ? totals.shipping.gross : totals.shipping.net)
        expect(totals.total).toBe(terms.pricesIncludeTax ? priced : priced + totals.tax)
      }),
    )
  })

  it('[D4.10 D4.11] round the tax half-up once a line, and once for shipping', () => {
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const totals = totalsOf(lines, terms)
        const shipped = terms.pricesIncludeTax ? totals.shipping.gross : totals.shipping.net
        expect(totals.lines.map(part => part.tax)).toEqual(
          lines.map(({ unitPrice, quantity }) => taxOracle(unitPrice * quantity, terms)),
        )
        expect(totals.shipping.tax).toBe(taxOracle(shipped, terms))
      }),
    )
  })

  it('[S9.05 D4.09] ship for free exactly from the threshold', () => {
    fc.assert(
      fc.property(line, terms, (line, terms) => {
        const goods = line.unitPrice * line.quantity
        const shippedAt = (freeShippingFrom: number) => {
          const { shipping } = totalsOf([line], { ...terms, freeShippingFrom })
          return terms.pricesIncludeTax ? shipping.gross : shipping.net
        }
        expect(shippedAt(goods)).toBe(0)
        expect(shippedAt(goods - 1)).toBe(0)
        expect(shippedAt(goods + 1)).toBe(terms.shippingFee)
      }),
    )
  })

  it('are whole minor units, and nothing of them is negative', () => {
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const { lines: parts, shipping, goods, tax, total } = totalsOf(lines, terms)
        const amounts = [goods, tax, total, ...[...parts, shipping].flatMap(part => [part.net, part.tax, part.gross])]
        for (const amount of amounts) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
      }),
    )
  })

  it.each([
    // 37.50 of goods and 9.90 shipping; then the same with a rate, on top and within.
    [
      { taxRate: 0, pricesIncludeTax: false },
      { tax: 0, total: 4740 },
    ],
    [
      { taxRate: 88_750, pricesIncludeTax: false },
      { tax: 333 + 88, total: 4740 + 421 },
    ],
    [
      { taxRate: 190_000, pricesIncludeTax: true },
      { tax: 599 + 158, total: 4740 },
    ],
  ])('of 3 × 12.50 with %j', (tax, expected) => {
    const given = { currency: 'usd', shippingFee: 990, freeShippingFrom: 5000, ...tax }
    expect(totalsOf([{ unitPrice: 1250, quantity: 3 }], given)).toMatchObject({ goods: 3750, ...expected })
  })
})

describe('taxed', () => {
  it.each([
    // Half a unit of tax is rounded up, never to the even one.
    [{ taxRate: 50_000, pricesIncludeTax: false }, 10, 1],
    [{ taxRate: 50_000, pricesIncludeTax: false }, 30, 2],
    [{ taxRate: 50_000, pricesIncludeTax: false }, 50, 3],
    [{ taxRate: 50_000, pricesIncludeTax: false }, 29, 1],
  ])('with %j of %d is %d', (terms, amount, tax) => expect(taxed(amount, terms).tax).toBe(tax))
})

describe('the states of payment', () => {
  const transitions = {
    unpaid: ['on-account', 'paid', 'cancelled', 'expired'],
    'on-account': [],
    paid: ['part-refunded', 'refunded'],
    'part-refunded': ['part-refunded', 'refunded'],
    refunded: [],
    cancelled: [],
    expired: [],
  }

  it('[D4.15] change as the decisions say, and in no other way', () => {
    for (const from of paymentStates) {
      expect(paymentStates.filter(to => mayBecome(from, to))).toEqual(
        paymentStates.filter(to => transitions[from].some(allowed => allowed === to)),
      )
    }
  })

  it('have no way out of a final one, and none back to unpaid', () => {
    for (const final of ['refunded', 'cancelled', 'expired'] as const) {
      expect(paymentStates.filter(to => mayBecome(final, to))).toEqual([])
    }
    expect(paymentStates.filter(from => mayBecome(from, 'unpaid'))).toEqual([])
  })

  it('never lead from captured money to an order that was never paid, whatever the way', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...paymentStates), { maxLength: 12 }), states => {
        let state: (typeof paymentStates)[number] = 'unpaid'
        let wasPaid = false
        for (const next of states) {
          if (mayBecome(state, next)) state = next
          if (wasPaid) expect(isPaid(state)).toBe(true)
          wasPaid = isPaid(state)
        }
      }),
    )
  })

  it('[D4.18] count as paid once money was captured', () => {
    expect(paymentStates.filter(isPaid)).toEqual(['paid', 'part-refunded', 'refunded'])
  })
})

describe('the states of fulfilment', () => {
  it('[D4.16] go from open to shipped to delivered, one step at a time', () => {
    const steps = fulfilmentStates.flatMap(from =>
      fulfilmentStates.filter(to => mayFulfil(from, to)).map(to => [from, to]),
    )
    expect(steps).toEqual([
      ['open', 'shipped'],
      ['shipped', 'delivered'],
    ])
  })
})

describe('goods of an order', () => {
  it('leave on account, and while its money, or some of it, is here', () => {
    expect(paymentStates.filter(mayShip)).toEqual(['on-account', 'paid', 'part-refunded'])
  })

  it('are not shown as to be packed once all of its money or units went back; what had left stays shown', () => {
    const lines = [{ shipped: 0, toShip: 2 }]
    expect(
      fulfilmentStates.map(state => shownFulfilment({ paymentState: 'refunded', fulfilmentState: state, lines })),
    ).toEqual([null, 'shipped', 'delivered'])
    expect(shownFulfilment({ paymentState: 'part-refunded', fulfilmentState: 'open', lines })).toBe('open')
    const allReturned = [{ shipped: 0, toShip: 0 }]
    expect(shownFulfilment({ paymentState: 'part-refunded', fulfilmentState: 'open', lines: allReturned })).toBeNull()
    expect(shownFulfilment({ paymentState: 'unpaid', fulfilmentState: null, lines })).toBeNull()
  })
})

describe('quantityFits', () => {
  it('[S4.10] is true exactly for whole numbers from the minimum to what is available', () => {
    const bound = fc.integer({ min: 1, max: 1000 })
    const quantity = fc.oneof(fc.integer({ min: -5, max: 1005 }), fc.double({ min: -5, max: 1005, noNaN: true }))
    fc.assert(
      fc.property(quantity, bound, bound, (quantity, minimumQuantity, availableQuantity) => {
        const expected = quantity % 1 === 0 && quantity >= minimumQuantity && quantity <= availableQuantity
        expect(quantityFits(quantity, { minimumQuantity, availableQuantity, multiple: 1 })).toBe(expected)
      }),
    )
  })

  it.each([
    [3, false],
    [4, true],
    [9, true],
    [10, false],
  ])('of %d, where 4 to 9 can be ordered, is %s', (quantity, fits) => {
    expect(quantityFits(quantity, { minimumQuantity: 4, availableQuantity: 9, multiple: 1 })).toBe(fits)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('is never true of %d', quantity => {
    expect(quantityFits(quantity, { minimumQuantity: 1, availableQuantity: 100, multiple: 1 })).toBe(false)
  })
})

describe('a tool that is sold in multiples', () => {
  const tool = fc
    .record({ multiple: fc.integer({ min: 1, max: 50 }), times: fc.integer({ min: 1, max: 5 }), more: fc.nat(500) })
    .map(({ multiple, times, more }) => ({
      multiple,
      minimumQuantity: multiple * times,
      availableQuantity: multiple * times + more,
    }))

  it.each([48, 72, 96])('takes %d by 24 from 48 on', quantity => {
    const by24 = { multiple: 24, minimumQuantity: 48, availableQuantity: 100 }
    expect(problemOfQuantity(quantity, by24)).toBeUndefined()
  })

  it('refuses 50, and says what would do', () => {
    const by24 = { multiple: 24, minimumQuantity: 48, availableQuantity: 100 }
    expect(problemOfQuantity(50, by24)).toBe('This is sold in multiples of 24. Order 48 or 72.')
    expect(problemOfQuantity(50, { ...by24, availableQuantity: 60 })).toBe('This is sold in multiples of 24. Order 48.')
  })

  it('fits wherever nothing is wrong, and what is proposed instead always fits', () => {
    fc.assert(
      fc.property(tool, fc.nat(1000), (tool, quantity) => {
        expect(quantityFits(quantity, tool)).toBe(problemOfQuantity(quantity, tool) === undefined)
        expect(quantityFits(mostOrdered(tool), tool)).toBe(true)
        if (quantity < tool.minimumQuantity || quantity > tool.availableQuantity) return
        const { lower, higher } = quantitiesBeside(quantity, tool)
        expect(quantityFits(lower, tool)).toBe(true)
        if (higher !== undefined) expect(quantityFits(higher, tool)).toBe(true)
      }),
    )
  })
})

describe('openOrderLimit', () => {
  it('[D4.05] is one until the email is verified, and never more than the shop’s own limit', () => {
    expect(openOrderLimit({ emailVerified: true }, 5)).toBe(5)
    expect(openOrderLimit({ emailVerified: false }, 5)).toBe(1)
    expect(openOrderLimit({ emailVerified: true }, 1)).toBe(1)
  })
})

describe('unconfirmedUnits', () => {
  it.each([
    ['a tenth of the stock', { onHand: 109, minimum: 1, heldUnconfirmed: 0 }, 10],
    ['what a quarter leaves beside the others’', { onHand: 103, minimum: 1, heldUnconfirmed: 20 }, 5],
    ['nothing where the others hold that quarter', { onHand: 100, minimum: 1, heldUnconfirmed: 25 }, 0],
    ['nothing where they hold more', { onHand: 10, minimum: 1, heldUnconfirmed: 25 }, 0],
    ['the least that is sold', { onHand: 8, minimum: 4, heldUnconfirmed: 0 }, 4],
    ['whole multiples of that', { onHand: 1000, minimum: 24, multiple: 24, heldUnconfirmed: 0 }, 96],
    ['not that once more', { onHand: 8, minimum: 4, heldUnconfirmed: 4 }, 0],
  ])('gives %s', (_, tool, units) => expect(unconfirmedUnits({ multiple: 1, ...tool })).toBe(units))
})

describe('an order that is placed once more', () => {
  const lines = [{ fit: { vehicleId: 7 } }]

  it('is for the vehicle that it was ordered for, and for none where there was none', () => {
    expect(orderAgainPath({ tools_id: 'a', lines })).toBe('/purchase/a?vehicle=7')
    expect(orderAgainPath({ tools_id: 'a', lines: [{ fit: null }] })).toBe('/purchase/a')
    expect(orderAgainPath({ tools_id: 'a', lines: [] })).toBe('/purchase/a')
  })

  it('cannot be, where its tool is gone', () => {
    expect(orderAgainPath({ tools_id: null, lines })).toBeUndefined()
  })
})

describe('a refund', () => {
  it('leaves an order refunded once all of its money went back, and from then on', () => {
    expect(stateAfterRefund('paid', false)).toBe('part-refunded')
    expect(stateAfterRefund('part-refunded', true)).toBe('refunded')
    expect(stateAfterRefund('refunded', false)).toBe('refunded')
  })

  it('of everything, before anything was shipped, proposes to put all units back; no other does (finding 18)', () => {
    const line = { toShip: 3 }
    expect(unitsThatStay({ fulfilmentState: 'open' }, line)).toBe(3)
    for (const fulfilmentState of ['shipped', 'delivered', null] as const)
      expect(unitsThatStay({ fulfilmentState }, line)).toBe(0)
  })
})

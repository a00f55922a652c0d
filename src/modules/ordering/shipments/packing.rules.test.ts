import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isToPack, linesToPack, pickListOf } from './packing.rules.ts'

const line = (tools_id: string | null, partNumber: string | null, toShip: number, toolName = `Tool ${tools_id}`) => ({
  tools_id,
  toolName,
  partNumber,
  unit: 'each' as const,
  boxQuantity: null,
  toShip,
})
const each = { unit: 'each', boxQuantity: null }
const order = (number: string, ...lines: ReturnType<typeof line>[]) => ({
  number,
  paymentState: 'paid' as const,
  fulfilmentState: 'open' as const,
  refundable: 10,
  bankKeepsMoney: false,
  lines,
})

describe('the pick list', () => {
  it('has each tool once, sorted by part number as shelves are, with the orders that it is for', () => {
    const orders = [
      order('T-1', line('b', 'AB-100', 2), line('n', null, 1)),
      order('T-2', line('a', 'AB-20', 3), line('b', 'AB-100', 1), line('b', 'AB-100', 4), line('c', 'ab-3', 0)),
    ]
    expect(pickListOf(orders)).toEqual([
      { partNumber: 'AB-20', toolName: 'Tool a', ...each, quantity: 3, orders: [{ number: 'T-2', quantity: 3 }] },
      {
        partNumber: 'AB-100',
        toolName: 'Tool b',
        ...each,
        quantity: 7,
        orders: [
          { number: 'T-1', quantity: 2 },
          { number: 'T-2', quantity: 5 },
        ],
      },
      { partNumber: null, toolName: 'Tool n', ...each, quantity: 1, orders: [{ number: 'T-1', quantity: 1 }] },
    ])
  })

  it('counts boxes and single pieces of one tool apart', () => {
    const boxed = { ...line('a', 'X', 2), unit: 'box' as const, boxQuantity: 10 }
    expect(pickListOf([order('T-1', line('a', 'X', 3)), { ...order('T-2'), lines: [boxed] }])).toMatchObject([
      { unit: 'each', quantity: 3 },
      { unit: 'box', boxQuantity: 10, quantity: 2 },
    ])
  })

  it('names what left the catalogue by what its orders say of it', () => {
    const orders = [
      order('T-1', line(null, 'X', 1, 'Old')),
      order('T-2', line(null, 'X', 2, 'Old'), line(null, 'Y', 1)),
    ]
    expect(pickListOf(orders).map(pick => [pick.partNumber, pick.quantity])).toEqual([
      ['X', 3],
      ['Y', 1],
    ])
  })

  it('has exactly the units that are to be packed', () => {
    const anyLine = fc.tuple(fc.constantFrom('a', 'b', 'c', null), fc.constantFrom('1', '10', null), fc.nat(9))
    const anyOrders = fc.array(fc.array(anyLine, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(anyOrders, given => {
        const orders = given.map((lines, index) => order(`T-${index}`, ...lines.map(one => line(...one))))
        const picks = pickListOf(orders)
        const packed = orders.flatMap(linesToPack).reduce((sum, one) => sum + one.toShip, 0)
        expect(picks.reduce((sum, pick) => sum + pick.quantity, 0)).toBe(packed)
        for (const pick of picks) expect(pick.orders.reduce((sum, one) => sum + one.quantity, 0)).toBe(pick.quantity)
      }),
    )
  })
})

describe('an order is to be packed', () => {
  const open = order('T-1', line('a', null, 1))
  it.each([
    ['while it is paid and nothing has left', open, true],
    ['though some of its money went back', { ...open, paymentState: 'part-refunded' as const }, true],
    ['not before it is paid', { ...open, paymentState: 'unpaid' as const, fulfilmentState: null }, false],
    ['not when it has left', { ...open, fulfilmentState: 'shipped' as const }, false],
    ['not when the customer’s bank has taken its money', { ...open, bankKeepsMoney: true }, false],
    ['not while all of its money is on its way back', { ...open, refundable: 0 }, false],
    ['not when all of its units stay in the shop', order('T-1', line('a', null, 0)), false],
  ])('%s', (_when, given, expected) => {
    expect(isToPack(given)).toBe(expected)
  })
})

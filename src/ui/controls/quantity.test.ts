import { describe, expect, it } from 'vitest'
import { readQuantity, stepped } from './quantity.ts'

describe('readQuantity', () => {
  it.each([
    ['5', 5],
    ['0', 0],
    ['007', 7],
    [' 12 ', 12],
    ['999999999', 999_999_999],
    ['1,000', 1000],
    ['2.00', 2],
    ['٣', 3],
    ['১২', 12],
    ['１２', 12],
  ])('reads %j as %d', (text, quantity) => expect(readQuantity(text, 'en-US')).toBe(quantity))

  it.each(['', ' ', '-1', '1.5', '1.000', '1e3', 'five', '0x10', '1000000000'])('does not read %j', text =>
    expect(readQuantity(text, 'en-US')).toBeUndefined(),
  )
})

describe('stepped', () => {
  it('[D8.05] adds numbers, not texts', () => expect(stepped(readQuantity('5', 'en-US'), 1, { least: 1 })).toBe(6))
  it('[S9.02] starts at the least when nothing was typed', () => expect(stepped(undefined, 1, { least: 4 })).toBe(4))
  it('may go below the least, so that the page can warn', () => expect(stepped(4, -1, { least: 4 })).toBe(3))
  it('never goes below zero', () => expect(stepped(0, -1, { least: 1 })).toBe(0))
  it('stays within nine digits', () => expect(stepped(999_999_999, 1, { least: 1 })).toBe(999_999_999))
  it.each([
    [48, 1, 72],
    [48, -1, 24],
    [50, 1, 72],
    [50, -1, 48],
    [48, 10, 288],
    [24, -10, 0],
  ])('goes from %d by %d steps of 24 to %d', (from, by, to) =>
    expect(stepped(from, by, { least: 48, multiple: 24 })).toBe(to),
  )
})

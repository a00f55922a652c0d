import { describe, expect, it } from 'vitest'
import { linesIn } from './written-line.rules.ts'

const read = (number: string, quantity: string | number = '') => linesIn({ number, quantity })
const readings = (text: string) => read(text).map(({ number, quantity, isSure }) => [number, quantity, isSure])

describe('a line of a quick order that has number and quantity in one', () => {
  it.each([
    ['8 x BM-88', 'BM-88', '8'],
    ['8x BM-88', 'BM-88', '8'],
    ['8 × 0 986 494 096', '0 986 494 096', '8'],
    ['1,000 * BM-88', 'BM-88', '1,000'],
    ['8 pcs BM-88', 'BM-88', '8'],
    ['8 Stk. BM-88', 'BM-88', '8'],
    ['8 pcs of BM-88', 'BM-88', '8'],
    ['BM-88 × 8 pcs', 'BM-88', '8'],
    ['BM-88 8 pcs', 'BM-88', '8'],
    ['BM-88: 8 шт.', 'BM-88', '8'],
    ['BM-88: 8 kpl', 'BM-88', '8'],
    ['BM-88 ８個', 'BM-88', '８'],
  ])('is read for sure: %s', (text, number, quantity) =>
    expect(readings(text)).toContainEqual([number, quantity, true]),
  )

  it.each([
    ['BM-88 8', 'BM-88', '8'],
    ['0 986 494 096 4', '0 986 494 096', '4'],
    ['M10 x 50', 'M10', '50'],
    ['BM-88 × 8', 'BM-88', '8'],
    ['8 x 12', '12', '8'],
  ])('is proposed where it may be a number alone: %s', (text, number, quantity) => {
    expect(readings(text)).toContainEqual([number, quantity, false])
    expect(readings(text)).not.toContainEqual([number, quantity, true])
  })

  it.each(['BM-88', 'BMX8', '0986494096', '0 986 494 096', 'BM-88 pcs', '', ' ', '8', '8 x'])('is not: %j', text =>
    expect(readings(text)).toEqual([]),
  )

  it('is left alone where the row has its quantity, or its tool', () => {
    expect(read('8 x BM-88', 2)).toEqual([])
    expect(linesIn({ number: '8 x BM-88', quantity: '', tools_id: 'one' })).toEqual([])
  })
})

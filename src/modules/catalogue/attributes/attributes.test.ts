import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeValue, numberInWords, plainNumber } from './attributes.rules.ts'
import { NewAttribute } from './attributes.contract.ts'

const number = { kind: 'number', choices: [] } as const

describe('the value of an attribute', () => {
  it('is a number without needless zeros, or says what a number looks like', () => {
    for (const [typed, value] of [
      ['58.5', '58.5'],
      ['058.50', '58.5'],
      [' +7 ', '7'],
      ['-0.0', '0'],
      ['-0.5', '-0.5'],
      ['123456789.654321', '123456789.654321'],
      ['', ''],
    ])
      expect(judgeValue(number, typed ?? '')).toEqual({ value })
    for (const typed of ['58,5', '58.5 mm', '1e3', '.5', '5.', '1234567890', '1.1234567', 'Infinity', '٣'])
      expect(judgeValue(number, typed)).toHaveProperty('problem')
  })

  it('stays the same when it is read again, and apart from every other one as a number', () => {
    const typed = fc
      .tuple(fc.boolean(), fc.nat(999_999_999), fc.nat(999_999))
      .map(([isNegative, whole, part]) => `${isNegative ? '-' : ''}${whole}.${String(part).padStart(6, '0')}`)
    fc.assert(
      fc.property(typed, typed, (one, other) => {
        const [plain, also] = [plainNumber(one) ?? '', plainNumber(other) ?? '']
        expect(plainNumber(plain)).toBe(plain)
        expect(Number(plain) === Number(also)).toBe(plain === also)
      }),
    )
  })

  it('is shown with the sign that the language has before decimals', () => {
    expect(numberInWords('1234.654321', 'de-DE')).toBe('1.234,654321')
  })

  it('is yes or no, a choice by its name or slug, or a text in one line', () => {
    const yesNo = { kind: 'yes-no', choices: [] } as const
    expect(['YES', 'true', 'no', '0'].map(typed => judgeValue(yesNo, typed))).toEqual(
      ['yes', 'yes', 'no', 'no'].map(value => ({ value })),
    )
    expect(judgeValue(yesNo, 'maybe')).toEqual({ problem: 'Use yes or no.' })
    const choice = { kind: 'choice', choices: [{ slug: 'cast-iron', name: 'Cast iron' }] } as const
    expect(judgeValue(choice, 'CAST-IRON')).toEqual({ value: 'cast-iron' })
    expect(judgeValue(choice, 'Steel')).toEqual({ problem: 'Use one of: Cast iron.' })
    const text = { kind: 'text', choices: [] } as const
    expect(judgeValue(text, ' 6 x\n 1/4" ')).toEqual({ value: '6 x 1/4"' })
    expect(judgeValue(text, 'x'.repeat(201))).toHaveProperty('problem')
    expect(judgeValue(text, 'a\u0007b')).toHaveProperty('problem')
  })

  it('cannot be of an attribute that an address or a file could not name', () => {
    const problemOf = (input: object) => NewAttribute.safeParse(input).error?.issues[0]?.path[0]
    const attribute = { name: 'Outer diameter', kind: 'number', unit: 'mm' }
    expect(problemOf(attribute)).toBeUndefined()
    expect(problemOf({ ...attribute, name: 'Diameter (outer)' })).toBe('name')
    expect(problemOf({ ...attribute, name: 'Diameter [mm] ' })).toBe('name')
    expect(problemOf({ ...attribute, unit: '[mm]' })).toBe('unit')
    expect(problemOf({ ...attribute, name: 'Ring [A] wide' })).toBeUndefined()
    expect(problemOf({ ...attribute, name: '–' })).toBe('name')
    expect(problemOf({ ...attribute, kind: 'text' })).toBe('unit')
    expect(problemOf({ name: 'Material', kind: 'choice' })).toBe('choices')
    expect(problemOf({ name: 'Material', kind: 'choice', choices: ['Steel', 'STEEL'] })).toBe('choices')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gtinsIn, isGtin, readElementString, upcOfShort } from './gs1.rules.ts'

const gtin = '04006381333931'

describe('an element string of GS1', () => {
  it.each([
    [`(01)${gtin}`, { gtin }],
    [`(01)${gtin}(10)AB-7`, { gtin, batch: 'AB-7' }],
    [`(01)${gtin}(17)270531(10)A7(21)99`, { gtin, batch: 'A7', serial: '99', expires: '2027-05-31' }],
    [`(01) ${gtin} (11)260100`, { gtin, made: '2026-01-31' }],
    [`]C101${gtin}`, { gtin }],
    [`]d201${gtin}1727053110A7`, { gtin, batch: 'A7', expires: '2027-05-31' }],
    [`]d201${gtin}10A7\u001d17270531`, { gtin, batch: 'A7', expires: '2027-05-31' }],
    [`]Q3\u001d01${gtin}3012`, { gtin, count: '12' }],
    [`01${gtin}10A7\u001d21S-1`, { gtin, batch: 'A7', serial: 'S-1' }],
    [`01${gtin}240ABC\u241d10A7`, { gtin, batch: 'A7' }],
    [`01${gtin}`, { gtin }],
    [`(01)${gtin}(98)X-1(8008)260101`, { gtin }],
    [`(01)${gtin}(4321)1(10)A7`, { gtin, batch: 'A7' }],
    [`(01)${gtin}(98)`, { gtin }],
    [`]C101${gtin}8008260101\u001d10A7`, { gtin, batch: 'A7' }],
    [`01${gtin}7003260101`, { gtin }],
  ])('has number, batch and day apart: %j', (text, fields) => expect(readElementString(text)).toEqual(fields))

  it.each([
    '(01)04006381333932',
    '(10)A7',
    '(01)',
    '()',
    ']C1',
    ']C1010400638133393',
    `0104006381333932`,
    '(01)04006381333932(98)X',
    ']C101040063813339328008260101',
    `]C1800826010101${gtin}`,
    `01${gtin}X7`,
    `01${gtin}5`,
    `01${gtin}99`,
    '0986494096',
    'BM-88',
    '(01)00000000000000',
    '',
  ])('is not %j', text => expect(readElementString(text)).toBeUndefined())
})

describe('the short form of a UPC', () => {
  it.each([
    ['04252614', '042100005264'],
    ['01234505', '012000003455'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234558', '012345000058'],
  ])('%s stands for %s', (short, upc) => {
    expect(isGtin(upc), upc).toBe(true)
    expect(upcOfShort(short)).toBe(upc)
  })

  it.each(['04252615', '24252614', '0425261', ''])('%j is none', text => expect(upcOfShort(text)).toBeUndefined())
})

describe('a number of a trade item', () => {
  it('is the same by its value, with eight, twelve, thirteen and fourteen digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), value => {
        const digits = Array.from({ length: 10 }, (_, check) => `${value}${check}`).find(one =>
          isGtin(one.padStart(14, '0')),
        )
        const forms = [8, 12, 13, 14].map(length => digits?.padStart(length, '0') ?? '')
        for (const form of forms) expect(gtinsIn(form, form)).toContain(digits?.padStart(14, '0'))
      }),
    )
  })

  it('is none of zeros alone, or with another check digit', () => {
    for (const text of ['00000000', '000000000000', '00000000000000', '4006381333930'])
      expect(gtinsIn(text, text)).toEqual([])
  })
})

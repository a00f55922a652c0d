import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  Email,
  Id,
  decimalAmount,
  fieldTexts,
  optionalText,
  paging,
  pagingTexts,
  requiredLines,
  requiredText,
  searchText,
  severalTexts,
  signedWholeNumber,
  unstorableTexts,
  wholeNumber,
} from './fields.ts'

const missing = 'Say how many.'
const notWhole = 'Use a whole number.'

/** What a field makes of a value: the value that is kept, or the complaints. */
const read = (schema: z.core.$ZodType, value: unknown) => {
  const { data, error } = z.safeParse(schema, value)
  return error ? { complaints: error.issues.map(issue => issue.message) } : { value: data }
}

describe('a text from outside (finding 29)', () => {
  it.each([
    [requiredText(() => 'Say it.'), ' Padma ', { value: 'Padma' }],
    [requiredText(() => 'Say it.'), ' ', { complaints: ['Say it.'] }],
    [requiredText(() => 'Say it.', 3), 'four', { complaints: ['Use at most 3 characters.'] }],
    [requiredText(() => 'Say it.'), 'a\0b', { complaints: [fieldTexts.unstorable] }],
    [requiredText(() => 'Say it.'), 'a\uD83D', { complaints: [fieldTexts.unstorable] }],
    [requiredText(() => 'Say it.'), '😀', { value: '😀' }],
    [requiredText(() => 'Say it.'), 'two\nlines', { complaints: [fieldTexts.notOneLine] }],
    [requiredText(() => 'Say it.'), 'back\u202Ewards', { complaints: [fieldTexts.notOneLine] }],
    [requiredText(() => 'Say it.'), 'bell\u0007', { complaints: [fieldTexts.notOneLine] }],
    [requiredText(() => 'Say it.'), '\u200B\u2060', { complaints: ['Say it.'] }],
    [requiredText(() => 'Say it.'), 'می\u200Cخواهم', { value: 'می\u200Cخواهم' }],
    [requiredLines(() => 'Say it.', 20), 'two\r\nlines\t', { value: 'two\r\nlines' }],
    [requiredLines(() => 'Say it.', 20), 'back\u202Ewards', { complaints: [fieldTexts.notPlainLines] }],
    [optionalText(), '\u200B', { value: undefined }],
    [searchText(), ' brake\tpads\n', { value: 'brake pads' }],
    [optionalText(), ' 12 ', { value: '12' }],
    [optionalText(), ' ', { value: undefined }],
    [optionalText(), undefined, { value: undefined }],
    [optionalText(3), 'four', { complaints: ['Use at most 3 characters.'] }],
    [severalTexts(), undefined, { value: undefined }],
    [severalTexts(), 'Bosch, and others', { value: ['Bosch, and others'] }],
    [severalTexts(), ['Bosch', ' ', ' Bosch', 'Brembo'], { value: ['Bosch', 'Brembo'] }],
    [Email, ' Ann@Example.COM ', { value: 'ann@example.com' }],
    [Email, ' ', { complaints: ['Email is required'] }],
    [Email, 'ann@example', { complaints: ['Provide a valid Email'] }],
    [Id, '0199F1C2-0000-7000-8000-00000000000A', { value: '0199f1c2-0000-7000-8000-00000000000a' }],
    [Id, '0199', { complaints: ['That is not an id of this shop.'] }],
  ])('%# is kept as it was meant, or complained of', (schema, value, result) => {
    expect(read(schema, value)).toEqual(result)
  })

  it('is one of so many, and each of them so long, where a query takes several', () => {
    const two = severalTexts({ length: 3, values: 2 })
    expect(read(two, ['a', 'b'])).toEqual({ value: ['a', 'b'] })
    expect(z.safeParse(two, ['a', 'b', 'c']).success).toBe(false)
    expect(z.safeParse(two, 'four').success).toBe(false)
  })

  it('is found wherever no database would hold it, names included', () => {
    expect(unstorableTexts({ a: { 'b\0': 1 }, c: ['ok 😀', '\uD800'], d: null, e: 5 })).toEqual(['a', 'c.1'])
    expect(unstorableTexts('\0')).toEqual([''])
    expect(unstorableTexts({ a: { b: { '\uDC00': '\0' } } })).toEqual(['a.b', 'a.b.\uDC00'])
  })
})

describe('a number from outside', () => {
  it.each([
    [wholeNumber, 5, 5],
    [wholeNumber, ' 007 ', 7],
    [wholeNumber, '999999999', 999_999_999],
    [signedWholeNumber, '-5', -5],
    [signedWholeNumber, ' +12 ', 12],
    [signedWholeNumber, 12, 12],
    [decimalAmount, 177.24, '177.24'],
    [decimalAmount, ' 1.005 ', '1.005'],
  ])('%# is read, however it was sent', (field, value, number) => {
    expect(
      read(
        field(() => missing),
        value,
      ),
    ).toEqual({ value: number })
  })

  it.each([
    [wholeNumber, '', missing],
    [wholeNumber, ' ', missing],
    [wholeNumber, null, missing],
    [wholeNumber, -5, notWhole],
    [wholeNumber, '5 pieces', notWhole],
    [wholeNumber, 'x5', notWhole],
    [wholeNumber, 0.5, notWhole],
    [wholeNumber, '1000000000', notWhole],
    [signedWholeNumber, '', missing],
    [signedWholeNumber, null, missing],
    [signedWholeNumber, '+-5', notWhole],
    [signedWholeNumber, '5-', notWhole],
    [signedWholeNumber, 'x5', notWhole],
    [decimalAmount, ' ', missing],
    [decimalAmount, null, missing],
    [decimalAmount, '1,50', 'Use an amount such as 177.24.'],
    [decimalAmount, '1.0005', 'Use an amount such as 177.24.'],
  ])('%# is complained of, as missing or as no number', (field, value, complaint) => {
    expect(
      read(
        field(() => missing),
        value,
      ),
    ).toEqual({ complaints: [complaint] })
  })

  it('is the same number as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), number => {
        for (const value of [number, String(number)]) {
          expect(
            read(
              signedWholeNumber(() => missing),
              value,
            ),
          ).toEqual({ value: number })
          expect(
            'value' in
              read(
                wholeNumber(() => missing),
                value,
              ),
          ).toBe(number >= 0)
        }
      }),
    )
  })
})

it('a list begins where its page before ended, at the first page where that is blank, and nowhere else', () => {
  const from = (after: unknown) => read(z.object(paging(/^\d+$/)), { limit: '5', after })
  expect(from(' 12 ')).toEqual({ value: { limit: 5, after: '12' } })
  expect(from(' ')).toEqual({ value: { limit: 5, after: undefined } })
  expect(from('x')).toEqual({ complaints: [pagingTexts.place] })
})

import { describe, expect, it } from 'vitest'
import { amountField, plainNumber } from './typed-field.ts'

const dollars = amountField({ currency: 'usd', locale: 'en-US' })
const percent = { locale: 'de-DE', decimals: 3, isPercentage: true }

describe('what a person typed that is no number of the field', () => {
  it.each([
    [' ', dollars, 'Give a price.'],
    ['1.500', dollars, '1.500 can mean 1.50 or 1500.00. Type the one that you mean.'],
    ['1.505', dollars, '1.505 is unclear. If it means 1505.00, type it so.'],
    ['12.5051', dollars, 'Use at most 2 decimals, such as 12.50.'],
    ['12.5', amountField({ currency: 'jpy', locale: 'ja' }), 'Use a whole number, such as 12.'],
    ['€ 12', dollars, 'Amounts are in USD. Type the number alone, such as 12.50.'],
    ['-1', dollars, 'Use a number that is not below 0.'],
    ['9'.repeat(13), dollars, 'Use a smaller number.'],
    ['auf Anfrage', amountField({ currency: 'eur', locale: 'de-DE' }), 'Use a number, such as 12,50.'],
    ['0,19', percent, '0,19 can mean 0,19 % or 19 %. Type the one that you mean.'],
  ])('is answered by a sentence that says what to type: %j', (typed, field, message) => {
    expect(plainNumber(typed, field, 'Give a price.')).toHaveProperty('message', message)
  })

  it('is read once it is typed as the sentence says', () => {
    for (const typed of ['1.50', '1500.00']) expect(plainNumber(typed, dollars, '')).toHaveProperty('value')
    for (const typed of ['0,19 %', '19 %']) expect(plainNumber(typed, percent, '')).toHaveProperty('value')
  })
})

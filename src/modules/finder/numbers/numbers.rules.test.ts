import { describe, expect, it } from 'vitest'
import { collisionOf, numberQueryOf } from './numbers.rules.ts'
import { isNamedBy, vehicleNamesOf, vehicleWordsOf } from '../vehicles/words.rules.ts'

describe('what may be a number', () => {
  it('has a digit, or is one word; three signs begin one', () => {
    expect(numberQueryOf('brake pads')).toBeUndefined()
    expect(numberQueryOf(' - ')).toBeUndefined()
    expect(numberQueryOf('ABCD')).toMatchObject({ folded: 'ABCD', isPrefix: false })
    expect(numberQueryOf('a-1')).toMatchObject({ folded: 'A1', isPrefix: false })
    expect(numberQueryOf('a-12')).toMatchObject({ folded: 'A12', isPrefix: true })
    expect(numberQueryOf('0986.478567')?.isPlainNumber).toBe(true)
    expect(numberQueryOf('0986 478567')?.isPlainNumber).toBe(false)
    expect(numberQueryOf('0986478')?.isPlainNumber).toBe(false)
    expect(numberQueryOf('20555r16')?.isPlainNumber).toBe(false)
  })

  it('is looked up as it is, as a trade item, and as each number beside a brand', () => {
    expect(numberQueryOf('96385074')).toMatchObject({
      exact: ['96385074', '00000096385074'],
      gtins: ['00000096385074'],
    })
    expect(numberQueryOf('Brakemont  - BM 88')?.exact).toEqual(['BRAKEMONTBM88', 'BM88', '88'])
    expect(numberQueryOf('ABCD')).toMatchObject({ exact: ['ABCD'], ofBrand: [] })
    expect(numberQueryOf('ABCD')?.gtins).toEqual([])
  })

  it.each([
    ['ab', undefined],
    ['abc', true],
    ['a 12', false],
    ['a 123', false],
    ['a 1234', true],
    ['1', true],
    ['A'.repeat(100), true],
    ['A'.repeat(101), undefined],
  ])('%j is a number and no word: %s', (text, isNoWord) => expect(numberQueryOf(text)?.isNoWord).toBe(isNoWord))

  it('has at most three words of a brand beside it', () => {
    const brandsOf = (text: string) => numberQueryOf(text)?.ofBrand.map(({ brand }) => brand)
    expect(brandsOf('one two three four 9')).toEqual(['one', 'one two', 'one two three'])
    expect(brandsOf('9 one two three four')).toEqual(['two three four', 'three four', 'four'])
  })

  it('is a GTIN with its check digit alone', () => {
    const gtinsOf = (text: string) => numberQueryOf(text)?.gtins
    expect(gtinsOf('4006381333931')).toEqual(['04006381333931'])
    expect(gtinsOf('(01)04006381333931(10)A7')).toEqual(['04006381333931'])
    expect(gtinsOf('04252614')).toEqual(['00042100005264'])
    expect(gtinsOf('4006381333930')).toEqual([])
    expect(gtinsOf('400638133393')).toEqual([])
    expect(gtinsOf('00000000')).toEqual([])
  })

  it('may have its brand before or behind it', () => {
    expect(numberQueryOf('Brakemont BM 88')?.ofBrand).toEqual([
      { brand: 'brakemont', folded: 'BM88' },
      { brand: 'brakemont bm', folded: '88' },
    ])
    expect(numberQueryOf('7-13 Halden')?.ofBrand).toEqual([{ brand: 'halden', folded: '713' }])
  })

  it('collides where brands give it to different tools', () => {
    const met = (ordinal: number, brand: string) => ({ ordinal, brand, isExact: true })
    expect(collisionOf([met(1, 'B'), met(2, 'A')])).toEqual(['A', 'B'])
    expect(collisionOf([met(1, 'A'), met(1, 'B')])).toEqual([])
    expect(collisionOf([met(1, 'A'), met(2, 'a')])).toEqual([])
    expect(collisionOf([met(2, 'A'), met(10, 'A'), met(10, 'B'), met(2, 'B')])).toEqual([])
    expect(collisionOf([met(1, 'A'), { ...met(2, 'B'), isExact: false }])).toEqual([])
    expect(collisionOf([met(1, 'A'), { ...met(2, 'B'), brand: null }])).toEqual([])
  })
})

describe('a vehicle among words', () => {
  const names = vehicleNamesOf([
    { make: 'Honda', model: 'Civic' },
    { make: 'Honda', model: 'Civic del Sol' },
    { make: 'Ford', model: 'F-150' },
    { make: 'Chevrolet', model: 'Spark' },
    { make: 'Chevrolet', model: 'Malibu' },
    { make: 'BMW', model: '3' },
  ])
  const read = (text: string) => {
    const vehicleWords = vehicleWordsOf(text, names)
    return (
      vehicleWords && [vehicleWords.year, vehicleWords.models.map(({ model }) => model).join(), vehicleWords.others]
    )
  }

  it('is read with its make, a nickname, or a model that tells it', () => {
    expect(read('2015 civic brake pads')).toEqual([2015, 'Civic', 'brake pads'])
    expect(read('brake pads for my Honda Civic 2015')).toEqual([2015, 'Civic', 'brake pads'])
    expect(read('civic del sol 1995 oil filter')).toEqual([1995, 'Civic del Sol', 'oil filter'])
    expect(read('ford f 150 bulb 2012')).toEqual([2012, 'F-150', 'bulb'])
    expect(read('chevy malibu 2013 disc')).toEqual([2013, 'Malibu', 'disc'])
    expect(read('civic disc')).toEqual([undefined, 'Civic', 'disc'])
    expect(read('the disc for drums on a civic')).toEqual([undefined, 'Civic', 'disc for drums'])
    expect(read('civic  & disc to fit')).toEqual([undefined, 'Civic', 'disc'])
    expect(read('civic 12015 disc')).toEqual([undefined, 'Civic', '12015 disc'])
    expect(read('honda brake civic 20151')).toEqual([undefined, 'Civic', 'brake 20151'])
  })

  it('means a vehicle of its year, where one is said, and of its make and model', () => {
    const civic = { make: 'Honda', model: 'Civic' }
    const models = [{ make: 'Ford', model: 'F-150' }, civic]
    expect(isNamedBy({ ...civic, year: 2015 }, { year: 2015, make: undefined, models })).toBe(true)
    expect(isNamedBy({ ...civic, year: 2015 }, { year: undefined, make: undefined, models })).toBe(true)
    expect(isNamedBy({ ...civic, year: 2015 }, { year: 2014, make: undefined, models })).toBe(false)
    expect(isNamedBy({ ...civic, model: 'Fit', year: 2015 }, { year: 2015, make: undefined, models })).toBe(false)
    expect(isNamedBy({ ...civic, make: 'Acura', year: 2015 }, { year: 2015, make: undefined, models })).toBe(false)
  })

  it('is not read out of words of the trade, nor of bare digits', () => {
    expect(read('2015 spark plug')).toBeUndefined()
    expect(read('relay 3 pins 2015')).toBeUndefined()
    expect(read('honda 2015 malibu')).toEqual([2015, '', 'malibu'])
    expect(read('white paint')).toBeUndefined()
    expect(read('torque wrench 2000')).toBeUndefined()
  })
})

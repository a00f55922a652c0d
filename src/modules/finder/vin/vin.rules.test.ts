import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigitOf,
  allowsYear,
  checkVin,
  describedPart,
  fitOfKey,
  holdsVin,
  isEuropean,
  isFilled,
  vinAmong,
  maskVin,
  modelYears,
  normaliseVin,
  vinProblem,
} from './vin.rules.ts'
import { vinTexts } from './vin.texts.ts'

/** The check digit by the tables of ISO 3779, written another way than in the rules: each character's place is its value. */
function independentCheckDigit(vin: string): string {
  const row = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
  const map = '0123456789X'
  const weights = '8765432X098765432'
  const sum = vin.split('').reduce((sum, letter, place) => {
    return sum + (row.indexOf(letter) % 10) * map.indexOf(weights[place] ?? '')
  }, 0)
  return map[sum % 11] ?? ''
}

const characters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split('')
const vins = fc.array(fc.constantFrom(...characters), { minLength: 17, maxLength: 17 }).map(all => all.join(''))

describe('the check digit', () => {
  it('is the one of the standard, for any VIN', () => {
    fc.assert(fc.property(vins, vin => checkDigitOf(vin) === independentCheckDigit(vin)))
  })

  it('is right for published numbers', () => {
    // The examples of the standard: seventeen ones, and a car whose digit is X.
    expect(checkVin('11111111111111111')).toBe('pass')
    expect(checkVin('1M8GDM9AXKP042788')).toBe('pass')
  })

  it('finds any single character mistyped that counts for another value, in North America', () => {
    const change = fc.tuple(
      vins,
      fc.nat({ max: 16 }),
      fc.constantFrom(...characters),
      fc.constantFrom('1', '2', '3', '4', '5'),
    )
    fc.assert(
      fc.property(change, ([any, at, character, first]) => {
        const open = first + any.slice(1)
        const vin = open.slice(0, 8) + checkDigitOf(open) + open.slice(9)
        expect(checkVin(vin)).toBe('pass')
        const mistyped = vin.slice(0, at) + character + vin.slice(at + 1)
        if (at === 0 || at === 8 || independentCheckDigit(mistyped) === vin[8]) return
        expect(checkVin(mistyped)).toBe('fail')
      }),
    )
  })

  it('says nothing elsewhere when it does not fit', () => {
    fc.assert(
      fc.property(vins, fc.constantFrom(...characters.filter(first => !'12345'.includes(first))), (vin, first) => {
        expect(checkVin(first + vin.slice(1))).not.toBe('fail')
      }),
    )
    expect(checkVin('WVWZZZ1JZXW000001')).toBe('not-applicable')
  })
})

describe('a VIN as it is typed', () => {
  it('may have spaces and hyphens anywhere and small letters', () => {
    const noise = fc.constantFrom('', ' ', '-', '\u00a0', '\t', '–')
    fc.assert(
      fc.property(vins, fc.array(noise, { minLength: 17, maxLength: 17 }), (vin, between) => {
        const typed = vin
          .split('')
          .map((letter, index) => (between[index] ?? '') + letter.toLowerCase())
          .join('')
        expect(normaliseVin(` ${typed} `)).toBe(vin)
        expect(vinProblem(normaliseVin(typed))).toBeUndefined()
      }),
    )
  })

  it.each([
    ['1HGCM82633A00435O', vinTexts.letters],
    ['1HGCM8I633A004351', vinTexts.letters],
    ['1HGCM82633AQ04351', vinTexts.letters],
    ['1HGCM82633A00435', vinTexts.short(16)],
    ['1HGCM82633A0043511', vinTexts.long(18)],
    ['1HGCM82633A00435Ä', vinTexts.characters],
    ['1HGCM82633A00435ß', vinTexts.characters],
    ['1HGCM82633A/04351', vinTexts.characters],
    [' - ', vinTexts.empty],
  ])('%s is refused with a sentence of its own', (typed, sentence) => {
    expect(vinProblem(normaliseVin(typed))).toBe(sentence)
  })

  it('is shown with its last four characters alone', () => {
    fc.assert(
      fc.property(vins, vin => {
        expect(maskVin(vin)).toBe(`•••• ${vin.slice(13)}`)
      }),
    )
  })
})

describe('the model year', () => {
  const withYear = (seventh: string, tenth: string) => `1HGCM8${seventh}63${tenth}A004352`

  it.each([
    ['2', '3', [2033, 2003], [2003]],
    ['A', '3', [2033, 2003], [2033]],
    ['2', 'A', [2010, 1980], [1980]],
    ['A', 'A', [2010, 1980], [2010]],
    ['A', 'Y', [2030, 2000], [2030]],
    ['2', '9', [2039, 2009], [2009]],
    ['2', '0', [], []],
    ['2', 'U', [], []],
    ['2', 'Z', [], []],
  ])('with %s in position 7 and %s in position 10', (seventh, tenth, years, ofLight) => {
    const vin = withYear(seventh, tenth)
    expect(modelYears(vin)).toEqual(years)
    expect(modelYears(vin).filter(year => allowsYear(vin, year))).toEqual(ofLight)
  })
})

describe('the keys of the public tables', () => {
  it('are held against positions 4 to 8 and 10 to 17', () => {
    expect(describedPart('1HGCM82693A000001')).toBe('CM826|3A000001')
  })

  it.each([
    ['CM8', 3],
    ['C*8', 2],
    ['CM826|*A', 6],
    ['#', undefined],
    ['*M#', 2],
    ['[A-D]M', 2],
    ['[XYC]M', 2],
    ['[XY]M', undefined],
    ['[D-F]', undefined],
    ['[A-BC-C]', 1],
    ['CM9', undefined],
    ['CM826|3A0000011', undefined],
    ['[C', undefined],
  ])('%s', (key, pinned) => {
    expect(fitOfKey(key, 'CM826|3A000001')).toBe(pinned)
  })
})

describe('words', () => {
  it.each([
    '1HGCM82633A004352',
    'brake disc 1hgcm82633a004352',
    ' 1HGCM 82633 A004352 ',
    '1HGCM-82633-A004352\tfront',
    // Mistyped, it is still about somebody's vehicle (finding 17).
    '1HGCM82633A00435',
    '1HGCM82633A0043521',
    'disc IHGCM82633A004352',
  ])('of %j hold a VIN', words => expect(holdsVin(words)).toBe(true))

  it.each(['', 'brake disc', '1HGCM82633A0043', '1HGCM82633A00435211', '1234567890123456', 'front brake disc 302 mm'])(
    'of %j hold none',
    words => expect(holdsVin(words)).toBe(false),
  )

  it('beside a VIN are kept in their order (finding 12)', () => {
    const vin = '1HGCM82633A004352'
    expect(vinAmong(' 1hgcm 82633 a004352 ')).toEqual({ vin, others: '' })
    expect(vinAmong('brake 1hgcm82633a004352\tdisc')).toEqual({ vin, others: 'brake disc' })
    expect(vinAmong('brake disc')).toBeUndefined()
    expect(vinAmong('2013 rav4 brake pads')).toBeUndefined()
  })
})

it('a European number may be filled where others describe the vehicle', () => {
  const [filled, north] = ['WVWZZZ1KZAW000001', '1HGCM82633A004352']
  expect([filled, north].map(isFilled)).toEqual([true, false])
  expect([filled, north, '1SZ'].map(isEuropean)).toEqual([true, false, false])
})

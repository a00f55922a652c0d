import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf } from '#kernel/money'
import {
  factorPattern,
  headsOf,
  isShapeOf,
  mappedColumns,
  meaningOf,
  wholeFactor,
  unitPrice,
  withFixed,
} from './mapping.rules.ts'
import { MappingBody } from './mapping.body.ts'

describe('a mapping', () => {
  it('tells columns of the same name apart', () => {
    expect(headsOf(['Preis', ' Preis', '', '', 'Nr'])).toEqual(['Preis', 'Preis #2', '#3', '#4', 'Nr'])
  })

  it('knows next year’s list by its columns, and asks where a year’s column may be another', () => {
    const columns = (...pairs: string[]) =>
      pairs.map(one => one.split('=')).map(([head = '', column = '']) => ({ head, column }))
    const mapping = {
      columns: columns('Nr=part_number', 'UVP € 2026=list_price', 'Preis ab 1.1.2026=price', 'Umsatz 2025='),
    }
    const next = ['Umsatz 2026', 'Nr', 'Preis ab 1.1.2027', 'UVP € 2027']
    expect(isShapeOf(mapping, next)).toBe(true)
    expect(mappedColumns(mapping, next)).toEqual(['', 'part_number', 'price', 'list_price'])
    expect(isShapeOf(mapping, ['Nr', 'Preis', 'UVP €'])).toBe(true)
    // Which of the two years is sold by?
    expect(isShapeOf(mapping, [...next, 'UVP € 2028'])).toBe(false)
    expect(isShapeOf(mapping, [...next.slice(0, 3), 'UVP € 2026', 'UVP € 2027'])).toBe(false)
    const two = { columns: columns('Nr=part_number', 'Preis 2026=', 'Preis 2027=price') }
    expect(mappedColumns(two, ['Nr', 'Preis 2026', 'Preis 2027'])).toEqual(['part_number', '', 'price'])
    expect(isShapeOf(two, ['Nr', 'Preis 2027', 'Preis 2028'])).toBe(false)
    expect(isShapeOf({ columns: columns('Nr=part_number', 'Preis=price') }, ['Nr', 'Preis', 'Preis 2027'])).toBe(true)
  })

  it.each([
    ['stock', '>100', '100'],
    ['stock', '> 100', '100'],
    ['stock', '100', undefined],
    ['stock', 'Auf  Anfrage', '0'],
    ['stock', '', undefined],
    ['price', '>100', undefined],
  ])('in %s, %j means %j', (column, cell, means) => {
    const meanings = [
      { column: 'stock', text: '>100', means: '100' },
      { column: 'stock', text: 'auf Anfrage', means: '0' },
    ]
    expect(meaningOf({ columns: [], meanings })(column, cell)).toBe(means)
  })

  it('gives a row what its own cell does not say', () => {
    const fixed = [
      { column: 'brand', value: 'Kugelwerk' },
      { column: 'unit', value: 'pair' },
    ]
    const values = withFixed(new Map([['brand', 'Corvane']]), fixed)
    expect([...values]).toEqual([
      ['brand', 'Corvane'],
      ['unit', 'pair'],
    ])
  })

  it.each([
    [1000, { times: '1.35' }, 1350],
    [1001, { times: '1.35' }, 1351],
    [333, { times: '0.5' }, 167],
    [1250, { per: 100 }, 13],
    [99_999, { times: '1.333333', per: 10 }, 13_333],
  ])('makes of %i minor units with %j %i', (minor, { times = '1', per }: { times?: string; per?: number }, one) => {
    expect(unitPrice(minor, { times: wholeFactor(times), ...(per !== undefined && { per }) })).toBe(one)
  })

  it.each([
    // 12.50 EUR at 1.08, at 1.35 times that: 18.225.
    [1250, { from: 'eur', to: 'usd', rate: '1.08' }, { times: '1.35' }, 1823],
    [1200, { from: 'jpy', to: 'usd', rate: '0.006412' }, {}, 769],
    [1250, { from: 'kwd', to: 'usd', rate: '3.26' }, { per: 10 }, 41],
    [1999, { from: 'usd', to: 'jpy', rate: '155.95' }, {}, 3117],
    [1999, { from: 'usd', to: 'kwd', rate: '0.3067' }, {}, 6131],
    [1, { from: 'eur', to: 'jpy', rate: '0.000001' }, {}, 0],
    // 1,250,000 VND.
    [1_250_000, { from: 'vnd', to: 'usd', rate: '0.0000380215' }, {}, 4753],
  ])('makes of %i minor units of another currency, %j, with %j %i', (minor, { from, to, rate }, more, one) => {
    const { times = '1', per = 1 }: { times?: string; per?: number } = more
    const conversion = { from, to, rate: wholeFactor(rate) }
    expect(unitPrice(minor, { times: wholeFactor(times), per, conversion })).toBe(one)
  })

  it('multiplies exactly and rounds once, whatever the currencies, factor, rate and pack', () => {
    const currency = fc.constantFrom('usd', 'eur', 'jpy', 'kwd', 'clp', 'bhd', 'xaf', 'huf')
    const factor = fc
      .tuple(fc.integer({ min: 0, max: 999_999 }), fc.stringMatching(/^\d{0,10}$/))
      .map(([whole, fraction]) => `${whole}${fraction === '' ? '' : `.${fraction}`}`)
      .filter(text => factorPattern.test(text))
    const minors = fc.integer({ min: 1, max: 999_999_999_999_999 })
    const pack = fc.integer({ min: 1, max: 1_000_000 })
    const property = fc.property(
      minors,
      currency,
      currency,
      factor,
      factor,
      pack,
      (minor, from, to, times, rate, per) => {
        const terms = { times: wholeFactor(times), per, conversion: { from, to, rate: wholeFactor(rate) } }
        expect(unitPrice(minor, terms)).toBe(Number(exactly(minor, { from, to, times, rate, per })))
      },
    )
    fc.assert(property, { numRuns: 2000 })
  })

  it.each(['0', '0.000', '-1', '1,35', '1e3', '', '.5', '1.12345678901'])('takes no factor %j', factor => {
    expect(factorPattern.test(factor)).toBe(false)
  })
})

/** By fractions of the texts themselves. */
function exactly(minor: number, terms: { from: string; to: string; times: string; rate: string; per: number }): bigint {
  const ten = (power: number) => 10n ** BigInt(power)
  const fractionOf = (text: string): [bigint, bigint] => {
    const [whole = '', fraction = ''] = text.split('.')
    return [BigInt(whole + fraction), ten(fraction.length)]
  }
  const [times, ofTimes] = fractionOf(terms.times)
  const [rate, ofRate] = fractionOf(terms.rate)
  const above = BigInt(minor) * times * rate * ten(decimalsOf(terms.to))
  const below = ofTimes * ofRate * BigInt(terms.per) * ten(decimalsOf(terms.from))
  const [whole, rest] = [above / below, above % below]
  return rest * 2n >= below ? whole + 1n : whole
}

describe('a mapping from outside', () => {
  const columns = [{ head: 'Nr', column: 'part_number' }]
  const sentenceOf = (mapping: unknown) => MappingBody.safeParse(mapping).error?.issues[0]?.message

  it('takes a currency by its code in either case', () => {
    const currency = { code: 'EUR', rate: '1.08' }
    expect(MappingBody.safeParse({ columns, currency }).data?.currency?.code).toBe('eur')
  })

  it('is taken where it says the part numbers', () => {
    const more = [
      { head: 'EAN', column: 'gtin' },
      { head: 'EAN #2', column: 'gtin' },
      { head: 'Ø', column: '' },
    ]
    expect(sentenceOf({ columns: [...columns, ...more], priceTimes: '1.35' })).toBeUndefined()
    expect(
      sentenceOf({ columns: [...columns, { head: 'Ø', column: 'attribute:Outer diameter (mm)' }] }),
    ).toBeUndefined()
  })

  it.each([
    [{ columns: [] }, 'Say which column has the part numbers.'],
    [{ columns: [...columns, ...columns] }, 'Map each column once.'],
    [
      { columns: [...columns, { head: 'A', column: 'price' }, { head: 'B', column: 'price' }] },
      'Two columns are mapped to the same one. Leave one of them out.',
    ],
    [{ columns: [...columns, { head: 'A', column: 'on_hand' }] }, 'A list of parts has no such column.'],
    [{ columns: [{ head: 'N\0r', column: 'part_number' }] }, 'This holds a broken character. Leave it out.'],
    [{ columns, priceTimes: '1,35' }, 'Use a number above 0 with at most ten decimals, such as 1.35.'],
    [
      { columns, meanings: [{ column: 'stock', text: 'viele', means: '1,5' }] },
      'Write what it means as a figure, or leave it empty.',
    ],
    [
      { columns, currency: { code: 'eur', rate: '1,08' } },
      'Use a number above 0 with at most ten decimals, such as 1.35.',
    ],
    [{ columns, currency: { code: 'euro', rate: '1.08' } }, 'Name the currency by its code, such as eur.'],
    [{ columns, currency: { code: 'eur', rate: '1', saidOn: '31.3.2026' } }, 'Use a date such as 2026-03-31.'],
    [{ columns, fixed: [{ column: 'constructor', value: '1' }] }, 'A list of parts has no such column.'],
  ])('%j is refused: %s', (mapping, sentence) => expect(sentenceOf(mapping)).toBe(sentence))
})

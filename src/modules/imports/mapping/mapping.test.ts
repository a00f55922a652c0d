import { describe, expect, it } from 'vitest'
import { factorPattern, headsOf, meaningOf, millionthsOf, unitPrice, withFixed } from './mapping.rules.ts'
import { MappingBody } from './mapping.body.ts'

describe('a mapping', () => {
  it('tells columns of the same name apart', () => {
    expect(headsOf(['Preis', ' Preis', '', '', 'Nr'])).toEqual(['Preis', 'Preis #2', '', '', 'Nr'])
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
    expect(unitPrice(minor, { times: millionthsOf(times), ...(per !== undefined && { per }) })).toBe(one)
  })

  it.each(['0', '0.000', '-1', '1,35', '1e3', '', '.5', '1.1234567'])('takes no factor %j', factor => {
    expect(factorPattern.test(factor)).toBe(false)
  })
})

describe('a mapping from outside', () => {
  const columns = [{ head: 'Nr', column: 'part_number' }]
  const sentenceOf = (mapping: unknown) => MappingBody.safeParse(mapping).error?.issues[0]?.message

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
    [{ columns, priceTimes: '1,35' }, 'Use a number above 0 with at most six decimals, such as 1.35.'],
    [
      { columns, meanings: [{ column: 'stock', text: 'viele', means: '1,5' }] },
      'Write what it means as a figure, or leave it empty.',
    ],
    [{ columns, fixed: [{ column: 'constructor', value: '1' }] }, 'A list of parts has no such column.'],
  ])('%j is refused: %s', (mapping, sentence) => expect(sentenceOf(mapping)).toBe(sentence))
})

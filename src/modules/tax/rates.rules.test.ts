import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateText } from '#kernel/rates'
import { TaxTable } from './tax.contract.ts'
import { type TaxReason, type TaxRow, taxClassesOf, taxOf, taxReasons, withElsewhere } from './rates.rules.ts'

const row = (country: string, taxClass: string, rate: number, more: { region?: string; reason?: TaxReason } = {}) => ({
  country,
  taxClass,
  rate,
  reason: rate > 0 ? ('S' as const) : ('Z' as const),
  ...more,
})

const taxTable = [
  row('DE', 'standard', 190_000),
  row('DE', 'reduced', 70_000),
  row('US', 'standard', 72_500, { region: 'CA, California' }),
  row('US', 'standard', 0, { reason: 'O' }),
  row('CH', 'standard', 0, { reason: 'O' }),
  row('CA', 'standard', 130_000, { region: 'ON' }),
]
const tax = (place: { country: string; region?: string } | undefined, taxClass = 'standard', taxRate = 100_000) =>
  taxOf({ taxTable, taxRate }, place, taxClass)

describe('a class is taxed', () => {
  it.each([
    ['as its country says', { country: 'DE' }, 'standard', { rate: 190_000, reason: 'S' }],
    ['by its own row', { country: 'DE' }, 'reduced', { rate: 70_000, reason: 'S' }],
    ['without a rate where the row says so', { country: 'CH' }, 'standard', { rate: 0, reason: 'O' }],
    ['as its region says', { country: 'US', region: 'CA' }, 'standard', { rate: 72_500, reason: 'S' }],
    ['by any name of the region', { country: 'US', region: ' california ' }, 'standard', { rate: 72_500, reason: 'S' }],
    [
      'as the country, where no row names the region',
      { country: 'US', region: 'TX' },
      'standard',
      { rate: 0, reason: 'O' },
    ],
    [
      'as the highest of its country, where nobody named a region',
      { country: 'US' },
      'standard',
      { rate: 72_500, reason: 'S' },
    ],
    [
      'as the highest of its country, where no row is of the region or of the rest',
      { country: 'CA', region: 'Ontario' },
      'standard',
      { rate: 130_000, reason: 'S' },
    ],
    [
      'as its country has it, where no part of that differs',
      { country: 'DE' },
      'standard',
      { rate: 190_000, reason: 'S' },
    ],
    [
      'by the one rate in a country that the table does not know',
      { country: 'FR' },
      'standard',
      { rate: 100_000, reason: 'S' },
    ],
  ])('%s', (_how, place, taxClass, expected) => expect(tax(place, taxClass)).toEqual(expected))

  it('by the highest that may hold, where nobody knows the place', () => {
    expect(tax(undefined, 'standard', 0)).toEqual({ rate: 190_000, reason: 'S' })
    // Ontario, of which the table says nothing for this class, would have 13 %.
    expect(tax(undefined, 'reduced', 0)).toEqual({ rate: 130_000, reason: 'S' })
    const german = taxTable.slice(0, 2)
    expect(taxOf({ taxTable: german, taxRate: 0 }, undefined, 'reduced')).toEqual({ rate: 70_000, reason: 'S' })
    expect(taxOf({ taxTable: german, taxRate: 100_000 }, undefined, 'reduced').rate).toBe(100_000)
    expect(tax(undefined, 'books', 0)).toEqual({ rate: 190_000, reason: 'S' })
    expect(taxOf({ taxTable: [], taxRate: 0 }, undefined, 'standard')).toEqual({ rate: 0, reason: 'Z' })
  })

  it('by the highest of its country, where the region is spelled as no row has it', () => {
    const californian = [row('US', 'standard', 72_500, { region: 'CA' }), row('DE', 'standard', 190_000)]
    const place = { country: 'US', region: 'California' }
    expect(taxOf({ taxTable: californian, taxRate: 0 }, place, 'standard')).toEqual({ rate: 72_500, reason: 'S' })
    expect(taxOf({ taxTable: californian, taxRate: 90_000 }, place, 'standard')).toEqual({ rate: 90_000, reason: 'S' })
  })

  it('never by less than its country has at the most, where the table forgot it', () => {
    expect(tax({ country: 'DE' }, 'books', 0)).toEqual({ rate: 190_000, reason: 'S' })
    expect(tax({ country: 'DE' }, 'books', 250_000)).toEqual({ rate: 250_000, reason: 'S' })
    expect(tax({ country: 'US', region: 'TX' }, 'books', 10_000)).toEqual({ rate: 72_500, reason: 'S' })
    // Of another part of the country than the one that is named, nothing holds.
    const parts = [row('US', 'standard', 88_750, { region: 'NY' }), ...taxTable]
    expect(taxOf({ taxTable: parts, taxRate: 0 }, { country: 'US', region: 'CA' }, 'books').rate).toBe(72_500)
  })

  it('never by less for a place of which less is known', () => {
    const rates = fc.constantFrom(0, 70_000, 190_000)
    const table = fc.array(
      fc
        .tuple(
          fc.constantFrom('US', 'DE'),
          fc.constantFrom('standard', 'reduced'),
          rates,
          fc.constantFrom('', 'CA', 'NY'),
        )
        .map(([country, taxClass, rate, region]) => row(country, taxClass, rate, region ? { region } : {})),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(
        table,
        rates,
        fc.constantFrom('US', 'DE'),
        fc.constantFrom('CA', 'NY'),
        (rows, taxRate, country, region) => {
          const rateAt = (place: { country: string; region?: string } | undefined) =>
            taxOf({ taxTable: rows, taxRate }, place, 'standard').rate
          expect(rateAt({ country })).toBeGreaterThanOrEqual(rateAt({ country, region }))
          expect(rateAt(undefined)).toBeGreaterThanOrEqual(rateAt({ country }))
        },
      ),
    )
  })
})

describe('a row with a condition that nobody is known to meet', () => {
  const home = [row('DE', 'standard', 190_000), row('DE', 'reduced', 70_000), row('FR', 'standard', 200_000)]
  const rateIn = (
    country: string,
    taxClass: string,
    terms: { taxTable: TaxRow[]; taxRate?: number; country?: string },
  ) => taxOf({ taxRate: 0, ...terms }, { country }, taxClass)

  it.each(taxReasons.filter(reason => reason !== 'S'))(
    '%s takes nothing less than the standard rate of the shop’s country, if it is one (finding 4)',
    reason => {
      const isConditional = ['E', 'AE', 'K', 'G'].includes(reason)
      for (const taxClass of ['standard', 'reduced']) {
        const taxTable = [...home, row('AT', taxClass, 0, { reason })]
        const expected = isConditional ? { rate: 190_000, reason: 'S' } : { rate: 0, reason }
        expect(rateIn('AT', taxClass, { taxTable, country: 'DE' })).toEqual(expected)
        // As long as nobody has said where the shop is, the highest holds.
        const highest = isConditional ? { rate: 200_000, reason: 'S' } : { rate: 0, reason }
        expect(rateIn('AT', taxClass, { taxTable })).toEqual(highest)
      }
    },
  )

  it('holds for one country, a part of one and everywhere else alike, and changes no other row (finding 4)', () => {
    const taxTable = [
      ...home,
      row('*', 'standard', 0, { reason: 'G' }),
      row('US', 'standard', 0, { reason: 'E', region: 'CA' }),
    ]
    const terms = { taxTable, country: 'DE' }
    expect(rateIn('CH', 'standard', terms)).toEqual({ rate: 190_000, reason: 'S' })
    expect(taxOf({ ...terms, taxRate: 0 }, { country: 'US', region: 'CA' }, 'standard').rate).toBe(190_000)
    expect(rateIn('DE', 'reduced', terms)).toEqual({ rate: 70_000, reason: 'S' })
    expect(rateIn('FR', 'standard', terms)).toEqual({ rate: 200_000, reason: 'S' })
  })

  it('stands as it is in a shop that takes no tax at home', () => {
    const exempt = [row('DE', 'standard', 0, { reason: 'E' })]
    expect(rateIn('DE', 'standard', { taxTable: exempt, country: 'DE' })).toEqual({ rate: 0, reason: 'E' })
    expect(rateIn('DE', 'standard', { taxTable: exempt, country: 'DE', taxRate: 190_000 }).rate).toBe(190_000)
  })
})

describe('everywhere else', () => {
  const table = [row('DE', 'standard', 190_000), row('DE', 'reduced', 70_000)]

  it('is a row that owners see, with what is charged there, and with it nothing costs another sum (finding 4)', () => {
    const anyRow = fc
      .tuple(fc.constantFrom('US', 'DE', 'FR'), fc.constantFrom('standard', 'reduced'), fc.nat(400_000))
      .map(([country, taxClass, rate]) => row(country, taxClass, rate))
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRow, { maxLength: 5, selector: ({ country, taxClass }) => country + taxClass }),
        fc.nat(400_000),
        fc.constantFrom(undefined, 'US', 'DE', 'FR', 'JP'),
        fc.constantFrom('standard', 'reduced', 'books'),
        (rows, taxRate, country, taxClass) => {
          const shown = withElsewhere({ taxTable: rows, taxRate })
          expect(shown.length).toBe(rows.length === 0 ? 0 : rows.length + 1)
          const place = country === undefined ? undefined : { country }
          const sum = (taxTable: readonly TaxRow[]) => taxOf({ taxTable, taxRate }, place, taxClass)
          expect(sum(shown)).toEqual(sum(rows))
          // Once it is written, the one rate does not reach it any more.
          if (rows.length > 0) expect(taxOf({ taxTable: shown, taxRate: 999_999 }, place, taxClass)).toEqual(sum(rows))
        },
      ),
    )
  })

  it('is taxed by its own rows, by the class or else by the highest of them (finding 4)', () => {
    const taxTable = [...table, row('*', 'standard', 210_000), row('*', 'reduced', 50_000)]
    const rate = (taxClass: string, place?: { country: string }) =>
      taxOf({ taxTable, taxRate: 0 }, place, taxClass).rate
    expect(rate('standard', { country: 'JP' })).toBe(210_000)
    expect(rate('reduced', { country: 'JP' })).toBe(50_000)
    expect(rate('books', { country: 'JP' })).toBe(210_000)
    expect(rate('standard', { country: 'DE' })).toBe(190_000)
    expect(rate('standard')).toBe(210_000)
  })

  it('has no region, and is said once', () => {
    const typed = { country: '*', taxClass: 'standard', rate: '0%' }
    expect(TaxTable.parse([typed])).toEqual([row('*', 'standard', 0)])
    const complaints = (rows: unknown) => TaxTable.safeParse(rows).error?.issues.map(({ path }) => path.join('.'))
    expect(complaints([{ ...typed, region: 'CA' }])).toEqual(['0.region'])
    expect(complaints([typed, typed])).toEqual(['1.taxClass'])
  })
})

it('a shop has the standard class, and those that its table names', () => {
  expect(taxClassesOf([])).toEqual(['standard'])
  expect(taxClassesOf(taxTable)).toEqual(['standard', 'reduced'])
})

describe('a table', () => {
  const complaints = (rows: unknown) =>
    (TaxTable.safeParse(rows).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
  const typed = { country: 'de', taxClass: 'Standard', rate: '19%' }

  it('takes what is typed, and says why by itself where that is plain', () => {
    expect(TaxTable.parse([typed, { ...typed, region: ' ', taxClass: 'none', rate: '0%' }])).toEqual([
      { country: 'DE', taxClass: 'standard', rate: 190_000, reason: 'S' },
      { country: 'DE', taxClass: 'none', rate: 0, reason: 'Z' },
    ])
  })

  it.each([
    [{ country: 'Germany' }, '0.country: Choose a country from the list, by its code of two letters.'],
    [{ rate: '19' }, '0.rate: Use a percentage with its sign, such as 19%.'],
    [{ rate: '' }, '0.rate: Enter the rate.'],
    [
      { taxClass: 'food & drink' },
      '0.taxClass: Use lower-case letters, digits and hyphens, a letter first, such as reduced.',
    ],
    [{ reason: 'X' }, '0.reason: Use one of S, Z, E, AE, K, G, O.'],
    [{ reason: 'Z' }, '0.reason: Only S has a rate.'],
    [{ rate: '0%', reason: 'S' }, '0.reason: The standard rate is above 0%: use Z, or say why nothing is taxed.'],
  ])('refuses %j', (wrong, complaint) => expect(complaints([{ ...typed, ...wrong }])).toEqual([complaint]))

  it('says each thing once, whatever a region is called', () => {
    const region = { ...typed, region: 'Bavaria, BY' }
    expect(complaints([typed, region])).toEqual([])
    expect(complaints([typed, typed])).toHaveLength(1)
    expect(complaints([region, { ...typed, region: 'by' }])).toEqual([
      '1.taxClass: Another row says this of the same place already. Remove one of them.',
    ])
  })

  it('is written as it is read', () => {
    const rows = fc.array(
      fc.record({
        country: fc.constantFrom('DE', 'FR', 'US'),
        rate: fc.nat(999_999),
        taxClass: fc.stringMatching(/^[a-z]{4,8}$/),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(rows, rows => {
        const once = [...new Map(rows.map(row => [`${row.country} ${row.taxClass}`, row])).values()]
        const table = TaxTable.parse(once.map(({ rate, ...row }) => ({ ...row, rate: rateText(rate) })))
        expect(table.map(({ rate }) => rate)).toEqual(once.map(({ rate }) => rate))
      }),
    )
  })
})

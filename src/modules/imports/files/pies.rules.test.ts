import { describe, expect, it } from 'vitest'
import { read } from '#test/files/read'

const pies = (items: string, header = '') => `<PIES><Header>${header}</Header><Items>${items}</Items></PIES>`
const number = '<PartNumber>A-1</PartNumber>'
/** What is made of one item. */
const readItem = (inside: string, { header = '', kind = 'A' } = {}) =>
  read(pies(`<Item MaintenanceType="${kind}">${inside}</Item>`, header))

const description = (code: string, text: string, more = '') =>
  `<Description DescriptionCode="${code}" ${more}>${text}</Description>`
const priced = (price: string, more = '') => `<Prices><Pricing><Price>${price}</Price>${more}</Pricing></Prices>`

describe('an item', () => {
  it.each([
    ['the short one first', ['EXT', 'ABR', 'INV', 'DES', 'SHO'], 'SHO', 'EXT'],
    ['else the next of these', ['EXT', 'ABR', 'INV', 'DES'], 'DES', 'EXT'],
    ['else the next', ['ABR', 'INV', 'FAB', 'MKT'], 'INV', 'MKT'],
    ['else the next', ['ABR', 'FAB'], 'ABR', 'FAB'],
    ['the long one, where there is no other', ['EXT'], 'EXT', 'EXT'],
    ['the plain one for both', ['DES'], 'DES', 'DES'],
    ['none of another kind', ['KEY'], null, null],
  ])('has a name and a description of what it has: %s', async (_, codes, name, text) => {
    const inside = codes.map(code => description(code, code)).join('')
    expect((await readItem(`${number}<Descriptions>${inside}</Descriptions>`)).rows).toMatchObject([
      { name, description: text },
    ])
  })

  it('has no words that are empty or in another language', async () => {
    const all = [
      description('SHO', ' '),
      description('SHO', 'Disque', 'LanguageCode="FR"'),
      description('DES', 'Disc', 'LanguageCode="en"'),
    ]
    expect((await readItem(number + all.join(''))).rows).toMatchObject([{ name: 'Disc' }])
  })

  const packed = (code: string, count: number, weight = '') =>
    `<Package><PackageUOM>${code}</PackageUOM><QuantityofEaches>${count}</QuantityofEaches>${weight}</Package>`
  const weighing = (amount: string, code: string) => `<Weights UOM="${code}"><Weight>${amount}</Weight></Weights>`

  it.each([
    ['by itself', [packed('EA', 1, weighing('2', 'PG'))], 'each', 907],
    ['as a pair', [packed('PR', 2, weighing('0.5', 'KG'))], 'pair', 500],
    ['as a kit', [packed('KT', 1, weighing('3', 'OZ'))], 'set', 85],
    ['as the smallest of its packages', [packed('CA', 12, weighing('9', 'KG')), packed('EA', 1)], 'each', null],
    ['in no unit that the shop can tell', [packed('CA', 12, weighing('9', 'KG'))], null, null],
    ['with a weight in no unit that there is', [packed('EA', 1, weighing('2', 'XX'))], 'each', null],
    ['with a weight that is none', [packed('EA', 1, weighing('heavy', 'KG'))], 'each', null],
    ['without a package', [], null, null],
  ])('is sold %s', async (_, packages, unit, weight) => {
    const { rows, problems } = await readItem(`${number}<Packages>${packages.join('')}</Packages>`)
    expect(problems).toEqual([])
    expect(rows).toMatchObject([{ unit, weight }])
  })

  it.each([
    ['1', 1],
    ['1000000', 1_000_000],
    ['0', null],
    ['1000001', null],
    ['2.5', null],
    ['some', null],
  ])('with a minimum of %s is sold from %s', async (text, minimum) => {
    const inside = `${number}<MinimumOrderQuantity>${text}</MinimumOrderQuantity>`
    expect((await readItem(inside)).rows).toMatchObject([{ minimum }])
  })

  it.each([
    ['', '', null],
    [priced('4.50'), '', 450],
    [priced('4.50'), '<CurrencyCode>usd</CurrencyCode>', 450],
    [priced('4.50', '<CurrencyCode>USD</CurrencyCode>'), '<CurrencyCode>CAD</CurrencyCode>', 450],
  ])('with prices %s in a file of %s costs %s', async (inside, header, price) => {
    const { rows, problems } = await readItem(number + inside, { header })
    expect(problems).toEqual([])
    expect(rows).toMatchObject([{ price }])
  })

  it.each([
    ['', {}, 'PartNumber: value-missing'],
    [`<PartNumber>${'x'.repeat(61)}</PartNumber>`, {}, `PartNumber: value-too-long ${'x'.repeat(61)}`],
    [number, { kind: 'x' }, 'MaintenanceType: action-unknown X'],
    [number + priced('0'), {}, 'Price: price-malformed 0'],
    [number + priced('1.005'), {}, 'Price: price-malformed 1.005'],
    [number + priced(''), {}, 'Price: price-malformed '],
    [number + priced('4.50'), { header: '<CurrencyCode>cad</CurrencyCode>' }, 'Price: price-currency 4.50 CAD'],
  ])('%s with %j is not taken, and is told', async (inside, more, problem) => {
    const { rows, problems, named } = await readItem(inside, more)
    expect(rows).toEqual([])
    // A part whose item is refused is in the file all the same.
    expect(named).toEqual(inside.includes(number) ? [{ kind: 'part', brand: 'Acme', part: 'A-1' }] : [])
    expect(problems.map(({ field, code, value }) => `${field}: ${code}${value === null ? '' : ` ${value}`}`)).toEqual([
      problem,
    ])
  })

  it('with a wrong number is taken without it, and the number is told', async () => {
    const gtin = '<ItemLevelGTIN>4006381333932</ItemLevelGTIN>'
    const short = await readItem('<ItemLevelGTIN>12345678905</ItemLevelGTIN><PartNumber>S1</PartNumber>')
    expect(short).toMatchObject({ problems: [{ code: 'gtin-zero', value: '12345678905' }] })
    expect(short.rows).toContainEqual(expect.objectContaining({ numberKind: 'gtin', value: '00012345678905' }))
    const others = `<PartInterchange BrandLabel="Bosch" BrandID="BBBB"><PartNumber> </PartNumber>
      <PartNumber InterchangeNotes="Own">${'x'.repeat(60)}</PartNumber><PartNumber>${'x'.repeat(61)}</PartNumber></PartInterchange>`
    const { rows, problems } = await readItem(`${gtin}<PartNumber>${'a'.repeat(60)}</PartNumber>${others}`)
    expect(rows).toMatchObject([
      { kind: 'part', part: 'a'.repeat(60) },
      // A full file would take out the GTIN that the part had.
      { kind: 'number', action: 'keep', numberKind: 'gtin' },
      { kind: 'number', action: 'put', value: 'x'.repeat(60), numberBrand: 'Bosch', note: 'Own' },
    ])
    expect(problems).toMatchObject([
      { field: 'ItemLevelGTIN', code: 'gtin-left-out', value: '4006381333932' },
      { field: 'PartInterchange', code: 'value-too-long' },
    ])
  })

  it('is put where it does not say what to do', async () => {
    const { rows } = await read(pies(`<Item>${number}</Item>`))
    expect(rows).toMatchObject([{ action: 'put', part: 'A-1', record: 'A-1' }])
  })
})

it('a file is of the day since which it tells what changed', async () => {
  const { facts } = await read(pies('', '<ChangesSinceDate>2026-05-01</ChangesSinceDate>'))
  expect(facts).toEqual({ format: 'PIES', isFull: false, date: '2026-05-01' })
})

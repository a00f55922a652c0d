import { describe, expect, it } from 'vitest'
import { RowsRead, ShapeSearch } from '#kernel/tables/table'
import { type CsvHead, importForm, readHead } from './csv-head.rules.ts'
import { readRecord } from './csv.rules.ts'
import { unit } from './rows.rules.ts'

/** What is made of one record, given by the names of its columns. */
const recordOf = (cells: Record<string, string>, ...beyond: string[]) =>
  recordBelow(Object.keys(cells), [...Object.values(cells), ...beyond])

function recordBelow(head: string[], cells: string[]) {
  const form = importForm({ currency: 'usd', locale: 'en' })
  const search = new ShapeSearch(form)
  const rows = [head, cells].map((cells, at) => ({ line: at + 1, lastLine: at + 1, cells }))
  for (const row of rows) search.see(row)
  const shape = search.result()
  const [row] = rows.flatMap(row => new RowsRead(form, shape).read(row) ?? [])
  return readRecord((shape.head as CsvHead).kind, row!, { record: '1', currency: 'usd', locale: 'en' })
}
const problemsOf = (cells: Record<string, string>, ...beyond: string[]) => {
  const { rows, problems } = recordOf(cells, ...beyond)
  if (problems.length > 0) expect(rows, 'nothing is taken of a record that is wrong').toEqual([])
  return problems.map(({ field, code, value }) => `${field}: ${code}${value === null ? '' : ` ${value}`}`)
}

const at = { line: 2, record: '1' }
const aPart = { ...at, kind: 'part', action: 'put', brand: 'Acme', part: 'A-1' }
const nothing = {
  isUnpriced: false,
  name: null,
  description: null,
  category: null,
  price: null,
  stock: null,
  minimum: null,
  unit: null,
  multiple: null,
  weight: null,
  low_stock_level: null,
  tax_class: null,
  attributes: null,
  tags: null,
  universal: null,
  list_price: null,
  country_of_origin: null,
  customs_code: null,
  pictures: null,
}
const fits = { part_number: 'A-1', make: 'Volvo', model: '240' }
const vehicle = (year: number, engine = '') => ['', year, 'Volvo', '240', engine].join(unit)

describe('a record', () => {
  it('of parts says all of a part that it has', () => {
    const typed = { name: 'Disc', description: 'Vented.', category: 'Brakes' }
    const sold = {
      minimum: '5',
      multiple: '5',
      unit: 'Box of 10',
      weight: '0.25',
      low_stock_level: '0',
      tax_class: 'Reduced',
    }
    const inNumbers = { price: 150, stock: 0, minimum: 5, multiple: 5, unit: 'box 10', weight: 250, low_stock_level: 0 }
    const rest = { price: '1.50', stock: '0', ...sold, tags: 'front; 302 mm |front;', universal: 'No' }
    const key = 'a'.repeat(32)
    const pictures = `https://any.example/images/${key}-960.webp |/images/${key}-320.avif https://other.example/b.png`
    // The second address is the first picture again.
    const picture_texts = String.raw`From above\; open; ; `
    expect(recordOf({ part_number: ' A-1 ', brand: 'Acme', ...typed, ...rest, pictures, picture_texts }).rows).toEqual([
      {
        ...aPart,
        isUnpriced: false,
        ...typed,
        ...inNumbers,
        tax_class: 'reduced',
        attributes: null,
        tags: ['front', '302 mm'],
        universal: false,
        list_price: null,
        country_of_origin: null,
        customs_code: null,
        pictures: [
          { key, alt: 'From above; open' },
          { key: 'https://other.example/b.png', alt: '' },
        ],
      },
    ])
    expect(recordOf({ part_number: 'A-1', name: '', tags: '' }).rows).toEqual([{ ...aPart, ...nothing, brand: '' }])
  })

  it('of parts says what stands in the columns of attributes, as each kind of attribute would take it', () => {
    const [row] = recordOf({
      part_number: 'A-1',
      price: '',
      'Attribute: Outer  diameter (mm)': '058.50',
      'attribute:Coated': '',
    }).rows
    expect(row).toMatchObject({
      kind: 'part',
      attributes: [
        {
          column: 'Attribute: Outer  diameter (mm)',
          slug: 'outer-diameter',
          unit: 'mm',
          typed: '058.50',
          text: '058.50',
          number: '58.5',
          yes: null,
          choice: '058-50',
        },
      ],
    })
  })

  it('of prices and of stock says that alone', () => {
    const named = { part_number: 'A-1', brand: 'Acme' }
    expect(recordOf({ ...named, price: '2' }).rows).toEqual([{ ...aPart, ...nothing, price: 200 }])
    expect(recordOf({ ...named, quantity: '7' }).rows).toEqual([{ ...aPart, ...nothing, stock: 7 }])
  })

  it('of numbers says which, and a GTIN in its long form and of no brand', () => {
    const named = { part_number: 'A-1', brand: 'Acme', note: 'n' }
    const number = { ...aPart, kind: 'number', note: 'n' }
    expect(recordOf({ ...named, kind: 'OEM', number: '34 11', number_brand: 'BMW' }).rows).toEqual([
      { ...number, numberKind: 'oem', value: '34 11', numberBrand: 'BMW' },
    ])
    expect(recordOf({ ...named, kind: 'gtin', number: '4-006381-33393 1', number_brand: 'BMW' }).rows).toEqual([
      { ...number, numberKind: 'gtin', value: '04006381333931', numberBrand: null },
    ])
  })

  it('of vehicles says by which number another system knows one', () => {
    const cells = { system: 'vcdb', external_id: '5', year: '1999', make: 'Volvo', model: '240' }
    expect(recordOf(cells).rows).toEqual([
      { ...at, kind: 'vehicle', system: 'vcdb', externalId: '5', year: 1999, make: 'Volvo', model: '240' },
    ])
  })

  it('of fitment is a row for each year, with all that it says of them', () => {
    const more = { engine: '2.0', position: 'Front', quantity: '2', part_type: 'Disc', notes: 'With ABS.' }
    const cells = { ...fits, ...more, year: '1999 – 2000', submodel: 'GL', conditions: ' Drive = a=b ;; Doors=4' }
    const row = { ...at, kind: 'fitment', action: 'put', brand: '', part: 'A-1', label: null }
    const content = {
      position: 'Front',
      quantity: 2,
      partType: 'Disc',
      notes: ['With ABS.'],
      conditions: [
        { name: 'Submodel', value: 'GL' },
        { name: 'Drive', value: 'a=b' },
        { name: 'Doors', value: '4' },
      ],
    }
    const rows = [1999, 2000].map(year => ({ ...row, ...content, fits: false, vehicle: vehicle(year, '2.0') }))
    expect(recordOf({ ...cells, fits: 'does not fit', record: '77' }).rows).toEqual(
      rows.map(row => ({ ...row, record: '77' })),
    )
    const unsaid = { position: null, quantity: null, partType: null, notes: [], conditions: [] }
    expect(recordOf({ ...fits, year: '1999', record: '' }).rows).toEqual([
      { ...row, ...unsaid, fits: true, vehicle: vehicle(1999) },
    ])
  })

  it.each([
    [{ year: '1999-2001' }, [1999, 2000, 2001]],
    [{ year: '1886' }, [1886]],
    [{ year: '2100' }, [2100]],
    [{ year_from: '1999', year_to: '2000' }, [1999, 2000]],
    [{ year_from: '1999', year_to: '' }, [1999]],
    [{ year: '1886-2005' }, Array.from({ length: 120 }, (_, more) => 1886 + more)],
    [{ year: '2100-2100' }, [2100]],
  ])('of %j is of these years', (years, each) => {
    expect(recordOf({ ...fits, ...years }).rows).toMatchObject(each.map(year => ({ vehicle: vehicle(year) })))
  })

  it.each([
    ['yes Y true 1 FITS', true],
    ['no N false 0', false],
  ])('takes any of %s', (words, isUniversal) => {
    for (const universal of words.split(' '))
      expect(recordOf({ part_number: 'A-1', universal }).rows).toMatchObject([{ universal: isUniversal }])
  })

  it('may have empty cells beyond its columns, and fewer cells than those', () => {
    expect(problemsOf({ part_number: 'A-1', name: 'x' }, '', ' ')).toEqual([])
    expect(recordBelow(['part_number', 'name'], ['A-1']).rows).toHaveLength(1)
    expect(problemsOf({ part_number: 'A-1', name: 'x' }, '', 'lost')).toEqual(['null: row-length 4'])
  })
})

describe('what is wrong with a record', () => {
  const part = (cells: Record<string, string>) => ({ part_number: 'A-1', ...cells })
  const number = (cells: Record<string, string>) => part({ kind: 'oem', number: 'X', ...cells })
  const applied = (cells: Record<string, string>) => ({ ...fits, ...cells })
  const long = (length: number) => 'x'.repeat(length)

  it.each([
    [part({ part_number: '', name: 'x' }), ['part_number: value-missing']],
    [part({ name: long(120) }), []],
    [part({ name: long(121) }), [`name: value-too-long ${long(121)}`]],
    [part({ description: long(4001) }), [`description: value-too-long ${long(400)}`]],
    [part({ price: '' }), ['price: value-missing']],
    [part({ price: '0' }), ['price: price-malformed 0']],
    [part({ price: '2.31', price_per: '100' }), ['price: price-of-one-lost 2.31 / 100']],
    [part({ price: '12.34', price_per: '100' }), []],
    [part({ price: '0.30', price_per: '100' }), ['price: price-of-one-lost 0.30 / 100']],
    [part({ price: '1.0055' }), ['price: too-many-decimals 1.0055']],
    [part({ quantity: '-1' }), ['quantity: number-expected -1']],
    [part({ quantity: '2147483647' }), []],
    [part({ quantity: '2147483648' }), ['quantity: number-expected 2147483648']],
    [part({ quantity: '' }), ['quantity: value-missing']],
    [part({ minimum: '0' }), ['minimum: number-expected 0']],
    [part({ minimum: '5x' }), ['minimum: number-expected 5x']],
    [part({ universal: 'perhaps' }), ['universal: choice-unknown perhaps']],
    [part({ tags: long(40) }), []],
    [part({ tags: `a;${long(41)}` }), [`tags: value-too-long a;${long(41)}`]],
    [part({ tags: 'abcdefghijkl'.split('').join('|') }), []],
    [part({ tags: 'abcdefghijklm'.split('').join(';') }), ['tags: value-too-long a;b;c;d;e;f;g;h;i;j;k;l;m']],
    [number({ kind: '' }), ['kind: value-missing']],
    [number({ kind: 'alias' }), ['kind: choice-unknown alias']],
    [number({ kind: 'gtin', number: '4006381333932' }), ['number: gtin-wrong 4006381333932']],
    [number({ kind: 'supersedes', number_brand: 'B' }), ['number_brand: replaces-other-brand B']],
    [applied({ year: '' }), ['year: value-missing']],
    [applied({ year: '99' }), ['year: year-implausible 99']],
    [applied({ year: '19999' }), ['year: year-implausible 19999']],
    [applied({ year: '1885' }), ['year: year-implausible 1885']],
    [applied({ year_from: '', year_to: '2101' }), ['year_to: year-implausible 2101']],
    [applied({ year_from: '', year_to: '2001' }), ['year: value-missing']],
    [applied({ year: '1885-1900' }), ['year: year-implausible 1885–1900']],
    [applied({ year: '2099-2101' }), ['year: year-implausible 2099–2101']],
    [applied({ year: '1886-2006' }), ['year: year-implausible 1886–2006']],
    [applied({ year: '2001-1999' }), ['year: years-reversed 2001–1999']],
    [applied({ year: '1999 to 2001' }), ['year: year-implausible 1999 to 2001']],
    [applied({ year: '1999', quantity: '1000' }), ['quantity: number-expected 1000']],
    [
      applied({ year: '1999', conditions: 'Drive; =4; a=' }),
      ['Drive', '=4', 'a='].map(value => `conditions: condition-malformed ${value}`),
    ],
  ])('%# is told once, with field and value', (cells, problems) => expect(problemsOf(cells)).toEqual(problems))
})

describe('the names of columns', () => {
  it('are read in any case and with blanks or hyphens in them, and by their other names', () => {
    const head = readHead([' Part  No ', 'AVAILABLE-QUANTITY', '', 'Colour', ''], 1)
    expect(head).toEqual({
      kind: 'parts',
      columns: ['part_number', 'stock', undefined, undefined, undefined],
      ignored: ['Colour'],
    })
  })

  it.each([
    [['part_number', 'Price', 'price'], { code: 'column-twice', line: 3, value: 'price' }],
    [['external_id', 'year'], { code: 'head-unknown', line: 3, value: 'external_id, year' }],
    [['part_number', 'make', 'model', 'year_from'], { code: 'head-unknown', line: 3 }],
  ])('%j cannot be read', (cells, problem) => {
    expect(() => readHead(cells, 3)).toThrow(expect.objectContaining({ problem: expect.objectContaining(problem) }))
  })

  it.each([
    [['part_number', 'quantity'], 'stock'],
    [['part_number', 'quantity', 'name'], 'parts'],
    [['part_number', 'price', 'name'], 'parts'],
    [['part_number', 'price', 'brand'], 'prices'],
  ])('%j make it a file of %s', (cells, kind) => expect(readHead(cells, 1)?.kind).toBe(kind))
})

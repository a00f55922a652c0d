import { expect, it } from 'vitest'
import { type Row, copyLine, emptyPart, unit, vehicleByName, vehicleByNumber } from './rows.rules.ts'

const at = { line: 2, record: null, action: 'put', brand: 'Acme', part: 'A-1' } as const

/** As PostgreSQL reads COPY's text format: its documentation, "Text Format". */
it.each<[Row, string]>([
  [
    {
      ...at,
      kind: 'fitment',
      vehicle: vehicleByNumber('vcdb', '5'),
      fits: true,
      position: 'Front',
      quantity: 2,
      conditions: [{ name: 'Drive', value: '4"' }],
      notes: ['a, "b"', 'c\\d'],
      partType: null,
      label: '',
    },
    `put|Acme|A-1|vcdb${unit}5|t|Front|2|[{"name":"Drive","value":"4\\\\""}]|{"a, \\\\"b\\\\"","c\\\\\\\\d"}|\\N|`,
  ],
  [
    {
      ...at,
      kind: 'fitment',
      vehicle: vehicleByName({ year: 1999, make: 'Volvo', model: '240' }),
      fits: false,
      position: null,
      quantity: null,
      conditions: [],
      notes: [],
      partType: 'Disc',
      label: null,
    },
    `put|Acme|A-1|${unit}1999${unit}Volvo${unit}240${unit}|f|\\N|\\N|\\N|\\N|Disc|\\N`,
  ],
  [
    {
      ...emptyPart,
      ...at,
      name: 'two\nlines\tand\r a \\',
      description: null,
      category: null,
      price: 0,
      stock: 7,
      minimum: null,
      unit: 'box 10',
      multiple: 5,
      weight: 1250,
      low_stock_level: 0,
      tax_class: 'reduced',
      attributes: [
        {
          slug: 'width',
          unit: 'mm',
          column: 'attribute:Width (mm)',
          typed: '"',
          text: '"',
          number: null,
          yes: null,
          choice: 'tool',
          look: 'other',
        },
      ],
      tags: ['x'],
      universal: true,
      pictures: [{ key: '0a', alt: null }],
    },
    'put|Acme|A-1|two\\nlines\\tand\\r a \\\\|\\N|0|\\N|5|box 10|1250|0|reduced|["x"]|t|\\N|\\N|\\N|\\N|7|[{"slug":"width","unit":"mm","column":"attribute:Width (mm)","typed":"\\\\"","text":"\\\\"","number":null,"yes":null,"choice":"tool","look":"other"}]|[{"key":"0a","alt":null}]|f',
  ],
  [
    { ...at, kind: 'number', action: 'delete', numberKind: 'oem', value: 'X', numberBrand: 'BMW', note: null },
    'delete|Acme|A-1|oem|X|BMW|\\N',
  ],
  [
    {
      kind: 'vehicle',
      line: 2,
      record: null,
      system: 'vcdb',
      externalId: '5',
      year: 1999,
      make: 'Volvo',
      model: '240',
    },
    'vcdb|5|1999|Volvo|240',
  ],
])('%# is one line for COPY, each cell as it was', (row, cells) => {
  expect(copyLine(0, { ...row, record: '9' })).toBe(`${['0', '2', '9', ...cells.split('|')].join('\t')}\n`)
})

it('a vehicle by its names has its engine, where one is said', () => {
  const named = { year: 1999, make: 'Volvo', model: '240' }
  expect(vehicleByName({ ...named, engine: '2.0' })).toBe(['', 1999, 'Volvo', '240', '2.0'].join(unit))
  expect(vehicleByName({ ...named, engine: null })).toBe(vehicleByName(named))
})

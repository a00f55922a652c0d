import { describe, expect, it } from 'vitest'
import { read } from '#test/files/read'
import { csvLine } from '#kernel/tables/written-files'
import { shortGtin } from '../../finder/numbers/gs1.rules.ts'
import { readGtin } from './gtin.rules.ts'

const readCells = async (heads: string[], cells: string[]) => {
  const { rows, problems } = await read(
    `${csvLine(['brand', 'part_number', ...heads])}${csvLine(['Acme', 'A-1', ...cells])}`,
  )
  return {
    parts: rows.flatMap(row => (row.kind === 'part' ? [`${row.part} ${row.name} ${row.price}`] : [])),
    numbers: rows.flatMap(row => (row.kind === 'number' ? [`${row.part} ${row.numberKind} ${row.value}`] : [])),
    problems: problems.map(({ field, code, value }) => `${field} ${code} ${value}`),
  }
}

describe('the columns of numbers in a list of parts', () => {
  it.each([
    ['gtin', '4006381333931', ['A-1 gtin 04006381333931']],
    ['oem', '52540-88795/52540-88796', ['A-1 oem 52540-88795', 'A-1 oem 52540-88796']],
    ['oem', '471/10', ['A-1 oem 471/10']],
    ['oem', '5K0 583 365 B、5K0 583 366 B', ['A-1 oem 5K0 583 365 B', 'A-1 oem 5K0 583 366 B']],
    ['gtin', '4006381333931;96385074', ['A-1 gtin 04006381333931', 'A-1 gtin 00000096385074']],
    ['gtin', '04252614', ['A-1 gtin 00042100005264']],
    ['gtin', '(01)04006381333931(10)A7; 96385074', ['A-1 gtin 04006381333931', 'A-1 gtin 00000096385074']],
    ['gtin', ']C10104006381333931', ['A-1 gtin 04006381333931']],
    ['oem', '04465-02220; 04465-02230', ['A-1 oem 04465-02220', 'A-1 oem 04465-02230']],
    ['oem', '1K0 615 301|\n 5Q0/615', ['A-1 oem 1K0 615 301', 'A-1 oem 5Q0/615']],
    ['oem', '7703001456, 8200600199', ['A-1 oem 7703001456', 'A-1 oem 8200600199']],
    ['oem', '06A 115 561 A / 100 180 00 09', ['A-1 oem 06A 115 561 A', 'A-1 oem 100 180 00 09']],
    ['oem', '77 00 000 123 - 82 00 000 321', ['A-1 oem 77 00 000 123', 'A-1 oem 82 00 000 321']],
    ['oem', '03L 145 933 - A', ['A-1 oem 03L 145 933 - A']],
    ['oem', '0 986 - 494 096', ['A-1 oem 0 986 - 494 096']],
    ['oem', '03L 145 933 A\\ 038000', ['A-1 oem 03L 145 933 A', 'A-1 oem 038000']],
    ['oem', '77 00 - 123/4', ['A-1 oem 77 00 - 123/4']],
    ['oem', ' ; ', []],
    ['cross_reference', "MX 889-A;'0451103", ['A-1 interchange MX 889-A', 'A-1 interchange 0451103']],
    ['successor', 'A-2', ['A-2 supersedes A-1']],
  ])('%s reads %j', async (head, cell, numbers) => {
    expect(await readCells(['name', head], ['Disc', cell])).toMatchObject({ numbers, problems: [] })
  })

  it.each([
    ['oem', '04465-02220;#N/A', 'oem cell-error #N/A'],
    ['oem', '04465; 04-Mar', 'oem number-became-date 04-Mar'],
    ['cross_reference', '9'.repeat(61), `cross_reference value-too-long ${'9'.repeat(61)}`],
    ['successor', 'A-2; A-3', 'successor successor-several A-2; A-3'],
    ['list_price', '-3', 'list_price price-malformed -3'],
    ['weight', 'heavy', 'weight weight-malformed heavy'],
  ])('of a row with %s %j takes nothing, and says why', async (head, cell, problem) => {
    expect(await readCells(['name', head], ['Disc', cell])).toEqual({ parts: [], numbers: [], problems: [problem] })
  })

  it('may stand twice, as a list has a column for each of its numbers', async () => {
    const read = await readCells(
      ['name', 'EAN', 'UPC', 'OE-Nummer', 'OEM'],
      ['Disc', '4006381333931', '96385074', '1', '2'],
    )
    expect(read).toMatchObject({
      numbers: ['A-1 gtin 04006381333931', 'A-1 gtin 00000096385074', 'A-1 oem 1', 'A-1 oem 2'],
      problems: [],
    })
  })
})

describe('a cell that harms neither money nor stock nor identity', () => {
  it.each([
    ['gtin', '4006381333932', 'gtin gtin-left-out 4006381333932'],
    ['gtin', '400638133393', 'gtin gtin-left-out 400638133393'],
    ['gtin', '00000000', 'gtin gtin-left-out 00000000'],
    ['gtin', 'on request', 'gtin gtin-left-out on request'],
    ['gtin', '4.00638E+12', 'gtin gtin-left-out 4.00638E+12'],
    ['gtin', '#N/A', 'gtin gtin-left-out #N/A'],
    ['gtin', '1'.repeat(5000), `gtin gtin-left-out ${'1'.repeat(400)}`],
    ['country_of_origin', 'Korea', 'country_of_origin country-left-out Korea'],
    ['country_of_origin', 'x'.repeat(401), `country_of_origin country-left-out ${'x'.repeat(400)}`],
    ['customs_code', '12345', 'customs_code customs-code-left-out 12345'],
    ['customs_code', '870830.1', 'customs_code customs-code-left-out 870830.1'],
    ['customs_code', '8.70830E+09', 'customs_code customs-code-left-out 8.70830E+09'],
    ['description', '#REF!', 'description cell-error-left-out #REF!'],
    ['attribute:Thread (mm)', '#DIV/0!', 'attribute:Thread (mm) cell-error-left-out #DIV/0!'],
  ])('%s (%#) is left out and told, and the row goes in', async (head, cell, problem) => {
    const { parts, numbers, problems } = await readCells(['name', 'price', head], ['Disc', '3.00', cell])
    expect(parts).toEqual(['A-1 Disc 300'])
    expect(numbers.filter(number => !number.endsWith(' '))).toEqual([])
    expect(problems).toEqual([problem])
  })

  it('has the zero again that a spreadsheet takes off a UPC, and tells it; other digits are none', async () => {
    const read = (cell: string) => readCells(['name', 'price', 'UPC'], ['Disc', '3.00', cell])
    expect(await read('12345678905')).toMatchObject({
      numbers: ['A-1 gtin 00012345678905'],
      problems: ['gtin gtin-zero 12345678905'],
    })
    expect(await read('3412000118')).toMatchObject({ numbers: ['A-1 gtin 00003412000118'] })
    expect(await read('412000117')).toMatchObject({
      numbers: ['A-1 gtin 00000412000117'],
      problems: ['gtin gtin-zero 412000117'],
    })
    // A short UPC begins with a zero.
    expect(await read('4252614')).toMatchObject({
      numbers: ['A-1 gtin 00042100005264'],
      problems: ['gtin gtin-zero 4252614'],
    })
    expect(await read('12345678906')).toMatchObject({ problems: ['gtin gtin-left-out 12345678906'] })
    expect(await read('1234567890')).toMatchObject({ problems: ['gtin gtin-left-out 1234567890'] })
  })

  it('is left out of several by itself', async () => {
    const { numbers, problems } = await readCells(['name', 'gtin', 'EAN'], ['Disc', '4006381333931;400638133393', '1'])
    expect(numbers.filter(number => !number.endsWith(' '))).toEqual(['A-1 gtin 04006381333931'])
    expect(problems).toEqual(['gtin gtin-left-out 400638133393', 'gtin 2 gtin-left-out 1'])
  })

  it.each(['name', 'brand', 'category', 'tags'])(
    'is none in the column %s, where an error refuses the row',
    async head => {
      const { rows, problems } = await read(
        `${csvLine(['part_number', 'price', head])}${csvLine(['A-1', '3.00', '#N/A'])}`,
      )
      expect(rows).toEqual([])
      expect(problems).toMatchObject([{ field: head, code: 'cell-error', value: '#N/A' }])
    },
  )

  it('may be a day in a name, a description or an attribute', async () => {
    const heads = ['name', 'price', 'description', 'attribute:Series']
    const { parts, problems } = await readCells(heads, ['04-Mar', '3.00', '05-Apr', '06-May'])
    expect(parts).toEqual(['A-1 04-Mar 300'])
    expect(problems).toEqual([])
  })

  it('of a row that another cell refuses is told with it, as what it is', async () => {
    const read = await readCells(['name', 'price', 'gtin'], ['Disc', '0', '4006381333932'])
    expect(read).toEqual({
      parts: [],
      numbers: [],
      problems: ['price price-malformed 0', 'gtin gtin-wrong 4006381333932'],
    })
  })
})

it.each([
  ['DE', 'DE'],
  ['pl', 'PL'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['España', 'ES'],
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['USA', 'US'],
  ['The Netherlands', 'NL'],
  ['Türkei', 'TR'],
])('the country of origin %s is %s', async (cell, country_of_origin) => {
  const { rows } = await read(`part_number,name,country_of_origin\nA-1,Disc,${cell}\n`)
  expect(rows).toMatchObject([{ country_of_origin }])
})

it('customs codes lose blanks and points', async () => {
  const { rows } = await read('part_number,name,customs_code\nA-1,Disc,8708.30 91\nA-2,Disc,87083010990\n')
  expect(rows).toMatchObject([{ customs_code: '87083091' }, { customs_code: '87083010990' }])
})

it.each([
  ['4006381333931', '4006381333931'],
  ['036000291452', '036000291452'],
  ['0036000291452', '036000291452'],
  ['96385074', '96385074'],
  ['10614141000415', '10614141000415'],
])('the GTIN %s is shown as %s', (typed, shown) => {
  expect(shortGtin(readGtin(typed) ?? '')).toBe(shown)
})

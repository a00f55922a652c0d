import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnNames } from './column-names.ts'
import { RowReader, separatorOf } from './records.ts'
import { RowsRead, ShapeSearch } from './table.ts'
import { tableForm } from './table-form.ts'
import { TableRefused } from './table-problem.ts'

const form = tableForm({
  columns: {
    part_number: { names: columnNames.partNumber, kind: 'number' },
    name: { names: columnNames.name, kind: 'text' },
    price: { names: columnNames.price, kind: 'amount' },
    stock: { names: columnNames.stock, kind: 'whole' },
  },
  needed: ['part_number', 'price'],
  names: '',
  money: { locale: 'en', currency: 'eur', decimals: 2 },
})

/** What each row of a file says of a part without the marks in it, and what is wrong with it. */
function read(text: string) {
  const reader = new RowReader(separatorOf(text))
  const rows = [...reader.read(text), ...reader.end()]
  const search = new ShapeSearch(form)
  for (const row of rows) search.see(row)
  const reading = new RowsRead(form, search.result())
  return rows
    .flatMap(row => reading.read(row) ?? [])
    .map(({ values, problems, isBeside }) => {
      const cells = (['part_number', 'price', 'stock'] as const).map(name => values.get(name) ?? '')
      return { text: cells.join(' ').replaceAll('"', ''), faults: problems.map(({ fault }) => fault), isBeside }
    })
}

test.each([
  // The marks of two cells in one line.
  ['A1,"Hose,1/2",12.50,4', 'cells-in-cell'],
  ['A1,Hose,"1/2,12.50,4"', 'cells-in-cell'],
  // A cell that ends within the row below, the rest of which is empty.
  ['A1,Hose,1/2,"12.50,\nA2,Hose",,,', 'rows-in-cell'],
  // Behind a cell that may have several lines.
  ['A1,"Hose\nblue","1/2,12.50,4\nA2,Hose,3/4",12.50,4', 'rows-in-cell'],
  ['A1,"Hose, blue",1/2,12.50,4', undefined],
  ['A1,"Hose,blue",1/2,12.50,', undefined],
  ['A1, "Hose, blue", "1/2", 12.50, 4', undefined],
])('%j: %s', (row, fault) => {
  const [first, ...others] = read(`part_number,name,size,price,stock\n${row}\nB1,Hose,3/8,2.50,1\nB2,Hose,3/8,2.50,1\n`)
  expect(first?.faults[0]).toBe(fault)
  if (fault === undefined) expect(first?.text).toMatch(/^A1 12.50 4?$/)
  expect(others.map(({ text, faults }) => [text, faults])).toEqual([
    ['B1 2.50 1', []],
    ['B2 2.50 1', []],
  ])
})

test('a list whose rows are short has such a cell as it stands there', () => {
  expect(read('part_number,name,price,stock\nA1,"Hose,blue",2.50\nB1,Hose,2.50\nB2,Hose,2.50\n')[0]?.faults).toEqual([])
})

/** Undefined where the whole file is refused, in a sentence. */
function readOrRefuse(text: string) {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof TableRefused) return undefined
    throw error
  }
}

const heads = [
  'part_number,name,price,stock',
  'name,part_number,price',
  'price,part_number,name,stock,remark',
  'part_number,price',
]

test('wherever marks get into a list, each of its rows is read as it was, or told', () => {
  const place = fc.record({ row: fc.nat(3), column: fc.nat(4), at: fc.constantFrom(0, 1, 2, 99) })
  const list = fc.record({
    head: fc.constantFrom(...heads),
    separator: fc.constantFrom(',', ';', '\t'),
    marks: fc.array(place, { minLength: 1, maxLength: 4 }),
    hasRemarks: fc.boolean(),
  })
  fc.assert(
    fc.property(list, ({ head, separator, marks, hasRemarks }) => {
      const names = head.split(',')
      const cellOf = (name: string, row: number) =>
        new Map([
          ['part_number', `A${row}7`],
          ['price', `${row + 1}3.50`],
          ['stock', `${row + 1}02`],
          ['remark', hasRemarks ? `note${row}` : ''],
        ]).get(name) ?? `${name}${row}`
      const rows = [0, 1, 2, 3].map(row => names.map(name => cellOf(name, row)))
      const sound = [names, ...rows].map(cells => cells.join(separator)).join('\n')
      const expected = read(`${sound}\n`).map(({ text }) => text)
      for (const { row, column, at } of marks) {
        const cells = rows[row] ?? []
        const cell = cells[column % cells.length] ?? ''
        cells[column % cells.length] = `${cell.slice(0, at)}"${cell.slice(at)}`
      }
      const results = readOrRefuse(`${[names, ...rows].map(cells => cells.join(separator)).join('\n')}\n`)
      if (!results) return
      const taken = results.filter(({ faults, isBeside }) => faults.length === 0 && !isBeside)
      expect(expected).toEqual(expect.arrayContaining(taken.map(({ text }) => text)))
      if (results.every(({ faults }) => faults.length === 0)) expect(taken).toHaveLength(expected.length)
    }),
    { numRuns: 2000 },
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TypedRow, readPaste } from './paste.ts'

const rowsOf = (text: string) => readPaste(text).rows.map(({ number, quantity, brand }) => [number, quantity, brand])

describe('a paste', () => {
  it.each<[string, string, string[][]]>([
    [
      'two columns of a spreadsheet',
      'BM-88\t4\r\nTF 35\t12\r\n',
      [
        ['BM-88', '4', ''],
        ['TF 35', '12', ''],
      ],
    ],
    [
      'numbers alone',
      'BM-88\nTF-35',
      [
        ['BM-88', '', ''],
        ['TF-35', '', ''],
      ],
    ],
    [
      'quantities first',
      '4;BM-88\n12;TF-35',
      [
        ['BM-88', '4', ''],
        ['TF-35', '12', ''],
      ],
    ],
    [
      'figures alone',
      '713,4\n714,1000',
      [
        ['713', '4', ''],
        ['714', '1000', ''],
      ],
    ],
    [
      'figures alone, plainly the other way round',
      '4,0986478567\n12,986478568',
      [
        ['0986478567', '4', ''],
        ['986478568', '12', ''],
      ],
    ],
    [
      'line numbers and prices',
      '1\tBM-88\tPads\t4\t12.50\n2\tTF-35\tFilter\t6\t3.00',
      [
        ['BM-88', '4', ''],
        ['TF-35', '6', ''],
      ],
    ],
    [
      'a head in another order',
      'Qty,Description,Part No.,Brand\n4,Pads,BM-88,Brakemont',
      [['BM-88', '4', 'Brakemont']],
    ],
    ['a head whose surest name counts', 'Item;Part number;Quantity\n1;BM-88;4', [['BM-88', '4', '']]],
    ['quotation marks', '"6"" hose, long";"1,000"', [['6" hose, long', '1,000', '']]],
    [
      'a mark that is part of a number',
      '6" hose-1\t2\nA"B\t3',
      [
        ['6" hose-1', '2', ''],
        ['A"B', '3', ''],
      ],
    ],
    [
      'a mark that nobody closes',
      '"BM-88\t4\nTF-35\t5',
      [
        ['"BM-88', '4', ''],
        ['TF-35', '5', ''],
      ],
    ],
    [
      'marks of a text',
      '="0986"\t"4"\n\'0987\t5',
      [
        ['0986', '4', ''],
        ['0987', '5', ''],
      ],
    ],
    [
      'inch signs over lines',
      'Part\tText\tQty\nBM-88\t"6 hose\t4\nTF-35\t7"\t5\nTF-36\t8"\t6',
      [
        ['BM-88', '4', ''],
        ['TF-35', '5', ''],
        ['TF-36', '6', ''],
      ],
    ],
    ['a line break within a cell', '"BM\n88"\t4', [['BM 88', '4', '']]],
    ['blank lines and cells', '\n\nBM-88\t4\n\t\n  \n', [['BM-88', '4', '']]],
    [
      'a row that is short',
      'Part,Qty\nBM-88\n,4',
      [
        ['BM-88', '', ''],
        ['', '4', ''],
      ],
    ],
    ['nothing', ' \n', []],
  ])('%s', (_, text, rows) => expect(rowsOf(text)).toEqual(rows))

  it('takes a bare comma within a quantity for no quantity', () => {
    expect(rowsOf('BM-88,1,000\nTF-35,2')).toEqual([
      ['BM-88', '1 or 1,000', ''],
      ['TF-35', '2', ''],
    ])
    expect(rowsOf('BM-88,1,000\nTotal,1,001\nBM-89,2')).toEqual([
      ['BM-88', '1 or 1,000', ''],
      ['Total', '1 or 1,001', ''],
      ['BM-89', '2', ''],
    ])
    expect(rowsOf('Part,Qty,Name\nBM-88,1,000,Pads\nTF-35,200,300')).toEqual([
      ['BM-88', '1 or 1,000', ''],
      ['TF-35', '200', ''],
    ])
    expect(rowsOf('Part,Name,Price,Qty\nBM-88,Pads, front,12,4')).toEqual([['BM-88', '12 or 4', '']])
  })

  it('says which columns it took', () => {
    expect(readPaste('x1;4').columns).toEqual({ number: 0, quantity: 1, brand: undefined, isNamed: false })
    expect(readPaste('Brand;Qty;EAN\nA;1;x').columns).toEqual({ number: 2, quantity: 1, brand: 0, isNamed: true })
  })
})

/** As a spreadsheet or a person writes it: marks around what needs them, twice within. */
const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('\n') || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell

const oneOf = (signs: string) => fc.constantFrom(...Array.from(signs))
/** A letter first and a figure last: a number, whatever stands between. */
const numberWith = (signs: string) =>
  fc
    .tuple(oneOf('ABCXYZ'), fc.array(oneOf(`AB01289-./ "#\t${signs}`), { maxLength: 12 }), oneOf('0123456789'))
    .map(([first, middle, last]) => `${first}${middle.join('')}${last}`.replaceAll(/\s+/g, ' '))
const good = fc.constantFrom('1', '4', '12', '250', '1,000', '1 000', '2.00', '99999')
const any = fc.oneof(good, fc.constantFrom('', '-3', '0', '2.5', 'two', '4 pcs', '123456789012'))
const brand = fc.constantFrom('', 'Brakemont', 'Halden & Sons', 'A, B; C')

const shape = fc.record({
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
  separator: fc.constantFrom('\t', ';', ','),
  end: fc.constantFrom('\n', '\r\n'),
  blankLines: fc.boolean(),
})
type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never

function written(rows: readonly string[][], { order, separator, end, blankLines }: Shape): string {
  return rows
    .map(cells => order.map(at => quoted(cells[at] ?? '', separator)).join(separator))
    .flatMap(line => (blankLines ? ['', line, separator] : [line]))
    .join(end)
}

const cellsOf = ({ number, quantity, brand }: TypedRow) => [number, quantity, brand]

describe('any paste', () => {
  it('with a head has each of its rows once, in its order, each cell as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ number: numberWith(',;'), quantity: any, brand })), shape, (rows, shape) => {
        const text = written([['Part No.', 'Qty', 'Brand'], ...rows.map(cellsOf)], shape)
        expect(readPaste(text).rows).toEqual(rows)
      }),
      { numRuns: 500 },
    )
  })

  it('without a head has each of its rows once, where most quantities are some', () => {
    // Whether `A;1,2` is two cells by one sign or by the other, a head says and nothing else.
    const half = fc.array(fc.record({ number: numberWith(','), quantity: any, brand: fc.constant('') }), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(half, good, shape, (some, sure, { order, ...shape }) => {
        const rows = some.flatMap(row => [row, { ...row, quantity: sure }, { ...row, quantity: sure }])
        const text = written(rows.map(cellsOf), { ...shape, order: order.filter(at => at < 2) })
        expect(readPaste(text).rows).toEqual(rows)
      }),
      { numRuns: 500 },
    )
  })

  it('is never too odd to be read, and no row comes from nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'A', '1', ' ', '=', "'") }),
        text => {
          const { rows, columns } = readPaste(text)
          const lines = text.split(/[\n\r]/).filter(line => /\S/.test(line))
          expect(rows.length + (columns.isNamed ? 1 : 0)).toBeLessThanOrEqual(lines.length)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

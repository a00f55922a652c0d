import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowReader, type TableRow, separatorOf } from './records.ts'

function read(text: string, separator = ',', size = text.length || 1): TableRow[] {
  const reader = new RowReader(separator)
  const rows: TableRow[] = []
  for (let at = 0; at < text.length; at += size) rows.push(...reader.read(text.slice(at, at + size)))
  return [...rows, ...reader.end()]
}
const cells = (text: string, separator?: string) => read(text, separator).map(row => row.cells)

describe('Rows of separated text', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['"a ""b""",c\n', [['a "b"', 'c']]],
    ['"two\nlines",c\n', [['two\nlines', 'c']]],
    // A mark within a cell, or without its twin, belongs to it.
    ['6" hose,1\n', [['6" hose', '1']]],
    [
      '"6 hose,1\n"7 hose,2\n',
      [
        ['"6 hose', '1'],
        ['"7 hose', '2'],
      ],
    ],
    ['"1/2" socket",4\n', [['"1/2" socket"', '4']]],
    ['sep=;\na;b\n', [['a', 'b']]],
  ])('%j', (text, expected) => {
    expect(cells(text, text.startsWith('sep') ? ';' : ',')).toEqual(expected)
  })

  test('tells of separators within a cell as the file writes its own', () => {
    const swallowed = (text: string) => read(text).find(row => row.swallowed)?.swallowed?.separators
    expect(swallowed('a,b,c\n"6 hose, x, 1\n7", y, 2\n')).toBe(0)
    expect(swallowed('a, b, c\n"6 hose, x, 1\n7", y, 2\n')).toBe(2)
    expect(swallowed('Our list, of May\na,b,c\n"two\nlines, and, more",x,1\n')).toBe(0)
  })

  test('each row says on which line it begins and ends, behind a quoted line break, too', () => {
    const rows = read('a,b\n\n"x\r\ny",1\nlast,2')
    expect(rows.map(({ line, lastLine, cells }) => [line, lastLine, cells[1]])).toEqual([
      [1, 1, 'b'],
      [3, 4, '1'],
      [5, 5, '2'],
    ])
  })

  test('a cell that runs over the separators of a row is told with its lines', () => {
    const [, row] = read('part,name,price\nA1,"6 hose,3.20\nA2,Hose 3",4.20\nA3,Pipe,1\n')
    expect(row?.swallowed).toEqual({ from: 2, to: 3, separators: 2 })
  })

  test('a file that ends within a row or a quoted cell says so', () => {
    expect(read('a,b\n1,2\n').at(-1)?.unended).toBeUndefined()
    expect(read('a,b\n1,2').at(-1)?.unended).toBe('row')
    expect(read('a,b\n1,"Brake pa').at(-1)?.unended).toBe('mark')
  })

  test('what is written is read, in pieces of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r\n', ' ', 'ß') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (table, size) => {
        const text =
          table.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n') + '\r\n'
        expect(read(text, ',', size).map(row => row.cells)).toEqual(
          table.filter(row => row.some(cell => cell.trim() !== '')),
        )
      }),
    )
  })

  test('any text is read, and the same in pieces', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' '), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (text, size) => {
        expect(read(text, ',', size)).toEqual(read(text))
      }),
    )
  })

  test('marks without a twin do not make reading slow', () => {
    const started = performance.now()
    expect(read(Array.from({ length: 20_000 }, (_, n) => `"${n} hose,1,2`).join('\n'))).toHaveLength(20_000)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

test.each([
  [
    'Codice\tListino\tCod. orig.\tNetto\nA1\t935,16\t"507\n508"\t623,44\nA2\t2,68\t"509\n510"\t1,79\nA3\t1,10\t\t0,90\n',
    '\t',
  ],
  ['a;b;c\n1;2,50;3\n4;5,75;6\n', ';'],
  ['a,b,c\n1,2,3\n', ','],
  ['a\tb\n1,5\t2\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['sep=|\na;b\n', '|'],
  ['"a;b",c\n"d;e",f\n', ','],
  ['part_number\n4711\n', ','],
  ['Price list 2026\n\npart;price\nA;1,50\nB;2,50\n', ';'],
])('the separator of %j is %j', (start, separator) => {
  expect(separatorOf(start)).toBe(separator)
})

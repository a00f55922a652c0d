import { describe, expect, test } from 'vitest'
import { columnNames } from './column-names.ts'
import type { DecimalSign } from './decimals.ts'
import { RowReader, separatorOf } from './records.ts'
import { RowsRead, ShapeSearch } from './table.ts'
import { tableForm } from './table-form.ts'
import { TableRefused, rowSentence } from './table-problem.ts'

const formIn = (currency: string, decimals: number, locale = 'en') =>
  tableForm({
    columns: {
      part_number: { names: columnNames.partNumber, kind: 'number' },
      name: { names: columnNames.name, kind: 'text' },
      price: { names: columnNames.price, kind: 'amount' },
      weight: { names: columnNames.weight, kind: 'measure' },
      stock: { names: columnNames.stock, kind: 'whole' },
    },
    needed: ['part_number', 'price'],
    names: 'part_number and price are needed.',
    money: { locale, currency, decimals },
  })
const euros = formIn('eur', 2)

function read(text: string, { form = euros, sign }: { form?: typeof euros; sign?: DecimalSign } = {}) {
  const reader = new RowReader(separatorOf(text))
  const rows = [...reader.read(text), ...reader.end()]
  const search = new ShapeSearch(form)
  for (const row of rows) search.see(row)
  const shape = search.result(sign)
  const reading = new RowsRead(form, shape)
  return { shape, rows: rows.flatMap(row => reading.read(row) ?? []) }
}
const pricesOf = (text: string, options?: Parameters<typeof read>[1]) =>
  read(text, options).rows.map(({ values, problems }) => problems[0]?.fault ?? values.get('price'))
const fault = (text: string, options?: Parameters<typeof read>[1]) => {
  try {
    read(text, options)
    return undefined
  } catch (error) {
    if (error instanceof TableRefused) return error.fault
    throw error
  }
}

describe('A column of amounts says its decimal sign as a whole', () => {
  test.each([
    ['12.50 1,234.50 1,500', ['12.50', '1234.50', '1500']],
    ['12,50 1.234,50 1.500', ['12.50', '1234.50', '1500']],
    ['12 1.234.567 1.500,00', ['12', '1234567', '1500.00']],
    ['€12.50 12.50€ EUR_3 -4', ['12.50', '12.50', '3', '-4']],
    ['1_234,50 12,-', ['1234.50', '12']],
    ["1'234.50 2", ['1234.50', '2']],
    ['12.5000 3.0000', ['12.50', '3.00']],
    ['12.505 3.00', ['too-many-decimals', '3.00']],
    ['12.50 1.500', ['12.50', 'amount-unclear']],
    ['0.500 1.500', ['0.50', '1.50']],
    ['.50 €.75 12.00 1.500', ['0.50', '0.75', '12.00', 'amount-unclear']],
    ['.500 1.500', ['0.50', '1.50']],
    [',50 .50', ['0.50', '0.50']],
    // Some rows by the one sign and some by the other: each by its own, and none where it has two.
    ['12.50 12,50 1.500', ['12.50', '12.50', 'amount-unclear']],
    ['$5.00 5.00 EUR_5.00', ['row-currency', '5.00', '5.00']],
    ['5_CHF 5_each', ['row-currency', '5 each']],
    ['12,5x 5,00', ['12,5x', '5.00']],
    ['12.5 5,00 3,00', ['12.5', '5.00', '3.00']],
    ['#N/A 5.00', ['cell-error', '5.00']],
    ['12.50 3,5', ['12.50', 'no-amount'].slice(0, 1).concat('3.5')],
  ])('%s', (typed, expected) => {
    const rows = typed.split(' ').map((price, n) => `A${n}\t${price.replaceAll('_', ' ')}`)
    expect(pricesOf(`part_number\tprice\n${rows.join('\n')}\n`)).toEqual(expected)
  })

  test('takes the sign of a dollar with its country before it, and no other dollar', () => {
    const form = formIn('usd', 2)
    expect(pricesOf('part;price\nA;US$ 5.00\nB;$1,234.50\nC;CA$ 5.00\n', { form })).toEqual([
      '5.00',
      '1234.50',
      'row-currency',
    ])
  })

  test('with figures that can be both alone, it is asked once for the file', () => {
    const text = 'part_number;price\nA;1.500\nB;2.500\nC;7\n'
    expect(fault(text)).toBe('decimals-unclear')
    expect(pricesOf(text, { sign: '.' })).toEqual(['1.50', '2.50', '7'])
    expect(pricesOf(text, { sign: ',' })).toEqual(['1500', '2500', '7'])
  })

  test('it goes by the other columns of the file where it leaves it open itself', () => {
    const { rows } = read('part_number;price;weight\nA;12,50;1.250\nB;3,00;2.500\n')
    expect(rows.map(({ values }) => values.get('weight'))).toEqual(['1250', '2500'])
  })

  test('in pesos a point before three digits is asked for, and in dinars the shop’s own way holds', () => {
    const text = 'part_number;price\nA;25.000\n'
    expect(fault(text, { form: formIn('clp', 0, 'es-CL') })).toBe('decimals-unclear')
    expect(pricesOf(text, { form: formIn('kwd', 3, 'en') })).toEqual(['25.000'])
    expect(fault(text, { form: formIn('kwd', 3, 'de') })).toBe('decimals-unclear')
  })
})

describe('Names, titles and totals', () => {
  test.each([
    'Artikel-Nr.;Preis (EUR)\nA;1,50\n',
    'Référence;Prix net HT\nA;1,50\n'.replace(' HT', ''),
    'Código;Precio\nA;1,50\n',
    'PART_NUMBER;Unit Price\nA;1.50\n',
    'Nr katalogowy;Cena netto\nA;1,50\n',
  ])('names are known in several languages: %j', text => {
    expect(pricesOf(text)).toEqual(['1.50'])
  })

  test('title lines above the names and totals below the rows are left out, and said', () => {
    const { shape, rows } = read(
      'Price list 2026;;\n;;\nValid from 1 January;;\npart;name;price\nA;Pad;1.50\n;Total;1.50\n',
    )
    expect(shape.titles).toEqual([1, 3])
    expect(rows.map(({ line, isBeside }) => [line, isBeside])).toEqual([
      [5, false],
      [6, true],
    ])
  })

  test('a line without a figure above the names is a title, where all rows have figures', () => {
    const { shape } = read('Kugelwerk GmbH;Stand 2026;\nValid;from;01.11.2026\npart;name;price\nA;Pad;1.50\n')
    expect(shape.titles).toEqual([1, 2])
  })

  test.each([
    ['Total articles : 66', '', '1360.44', true],
    ['Summe: 30 Artikel', '', '208.50 EUR', true],
    ['Summe: 30 Artikel', 'Pads and discs', '208.50', false],
    ['Totale articoli', '40', '', true],
    ['Totaal artikelen', '', '40', true],
    ['Suma pozycji', '', '40', true],
    ['Summe netto EUR', '', '1360.44', true],
    ['Anzahl Artikel', '', '40', true],
    ['Number of items', '40', '', true],
    ['Nombre d’articles', '', '40', true],
    ['Numero 4', '', '40', false],
    ['Total Quartz', '', '45.00', false],
    ['TOTAL QUARTZ 9000', '', '45.00', false],
    ['TOTAL-5W30', '', '45.00', false],
  ])('%s, %s in the place of the number, beside %s, is a total: %s', (number, name, price, isTotal) => {
    const { rows } = read(`part;name;price\nA;Pad;1.50\n${number};${name};${price}\n`)
    expect(rows[1]?.isBeside).toBe(isTotal)
  })

  test('what is called Total, and has a number, is a row', () => {
    const { rows } = read('part;name;price\nTotal 10W40;Oil;9.50\nA;Total;\nTotal;;10.00\n')
    expect(rows.map(({ isBeside }) => isBeside)).toEqual([false, false, true])
  })

  test.each([
    'Celkem',
    'Toplam',
    'Genel Toplam',
    'Total général',
    'Total geral',
    'Összesen',
    'Ukupno',
    'Итого',
    'Zwischensumme',
    'Sous-total',
  ])('%s in the place of the number is no part', word => {
    const { rows } = read(`part;name;price\nA;Pad;1.50\n${word};;9.50\n${word} 7;Pad;9.50\n`)
    expect(rows.map(({ isBeside }) => isBeside)).toEqual([false, true, false])
  })

  test.each([
    'E&OE. Prices may change without notice.',
    '* Alle Preise zzgl. MwSt.',
    'Irrtümer vorbehalten',
    'Prices are valid until 31.12.2026',
    'Всі ціни без ПДВ',
  ])('%s below the rows is none of them, in whichever column', note => {
    const { rows } = read(`part;name;price\nA;Pad;1.50\n${note};;\n;Total;1.50\n;${note};\n;;\n${note}\n`)
    expect(rows.map(({ line, isBeside }) => [line, isBeside])).toEqual([
      [2, false],
      // Among rows, words with a digit may be one.
      [3, !/\d/.test(note)],
      [4, true],
      [5, true],
      [7, true],
    ])
  })

  test.each(['BREMSEN;;', ';Brake pads;', ';;Ball joints (front)', 'ブレーキ;;', '刹车;;', 'Brake Pad'])(
    '%s among the rows is a heading',
    line => {
      const { rows } = read(`part;name;price\nA;Pad;1.50\n${line}\nB;Disc;2.50\n`)
      expect(rows.map(({ isBeside }) => isBeside)).toEqual([false, true, false])
    },
  )

  test.each(['BREMSEN;;1.50', 'BREMSEN;Pad;', 'BREMSEN 4;;', 'ABC;;', ';;4.50'])('%s among them is none', line => {
    const { rows } = read(`part;name;price\nA;Pad;1.50\n${line}\nB;Disc;2.50\n`)
    expect(rows[1]?.isBeside).toBe(false)
  })

  test.each(['Totale articoli', 'Summe', 'Total', 'Suma', 'Totaal', 'Liczba pozycji'])(
    '%s sums up two columns, too',
    word => {
      expect(read(`part;price\nA;1.50\n${word};40\nB;2.50\n`).rows.map(({ isBeside }) => isBeside)).toEqual([
        false,
        true,
        false,
      ])
    },
  )

  test('a table of two columns has no headings: what stands there may be a number without its figure', () => {
    expect(read('part;price\nA;1.50\nBREMSEN;\nB;2.50\n').rows[1]?.isBeside).toBe(false)
  })

  test.each(['A-100', 'ABC', 'KW 100 200', 'E&OE', '12.50', 'Pad of 4;x'])('%s below them may be one', cell => {
    const { rows } = read(`part;name;price\nA;Pad;1.50\n${cell}\n`)
    expect(rows.map(({ isBeside }) => isBeside)).toEqual([false, false])
  })

  test('words alone are rows of a table whose rows need no number, or that has one column', () => {
    const form = (kind: 'text' | 'number') =>
      tableForm({
        columns: { part: { names: ['part'], kind }, name: { names: ['name'], kind: 'text' } },
        needed: ['part'],
        names: '',
        money: { locale: 'en', currency: 'eur', decimals: 2 },
      }) as typeof euros
    const lastOf = (text: string, kind: 'text' | 'number') => read(text, { form: form(kind) }).rows[1]?.isBeside
    expect(lastOf('part;name\nA;x\nBall joints and bushings;\n', 'number')).toBe(true)
    expect(lastOf('part;name\nA;x\nBall joints and bushings;\n', 'text')).toBe(false)
    expect(lastOf('part\nA\nBall joints and bushings\n', 'number')).toBe(false)
  })

  test('what may be a row above the names refuses the file', () => {
    expect(fault('A1;Pad;1.50\npart;name;price\nA2;Disc;2.50\n')).toBe('names-below')
    expect(fault('A1;Pad;1.50\nA2;Disc;2.50\n')).toBe('names-missing')
    expect(fault('part;article no;price\n')).toBe('column-twice')
    expect(fault('\n\n')).toBe('empty-file')
    expect(fault('part;Price (USD)\nA;1.50\n')).toBe('other-currency')
    expect(fault('part;Preis £\nA;1.50\n')).toBe('other-currency')
    expect(fault('part;Preis £ 2027\nA;1.50\n')).toBe('other-currency')
    expect(fault('part;Price HUF from 1/1/2027\nA;1.50\n')).toBe('other-currency')
    expect(fault('part;price_usd\nA;1.50\n')).toBe('other-currency')
    expect(fault('part;Price $\nA;1.50\n')).toBe('other-currency')
  })
})

describe('A column of currencies', () => {
  test.each([
    [
      'part;price;Währung\nA;1.50;USD\nB;2.50;chf\nC;3.50;€\nD;4.50;\n',
      [undefined, 'row-currency', 'row-currency', undefined],
    ],
    ['part;Currency code;price\nA;EUR;1.50\nB;$;2.50\nC;each;3.50\n', ['row-currency', undefined, undefined]],
    ['part;price;waluta\nA;;PLN\n', ['row-currency']],
  ])('refuses the rows of another one: %j', (text, faults) => {
    expect(read(text, { form: formIn('usd', 2) }).rows.map(({ problems }) => problems[0]?.fault)).toEqual(faults)
  })
})

test('A column of currencies counts as one whatever else it is taken for', () => {
  const form = tableForm({
    columns: {
      part_number: { names: ['part'], kind: 'number' },
      price: { names: ['price'], kind: 'amount' },
      note: { names: ['waluta'], kind: 'text' },
    },
    needed: ['part_number'],
    names: '',
    money: { locale: 'en', currency: 'eur', decimals: 2 },
  })
  const { rows } = read('part;price;Waluta\nA;1.50;PLN\nB;1.50;EUR\n', { form: form as unknown as typeof euros })
  expect(rows.map(({ problems }) => problems[0]?.fault)).toEqual(['row-currency', undefined])
})

describe('Rows that went wrong', () => {
  test.each([
    ['A;Pad;1.50;;;6\n', 'row-length'],
    ['A;"6 hose;1.50\nB;7" pipe;1.50\n', 'none'],
    ['A;"6 hose;1.50\nB;7";1.50\n', 'rows-in-cell'],
    ['4.00638E+12;Pad;1.50\n', 'number-shortened'],
    ['04-Mar;Pad;1.50\n', 'number-became-date'],
    ['#REF!;Pad;1.50\n', 'cell-error'],
    ['A;Pad;on request\n', 'none'],
    ['A;"two\nlines";1.50\n', 'none'],
  ])('%j: %s', (rows, expected) => {
    const problems = read(`part;name;price\n${rows}Z;Last;2.50\n`).rows.flatMap(({ problems }) => problems)
    expect(problems[0]?.fault ?? 'none').toBe(expected)
    for (const problem of problems) expect(rowSentence(problem)).toMatch(/^[A-Z].*\.( \(.+\))?$/)
  })

  test('a file that ends within a row says so, and one whose rows are short does not', () => {
    const last = (text: string) => read(text).rows.at(-1)?.problems[0]?.fault
    expect(last('part;name;price\nA;Pad;1.50\nB;Di')).toBe('ends-in-row')
    expect(last('part;price;name\nA;1.50\nB;1.50')).toBeUndefined()
    expect(last('part;name;price\nA;Pad;1.50\nB2')).toBe('ends-in-row')
    expect(last('part;name;price\nA;Pad;1.50\nB;Di\n')).toBeUndefined()
    expect(last('part;name;price\nA;Pad;1.50\nB;"Di')).toBe('ends-in-cell')
  })

  test.each([
    ['Totale articoli: 2', true],
    ['Totale\t2', true],
    ['\tTotali', true],
    ['Tot.\t2', true],
    ['\tImporto totale', true],
    ['Fine listino', true],
    ['\tfine', true],
  ])(
    'a last row that is a sum or a note may be shorter, and the file does not end within it: %j',
    (below, isBeside) => {
      const row = read(`codice\tnome\tprezzo\nA1\tPad\t1,50\nB2\tDisc\t2,50\n${below}`).rows.at(-1)
      expect([row?.problems, row?.isBeside]).toEqual([[], isBeside])
    },
  )

  test('units are whole, and a sign before three digits is unclear', () => {
    const text = 'part;price;stock\nA;1.50;12\nB;1.50;12.00\nC;1.50;>100\nD;1.50;1 500\n'
    expect(read(text).rows.map(({ values }) => values.get('stock'))).toEqual(['12', '12', '>100', '1500'])
    expect(read('part;price;stock\nA;7;1.500\n').rows[0]?.problems[0]?.fault).toBe('amount-unclear')
  })

  test('units beside a word for pieces are so many, and other words stay for whoever reads the column', () => {
    const stockOf = (...cells: string[]) =>
      read(`part;price;stock\n${cells.map((cell, at) => `A${at};7;${cell}\n`).join('')}`).rows.map(
        ({ values, problems }) => problems[0]?.fault ?? values.get('stock'),
      )
    const words = ['5 ks', '0 Stk.', '12.00 pcs', '1 500 szt.', '> 5 ks', '-5 ks', '5 Paar', '2 kpl']
    expect(stockOf(...words)).toEqual(['5', '0', '12', '1500', '> 5 ks', '-5', '5 Paar', '2 kpl'])
    expect(stockOf('1.500 ks')).toEqual(['amount-unclear'])
    expect(stockOf('1.500 ks', '1.234.567 ks')).toEqual(['1500', '1234567'])
    expect(read('part;price\nA;5 ks\n').rows[0]?.values.get('price')).toBe('5 ks')
  })
})

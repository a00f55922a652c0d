import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTable } from '#kernel/tables/read-table'
import { sheetPieces, type SheetCell } from './workbook.server.ts'
import { tableOf } from './tables.server.ts'

async function* once<T>(value: T) {
  yield value
}

const columns = ['part', 'price', 'note'].map((head, at) => ({ head, width: 12, isFigures: at === 1, decimals: 2 }))

const written = async (rows: readonly (readonly SheetCell[])[]) =>
  Buffer.concat(await Array.fromAsync(sheetPieces({ name: 'parts', columns, rows: once(rows) })))

async function again(rows: readonly (readonly SheetCell[])[]) {
  const { facts, rows: read } = await openTable(tableOf(await written(rows)))
  return { facts, rows: (await Array.fromAsync(read())).flat() }
}

it('is read as it was written: figures as figures, texts as texts', async () => {
  const { facts, rows } = await again([
    ['00451', { figure: '12.50' }, '4.5'],
    ['', { figure: '0.1' }, ''],
    ['<&>"', { figure: '1234567890123456' }, 'a\nb'],
  ])
  expect(facts).toEqual({ format: 'xlsx', sheet: 'parts', sheets: ['parts'] })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['part', 'price', 'note'],
    ['00451', '12.50', '4.5'],
    ['', '0.10'],
    ['<&>"', '1234567890123456', 'a\nb'],
  ])
  expect(rows.map(({ figures }) => [...(figures?.keys() ?? [])])).toEqual([[], [1], [1], []])
})

it('keeps every text, also what looks like a sign that was escaped', async () => {
  const text = fc
    .array(fc.constantFrom('_x0041_', '_', 'x005F', '\r', '\n', ' ', '&', '<', 'é', '漢', "'", '='), { maxLength: 6 })
    .map(signs => `a${signs.join('')}`)
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async texts => {
      const { rows } = await again(texts.map(text => [text]))
      expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(texts)
    }),
    { numRuns: 30, examples: [[['a_x005F\r', 'a_x0041_x005F\r']]] },
  )
})

it('is made while its rows come', async () => {
  let given = 0
  async function* rows() {
    for (let at = 0; at < 50; at += 1) {
      given += 1
      yield Array.from({ length: 500 }, (_, line) => [`${at}-${line}-${Math.sin(at * 500 + line)}`, '', ''])
    }
  }
  let before = 0
  for await (const piece of sheetPieces({ name: 'parts', columns, rows: rows() })) {
    if (piece.length > 0 && before === 0) before = given
  }
  expect(given).toBe(50)
  expect(before).toBeLessThan(10)
})

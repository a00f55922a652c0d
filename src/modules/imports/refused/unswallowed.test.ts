import { expect, it } from 'vitest'
import { RowReader } from '#kernel/tables/records'
import { unswallowed } from './unswallowed.rules.ts'

const rowsOf = (text: string) => {
  const reader = new RowReader(';')
  return [...reader.read(text), ...reader.end()]
}

it('gives back each row that a cell has swallowed, with the marks as signs', () => {
  const [, row] = rowsOf('part;name;price\nA;"3/4 clamp;1,50\nB;Pad;2,50\nC;Hose 4";3,50\n')
  expect(row?.cells).toHaveLength(3)
  expect(unswallowed(row!, ';')).toEqual([
    ['A', '"3/4 clamp', '1,50'],
    ['B', 'Pad', '2,50'],
    ['C', 'Hose 4"', '3,50'],
  ])
})

it('gives back the cells of a row that one has swallowed', () => {
  const [, row] = rowsOf('part;name;size;price\nA;"Hose;1/2";3,50\n')
  expect(unswallowed(row!, ';')).toEqual([['A', '"Hose', '1/2"', '3,50']])
})

it('has none for a row without such a cell, and no mark behind one that is never closed', () => {
  const [row] = rowsOf('A;"Pads;1,50\n')
  expect(unswallowed(row!, ';')).toEqual([])
  expect(unswallowed({ line: 1, lastLine: 2, cells: ['A', '3/4;1\nB;2'], unended: 'mark' }, ';')).toEqual([
    ['A', '"3/4', '1'],
    ['B', '2'],
  ])
})

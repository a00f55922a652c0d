import { expect, test } from 'vitest'
import { isMarkedNumber, numberCell, plainCell, plainNumberCell, woundOfNumber } from './cells.ts'

test.each([
  ['="00451"', '00451'],
  ["'=SUM(1)", '=SUM(1)'],
  ["''-x", "'-x"],
  [' A 1 \u0000', 'A 1'],
  ['="6"" hose"', '6" hose'],
  ["half;'=1", 'half;=1'],
  ["'Universal'", "'Universal'"],
])('%j says %j', (cell, text) => {
  expect(plainCell(cell)).toBe(text)
})

test.each([
  ['4.00638E+12', 'number-shortened'],
  ['4,00638E+12', 'number-shortened'],
  ['1E+05', 'number-shortened'],
  ['#N/A', 'cell-error'],
  ['#REF!', 'cell-error'],
  ['#WERT!', 'cell-error'],
  ['########', 'cell-error'],
  ['#N/D', 'cell-error'],
  ['#¡REF!', 'cell-error'],
  ['#ADR!', 'cell-error'],
  ['#Verw!', 'cell-error'],
  ['#ССЫЛКА!', 'cell-error'],
  ['#Н/Д', 'cell-error'],
  ['#YOK', 'cell-error'],
  ['#NEW!', undefined],
  ['##', undefined],
  ['04-Mar', 'number-became-date'],
  ['Mar-04', 'number-became-date'],
  ['04. Mrz', 'number-became-date'],
  ['04.мар', 'number-became-date'],
  ['04.сен', 'number-became-date'],
  ['4-Haz', 'number-became-date'],
  ['3月4日', 'number-became-date'],
  ['03월 04일', 'number-became-date'],
  ['12 led', undefined],
  ['2026-03-04', 'number-became-date'],
  ['4711', undefined],
  ['04-MAR', undefined],
  ['E12', undefined],
  ['#8', undefined],
  ['12E5A', undefined],
])('as a number, %j is %j', (cell, fault) => {
  expect(woundOfNumber(cell)).toBe(fault)
})

test('of a number, the apostrophe that keeps its zeros is taken off', () => {
  expect(plainNumberCell("'00451")).toBe('00451')
  expect(plainNumberCell("''x")).toBe("'x")
  expect(plainNumberCell("'-x")).toBe("'-x")
})

test.each(["'007", "''9", '1E5', '2026-03-04', '04-Mar', '4711', '-5E3', '#N/A', "'", ''])(
  'the number %j is written as it is read',
  number => expect(plainNumberCell(plainCell(numberCell(number)))).toBe(number),
)

test('a number that a spreadsheet would be blamed for says that it is meant', () => {
  expect(numberCell('1E5')).toBe("'1E5")
  expect(isMarkedNumber("'1E5")).toBe(true)
  expect(isMarkedNumber("'-x")).toBe(false)
  expect(numberCell('BM-88')).toBe('BM-88')
})

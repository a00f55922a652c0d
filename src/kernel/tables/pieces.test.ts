import { expect, test } from 'vitest'
import { withoutPieces } from './pieces.ts'

test.each([
  ['5 ks', '5'],
  ['5 Stk.', '5'],
  ['12 szt.', '12'],
  ['3PCS', '3'],
  ['4 u.', '4'],
  ['8 шт', '8'],
  ['7個', '7'],
  ['1 500 Stück', '1 500'],
  ['1.500 kom', '1.500'],
  ['> 5 ks', '> 5'],
  ['100+ db', '100+'],
])('%s is so many', (cell, figure) => expect(withoutPieces(cell)).toBe(figure))

test.each([
  '5',
  '5 Paar',
  '5 pairs',
  '5 kpl',
  '2 sady',
  '2 Satz',
  '3 sets',
  '1 Karton',
  '5 l',
  '5 m',
  '5 mm',
  '5 kusky',
  'ks',
  'no ks',
  '5 ks 3',
  '5 ks sada',
])('%s stands as it is', cell => expect(withoutPieces(cell)).toBe(cell))

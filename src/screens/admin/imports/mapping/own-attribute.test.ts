import { expect, it } from 'vitest'
import { ownAttribute } from './own-attribute.ts'

it.each([
  ['Farbe', 'attribute:Farbe'],
  ['Höhe (mm)', 'attribute:Höhe (mm)'],
  // The shop has it, however it is written.
  ['WIDTH (mm)', undefined],
  ['Width', 'attribute:Width'],
  // Its name says by itself that it is one.
  ['attribute:Farbe', undefined],
  ['Farbe (innen) und Form', undefined],
])('“%s” may be a new attribute', (head, column) => {
  expect(ownAttribute(head, ['attribute:Width (mm)'])).toBe(column)
})

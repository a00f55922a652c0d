import { expect, it } from 'vitest'
import { addsAttributes, leftAsAttributes, ownAttribute } from './own-attribute.ts'

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

const column = (head: string, column = '') => ({ head, column, by: 'nothing' as const, samples: ['rot'] })

it('takes all columns that are left out as attributes, the shop’s where it has them, each once, and no money', () => {
  const columns = [
    column('Nr', 'part_number'),
    column('Farbe'),
    column('FARBE'),
    column('WIDTH (mm)'),
    column('Form', 'attribute:Form'),
    column('form'),
    column('EK netto'),
    column('Innen (a) (b)'),
  ]
  const taken = leftAsAttributes(columns, ['attribute:Width (mm)'])
  expect([...taken]).toEqual([
    ['Farbe', 'attribute:Farbe'],
    ['WIDTH (mm)', 'attribute:Width (mm)'],
  ])
})

it('knows which of them the shop has to add', () => {
  expect(addsAttributes([column('Farbe', 'attribute:Farbe')], ['attribute:Width (mm)'])).toBe(true)
  expect(addsAttributes([column('B', 'attribute:WIDTH (mm)'), column('Nr', 'stock')], ['attribute:Width (mm)'])).toBe(
    false,
  )
})

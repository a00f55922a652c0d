import { expect, it } from 'vitest'
import { statesIn } from './words.rules.ts'

it.each([
  ['Status', ['lieferbar', 'Auslaufartikel', 'lieferbar'], ['lieferbar', 'Auslaufartikel']],
  ['Estado', ['agotado', 'disponible'], ['agotado', 'disponible']],
  ['Lifecycle', ['A', '1'], ['A']],
  // By what stands there, whatever it is called.
  ['Hinweis', ['', 'entfällt', 'neu'], ['entfällt', 'neu']],
  ['Info', ['fin de série'], ['fin de série']],
  ['Status', ['1', '2', ''], undefined],
  ['Farbe', ['rot', 'blau'], undefined],
])('the column %s of %j says of whether parts can still be had: %j', (head, cells, states) => {
  expect(statesIn(head, cells)).toEqual(states)
})

import { describe, expect, it } from 'vitest'
import { isGtin, vehicleName } from './finder.rules.ts'
import {
  type RowAnswer,
  answerWithEngine,
  answerWithoutEngine,
  doesNotFitStatement,
  isPositive,
  rowAnswers,
  answerBit,
  toAcknowledge,
} from './answers.rules.ts'
import { isSearchPlace } from './lists.rules.ts'

const { fits, fitsIf, doesNotFit, doesNotFitIf } = rowAnswers
const setOf = (answers: RowAnswer[]) => answers.map(answerBit).reduce((all, one) => all | one, 0)

describe('the answer to "does it fit?"', () => {
  it.each([
    [[], [], 'no-data'],
    [[fits], [], 'fits'],
    [[fitsIf], [], 'fits-if'],
    [[doesNotFit], [], 'does-not-fit'],
    [[doesNotFitIf], [], 'no-data'],
    [[fits, doesNotFit], [], 'does-not-fit'],
    [[fits, fitsIf], [], 'fits'],
    [[fits, doesNotFitIf], [], 'fits-if'],
    [[fitsIf, doesNotFitIf], [], 'fits-if'],
    [[doesNotFit], [fits], 'fits'],
    [[doesNotFit], [fitsIf], 'fits-if'],
    [[fits], [fitsIf], 'fits-if'],
    [[fits], [doesNotFit], 'does-not-fit'],
    [[fits], [doesNotFitIf], 'fits-if'],
    [[doesNotFitIf], [fits], 'fits-if'],
    [[], [fits, doesNotFit], 'does-not-fit'],
  ] as const)('of %j whatever the engine, and %j with it, is %s', (base, engine, answer) => {
    expect(answerWithEngine(setOf([...base]), setOf([...engine]))).toBe(answer)
  })

  it.each([
    [[fits], [], 'fits'],
    [[fits], [[fits], [fits]], 'fits'],
    [[fits], [[fits], [doesNotFit]], 'fits-if'],
    [[doesNotFit], [[doesNotFit], [fitsIf]], 'fits-if'],
    [[doesNotFit], [[doesNotFit]], 'does-not-fit'],
    [[], [[doesNotFit]], 'no-data'],
    [[], [[fits]], 'fits-if'],
  ] as const)('of %j, with engines that say %j and none that is told, is %s', (base, engines, answer) => {
    expect(
      answerWithoutEngine(
        setOf([...base]),
        engines.map(engine => setOf([...engine])),
      ),
    ).toBe(answer)
  })

  it('is a yes where it fits, at least under conditions', () => {
    expect((['fits', 'fits-if', 'does-not-fit', 'no-data'] as const).map(isPositive)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

it('a buyer acknowledges conditions, and that a part does not fit, and nothing else', () => {
  const words = { conditions: [{ name: 'Submodel', value: 'GL' }], notes: ['With ABS'] }
  expect(toAcknowledge({ ...words, answer: 'fits-if' })).toEqual(['Submodel: GL', 'With ABS'])
  expect(toAcknowledge({ ...words, answer: 'does-not-fit' })).toEqual([doesNotFitStatement, 'Submodel: GL', 'With ABS'])
  for (const answer of ['fits', 'no-data'] as const) expect(toAcknowledge({ ...words, answer })).toEqual([])
})

it('a vehicle is called by its engine where that is known', () => {
  const named = { year: 2015, make: 'Honda', model: 'Civic' }
  expect(vehicleName(named)).toBe('2015 Honda Civic')
  expect(vehicleName({ ...named, engine: '1.8 L' })).toBe('2015 Honda Civic, 1.8 L')
})

it.each([
  ['price-up.-1z9.00a1', 'price-up', true],
  ['newest.0123456789ab.12345678', 'newest', true],
  ['price-up.1.1', 'price-down', false],
  ['9newest.1.1', 'newest', false],
  ['newest.1.1.', 'newest', false],
  ['newest.0123456789abc.1', 'newest', false],
  ['n.0123456789.A\n.1', 'rating', true],
  [`n.1.${'x'.repeat(181)}`, 'rating', false],
  ['in.1.A', 'rating', false],
] as const)('%j is a place in a search by %s: %s', (after, sort, isPlace) => {
  expect(isSearchPlace(after, sort)).toBe(isPlace)
})

it.each([
  ['96385074', true],
  ['036000291452', true],
  ['x96385074', false],
  ['96385074x', false],
  ['00000', false],
  ['000000000', false],
])('%s is a GTIN: %s', (digits, holds) => expect(isGtin(digits)).toBe(holds))

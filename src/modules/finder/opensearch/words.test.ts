import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Condition } from '../index/words/terms.server.ts'
import type { Clause } from './clauses.server.ts'
import { wordFields } from './documents.server.ts'
import { wordClauses } from './words.server.ts'

/**
 * The clauses of words against what a condition means (`terms.server.ts`): the points of a tool, added up by hand. This is
 * about what the shop asks, and says nothing of how a server answers.
 */

const words = ['a', 'b', 'c', 'd']
/** The heaviest field of each word that a tool has. */
const anyTool = fc.dictionary(fc.constantFrom(...words), fc.integer({ min: 0, max: 3 }))

const { condition: anyCondition } = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...words).map(word => ({ word })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map(all => ({ all })),
    fc
      .array(fc.record({ condition: tie('condition'), isExact: fc.boolean() }), { minLength: 1, maxLength: 3 })
      .map(any => ({ any })),
  ),
}))

type Met = { weight: number; isExact: boolean }

function bestOf(condition: Condition, tool: Record<string, number>): Met | undefined {
  if ('word' in condition) {
    const weight = tool[condition.word]
    return weight === undefined ? undefined : { weight, isExact: true }
  }
  if ('all' in condition) {
    const met = condition.all.map(one => bestOf(one, tool)).filter(one => one !== undefined)
    if (met.length < condition.all.length) return undefined
    return { weight: Math.min(...met.map(({ weight }) => weight)), isExact: met.every(({ isExact }) => isExact) }
  }
  return condition.any
    .flatMap(option => {
      const met = bestOf(option.condition, tool)
      return met ? [{ weight: met.weight, isExact: met.isExact && option.isExact }] : []
    })
    .toSorted((one, other) => Number(other.isExact) - Number(one.isExact) || other.weight - one.weight)[0]
}

/** Whether a clause of those that say yes or no holds. */
function holds(clause: Clause, tool: Record<string, number>): boolean {
  const has = (field: string, word: unknown) =>
    (tool[String(word)] ?? -1) >= (wordFields as readonly string[]).indexOf(field)
  if ('term' in clause) return Object.entries(clause.term).every(([field, word]) => has(field, word))
  if ('terms' in clause)
    return Object.entries(clause.terms).every(([field, some]) => some.some(word => has(field, word)))
  if ('bool' in clause) {
    const { filter = [], should = [], must_not = [], minimum_should_match = 0 } = clause.bool
    const met = should.filter(one => holds(one, tool)).length
    return (
      filter.every(one => holds(one, tool)) && !must_not.some(one => holds(one, tool)) && met >= minimum_should_match
    )
  }
  if ('match_none' in clause) return false
  return 'match_all' in clause ? true : expect.fail(`an unexpected clause: ${JSON.stringify(clause)}`)
}

const points = (clause: Clause, tool: Record<string, number>): number =>
  'constant_score' in clause && holds(clause.constant_score.filter, tool) ? clause.constant_score.boost : 0

it('gives a tool the points of the best way in which it meets each condition, and asks for none that does not', () => {
  fc.assert(
    fc.property(fc.array(anyCondition, { minLength: 1, maxLength: 3 }), anyTool, (conditions, tool) => {
      const { must, filter, should } = wordClauses(conditions, true)
      const needed = [...filter, ...must.map(one => one.constant_score.filter)]
      const met = conditions.map(condition => bestOf(condition, tool)).filter(one => one !== undefined)
      const isMatch = met.length === conditions.length
      expect(needed.every(clause => holds(clause, tool))).toBe(isMatch)
      const withoutPoints = wordClauses(conditions, false).filter
      expect(withoutPoints.every(clause => holds(clause, tool))).toBe(isMatch)
      if (!isMatch) return
      const expected =
        (met.every(({ weight }) => weight === 3) ? 2 ** 15 : 0) +
        (met.every(({ isExact }) => isExact) ? 2 ** 14 : 0) +
        met.reduce((sum, { weight }) => sum + weight, 0)
      expect([...must, ...should].reduce((sum, clause) => sum + points(clause, tool), 0)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

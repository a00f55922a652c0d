import { scoreExact, scoreNamed } from '../index/postings.server.ts'
import type { Condition } from '../index/words/terms.server.ts'
import { type Clause, type Score, and, countOf, not, or, score } from './clauses.server.ts'
import { wordFields } from './documents.server.ts'

/**
 * What the words of a question ask for, in the server's language, scored as the shop's own index scores (`postings.server.ts`).
 * There the best option of each slot is found by going through lists; here each part of a score is a clause that holds or not.
 */

const heaviest = wordFields.length - 1

/** Of 1024 that a query may have; a vehicle and filters need some. */
const mostClauses = 900

/**
 * The clauses by which a tool is met by words: what has to hold, and what gives it points, where they are asked for. Of a question as
 * long as a page's text, the points that say the least are left out.
 */
export function wordClauses(conditions: readonly Condition[], hasPoints: boolean): WordClauses {
  const filter = conditions.map(met)
  if (!hasPoints) return { must: [], filter, should: [] }
  const exact = score(and(conditions.map(exactly)), scoreExact)
  // What every tool has that is met is looked at once.
  const isExact = conditions.length > 0 && conditions.every(isAlwaysExact)
  const needed = isExact ? { must: [exact], filter: [] } : { must: [], filter }
  const named = score(and(conditions.map(condition => inField(condition, heaviest))), scoreNamed)
  // The sum of the fields' weights: a point for each step that a condition is above the lightest.
  const steps = conditions.flatMap(condition =>
    wordFields
      .keys()
      .toArray()
      .slice(1)
      .map(weight => score(inField(condition, weight), 1)),
  )
  const should: Score[] = []
  for (const part of [isExact ? [] : [exact], [named], steps]) {
    const count = countOf({ bool: { ...needed, should: [...should, ...part] } })
    if (count <= mostClauses) should.push(...part)
  }
  return { ...needed, should: added(should) }
}

export type WordClauses = { must: Score[]; filter: Clause[]; should: Score[] }

/** What gives points twice is looked at once. */
function added(scores: readonly Score[]): Score[] {
  const all = new Map<string, Score>()
  for (const { constant_score: one } of scores) {
    const key = JSON.stringify(one.filter)
    all.set(key, score(one.filter, one.boost + (all.get(key)?.constant_score.boost ?? 0)))
  }
  return [...all.values()]
}

/** It is met, by whatever option. */
function met(condition: Condition): Clause {
  if ('word' in condition) return { term: { [wordFields[0]]: condition.word } }
  if ('all' in condition) return and(condition.all.map(met))
  return or(condition.any.map(option => met(option.condition)))
}

/** It is met by the very words. */
function exactly(condition: Condition): Clause {
  if ('word' in condition) return met(condition)
  if ('all' in condition) return and(condition.all.map(exactly))
  return or(condition.any.filter(({ isExact }) => isExact).map(option => exactly(option.condition)))
}

/** What meets it best stands in a field of this weight, or a heavier one. */
function inField(condition: Condition, weight: number): Clause {
  if ('word' in condition) return { term: { [wordFields[weight] ?? '']: condition.word } }
  if ('all' in condition) return and(condition.all.map(one => inField(one, weight)))
  const inAny = (options: typeof condition.any) => or(options.map(option => inField(option.condition, weight)))
  if (isAlwaysExact(condition)) return inAny(condition.any)
  const byExact = condition.any
    .filter(({ isExact }) => isExact)
    .map(option => {
      const clause = inField(option.condition, weight)
      return isAlwaysExact(option.condition) ? clause : and([exactly(option.condition), clause])
    })
  // Another option counts only where none is met by the very words.
  return or([...byExact, and([not(exactly(condition)), inAny(condition.any)])])
}

/** Whatever meets it, meets it by the very words. */
function isAlwaysExact(condition: Condition): boolean {
  if ('word' in condition) return true
  if ('all' in condition) return condition.all.every(isAlwaysExact)
  return condition.any.every(option => option.isExact && isAlwaysExact(option.condition))
}

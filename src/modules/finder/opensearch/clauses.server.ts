/** Clauses of OpenSearch's query language, as far as the shop speaks it. All but `score` only say yes or no. */

export type Clause =
  | { term: Record<string, string | number | boolean> }
  | { terms: Record<string, readonly (string | number)[]> }
  | { range: Record<string, { gte?: number; lte?: number }> }
  | { match_all: object }
  | { match_none: object }
  | { prefix: Record<string, string> }
  | { fuzzy: Record<string, { value: string; fuzziness: number; max_expansions: number }> }
  | Score
  | { dis_max: { queries: readonly Clause[] } }
  | { bool: Bool }
export type Score = { constant_score: { filter: Clause; boost: number } }
export type Bool = {
  must?: readonly Clause[]
  filter?: readonly Clause[]
  should?: readonly Clause[]
  must_not?: readonly Clause[]
  minimum_should_match?: number
}

export const everything: Clause = { match_all: {} }
export const nothing: Clause = { match_none: {} }

export function and(clauses: readonly Clause[]): Clause {
  const [first] = clauses
  if (!first) return everything
  return clauses.length === 1 ? first : { bool: { filter: clauses } }
}

/** Several words of one field are one clause: the server takes a thousand of them in a query, and many terms in a clause. */
export function or(clauses: readonly Clause[]): Clause {
  const terms = new Map<string, Set<string | number>>()
  const others: Clause[] = []
  for (const clause of clauses) {
    const [field = '', value] = 'term' in clause ? (Object.entries(clause.term)[0] ?? []) : []
    const [manyField = '', values = []] = 'terms' in clause ? (Object.entries(clause.terms)[0] ?? []) : []
    const of = (field: string) => terms.get(field) ?? terms.set(field, new Set()).get(field)
    if (field && typeof value !== 'boolean' && value !== undefined) of(field)?.add(value)
    else if (manyField) for (const one of values) of(manyField)?.add(one)
    else others.push(clause)
  }
  const all = [...[...terms].map(([field, values]) => anyOfTerms(field, [...values])), ...others]
  const [first] = all
  if (!first) return nothing
  return all.length === 1 ? first : { bool: { should: all, minimum_should_match: 1 } }
}

export function anyOfTerms(field: string, values: readonly (string | number)[]): Clause {
  const [first] = values
  if (first === undefined) return nothing
  return values.length === 1 ? { term: { [field]: first } } : { terms: { [field]: values } }
}

export const not = (clause: Clause): Clause => ({ bool: { must_not: [clause] } })

/** So many points where it holds. All points of a question are whole and below 2^24, so that none is rounded. */
export const score = (filter: Clause, boost: number): Score => ({ constant_score: { filter, boost } })

/** How many clauses there are in one another; the server takes 1024 of them in a query. */
export function countOf(clause: Clause): number {
  const all = (clauses: readonly Clause[] = []) => clauses.reduce((sum, one) => sum + countOf(one), 0)
  if ('constant_score' in clause) return countOf(clause.constant_score.filter)
  if ('dis_max' in clause) return all(clause.dis_max.queries)
  if (!('bool' in clause)) return 1
  const { must, filter, should, must_not: mustNot } = clause.bool
  return all(must) + all(filter) + all(should) + all(mustNot)
}

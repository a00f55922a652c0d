import type { ToolIndex } from '../build.server.ts'
import { anyOf, both, hasAll } from '../postings.server.ts'
import {
  type Query,
  type Reading,
  commonerQueries,
  corrections,
  mostSuggestions,
  queriesNearby,
} from './proposals.server.ts'
import { type Condition, conditionsOf } from './terms.server.ts'
import { postingsOf } from './vocabulary.server.ts'
import type { IndexQuestion } from '../index.ts'
import { queryTermsOf } from '../../words/synonyms.rules.ts'
import { queryWords } from '../../words/words.rules.ts'

/** The postings of a query's words, and their correction. */
export type WordResult = {
  /** The postings of each word: what is in all of them is found. */
  lists: readonly Uint32Array[]
  corrected: string | undefined
  /** Tries other queries. */
  suggest(): string[]
}

/**
 * Finds what has all words. A word that the catalogue lacks is corrected, and said so; where a word is rare and a near
 * one is not, or nothing has all words, other queries are suggested, and never searched for unasked.
 */
export function findWords(index: ToolIndex, reading: Reading, question: IndexQuestion): WordResult {
  const query = queryWords(question.words)
  const search = (text: string) => findText(index, reading, text)
  const tries = question.asTyped ? [] : corrections(index.vocabulary, reading, query)
  // A correction that finds nothing is none: the words stay as they were typed.
  const corrected = tries.find(text => hasAll(search(text)))
  const lists = corrected === undefined ? findQuery(index, reading, query) : search(corrected)
  const used = corrected === undefined ? query : queryWords(corrected)
  return {
    lists,
    corrected,
    suggest() {
      const candidates = hasAll(lists)
        ? commonerQueries(index.vocabulary, used)
        : queriesNearby(index.vocabulary, reading, used)
      const suggestions: string[] = []
      for (const text of candidates) {
        if (suggestions.length === mostSuggestions) break
        if (!suggestions.includes(text) && hasAll(search(text))) suggestions.push(text)
      }
      return suggestions
    },
  }
}

/** The postings of each word of a text, with its synonyms, and nothing corrected. */
export function findText(index: ToolIndex, reading: Reading, text: string): readonly Uint32Array[] {
  return findQuery(index, reading, queryWords(text))
}

function findQuery(index: ToolIndex, { synonyms }: Reading, { words, endsOpen }: Query): readonly Uint32Array[] {
  const conditions = conditionsOf(index.vocabulary, queryTermsOf(words, synonyms), endsOpen)
  return conditions.map(condition => slotsOf(index, condition))
}

/** The slots that meet a condition. */
function slotsOf(index: ToolIndex, condition: Condition): Uint32Array {
  if ('word' in condition) return postingsOf(index.vocabulary, condition.word)
  if ('all' in condition) return condition.all.map(one => slotsOf(index, one)).reduce((all, list) => both(all, list))
  const options = condition.any.map(({ condition: one, isExact }) => ({ list: slotsOf(index, one), isExact }))
  return anyOf(options, index.columns.count)
}

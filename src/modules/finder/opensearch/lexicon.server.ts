import {
  type Query,
  type Reading,
  correctedParts,
  lookedAt,
  rareWords,
  unknownWords,
} from '../index/words/proposals.server.ts'
import { mostLonger, singularPrefixes } from '../index/words/terms.server.ts'
import { mostTypos, partsApart, slipsOf } from '../index/words/typos.server.ts'
import { type Vocabulary, countedVocabulary } from '../index/words/vocabulary.server.ts'
import { isExactWord, singular } from '../words/words.rules.ts'
import { type Clause, anyOfTerms } from './clauses.server.ts'
import { type SearchServer, searchMany } from './server.server.ts'

/**
 * As much of the catalogue's vocabulary as one question needs: the words themselves, longer ones and near ones, each with how
 * many tools have it. By it the shop reads a question as with an index of its own; the server only looks words up.
 */
export type Lexicon = {
  /** For reading these queries, and for searching by them. */
  learn(queries: readonly Query[]): Promise<void>
  /** For correcting a query. */
  learnNear(query: Query, reading: Reading): Promise<void>
  /** For suggesting others: where nothing has all words, or where a word is rare. */
  learnOthers(query: Query, isMet: boolean): Promise<void>
  /** By what has been learnt. */
  vocabulary(): Vocabulary
}

type Look = { query: Clause; size: number }
type WordsResponse = { hits: { hits: { _source: { word: string; tools: number } }[] } }

/** Near words by which the rules choose; the server gives the nearest. */
const mostNear = 500

export function startLexicon(server: SearchServer, index: string, synonymCounts: ReadonlyMap<string, number>): Lexicon {
  const counts = new Map(synonymCounts)
  let learnt: Vocabulary | undefined
  const vocabulary = () => (learnt ??= countedVocabulary(counts))

  /** Asks for all at once. */
  async function look(looks: readonly Look[]): Promise<void> {
    if (looks.length === 0) return
    const options = { sort: [{ tools: 'desc' }, { word: 'asc' }], _source: ['word', 'tools'], track_total_hits: false }
    const bodies = looks.map(one => ({ ...one, ...options }))
    for (const { hits } of await searchMany<WordsResponse>(server, index, bodies))
      for (const { _source: entry } of hits.hits) counts.set(entry.word, entry.tools)
    learnt = undefined
  }

  return {
    learn: queries => look(queries.flatMap(looksToRead)),
    async learnNear(query, reading) {
      await look(unknownWords(vocabulary(), reading, query).flatMap(correctedParts).flatMap(looksNear))
    },
    async learnOthers(query, isMet) {
      const words = isMet ? rareWords(vocabulary(), query) : lookedAt(query)
      await look(words.flatMap(({ word }) => looksNear(word)))
    },
    vocabulary,
  }
}

function looksToRead({ words, endsOpen }: Query): Look[] {
  const parts = [...new Set(words.flatMap(({ forms, begins }) => [...forms.flat(), ...begins]))]
  const exact = parts.length > 0 ? [{ query: anyOfTerms('word', parts), size: parts.length }] : []
  const last = endsOpen ? words.at(-1) : undefined
  const prefixes = (last?.begins ?? [])
    .flatMap(begin => [begin, ...singularPrefixes(begin)])
    .filter(prefix => prefix !== '')
  return [
    ...exact,
    ...prefixes.map(word => ({ query: { prefix: { word } }, size: Math.max(1, mostLonger(last?.typed ?? '')) })),
  ]
}

function looksNear(word: string): Look[] {
  if (isExactWord(word) || word === '') return []
  const spelt = [...slipsOf(word).map(({ text }) => singular(text)), ...partsApart(word).flat().map(singular)]
  const fuzziness = mostTypos(word)
  return [
    ...(spelt.length > 0 ? [{ query: anyOfTerms('word', spelt), size: spelt.length }] : []),
    ...(fuzziness > 0
      ? [{ query: { fuzzy: { plain: { value: word, fuzziness, max_expansions: mostNear } } }, size: mostNear }]
      : []),
  ]
}

import {
  type Query,
  type Reading,
  commonerQueries,
  corrections,
  mostSuggestions,
  queriesNearby,
} from '../index/words/proposals.server.ts'
import { type Condition, conditionsOf } from '../index/words/terms.server.ts'
import { wordsBySynonym } from '../index/words/typos.server.ts'
import { countedVocabulary } from '../index/words/vocabulary.server.ts'
import type { IndexQuestion } from '../index/index.ts'
import { type Synonyms, queryTermsOf } from '../words/synonyms.rules.ts'
import { queryWords } from '../words/words.rules.ts'
import { anyOfTerms } from './clauses.server.ts'
import { type Lexicon, startLexicon } from './lexicon.server.ts'
import { type Surroundings, anyBody } from './question.server.ts'
import { type SearchServer, searchMany, searchOne } from './server.server.ts'
import type { Names } from './state.server.ts'

/** What it takes to ask. `synonymCounts`: the words of synonyms, and how many tools have each. */
export type Asking = Surroundings &
  Reading & { server: SearchServer; names: Names; synonymCounts: ReadonlyMap<string, number> }

export type WordsRead = {
  conditions: readonly Condition[]
  corrected: string | undefined
  /** Tries other queries. `hasResults`: this one finds something. */
  suggest(hasResults: boolean): Promise<string[]>
}

/** Reads the words of a question as the shop's own index does (`index/words/words.server.ts`), by what the server knows of them. */
export async function findWords(asking: Asking, question: IndexQuestion): Promise<WordsRead> {
  const lexicon = startLexicon(asking.server, asking.names.words, asking.synonymCounts)
  const query = queryWords(question.words)
  await lexicon.learn([query])
  const corrected = question.asTyped ? undefined : await correct(asking, lexicon, query)
  const used = corrected === undefined ? query : queryWords(corrected)
  const conditions = conditionsOfQuery(asking, lexicon, used)
  return {
    conditions,
    corrected,
    async suggest(hasResults) {
      const isMet = hasResults || (await whichFind(asking, [conditions])).includes(0)
      await lexicon.learnOthers(used, isMet)
      const candidates = isMet
        ? commonerQueries(lexicon.vocabulary(), used)
        : queriesNearby(lexicon.vocabulary(), asking, used)
      return (await thoseThatFind(asking, lexicon, [...new Set(candidates)])).slice(0, mostSuggestions)
    },
  }
}

/** As `SearchIndex.knows`. */
export async function hasMatches(asking: Asking, text: string): Promise<boolean> {
  const lexicon = startLexicon(asking.server, asking.names.words, asking.synonymCounts)
  return (await thoseThatFind(asking, lexicon, [text])).length > 0
}

async function correct(asking: Asking, lexicon: Lexicon, query: Query): Promise<string | undefined> {
  await lexicon.learnNear(query, asking)
  const tries = corrections(lexicon.vocabulary(), asking, query)
  // A correction that finds nothing is none: the words stay as they were typed.
  const [correction] = await thoseThatFind(asking, lexicon, tries)
  return correction
}

/** Of these texts, those that something has all words of. */
async function thoseThatFind(asking: Asking, lexicon: Lexicon, texts: readonly string[]): Promise<string[]> {
  const queries = texts.map(text => queryWords(text))
  if (queries.length === 0) return []
  await lexicon.learn(queries)
  const matches = await whichFind(
    asking,
    queries.map(query => conditionsOfQuery(asking, lexicon, query)),
  )
  return matches.flatMap(at => texts[at] ?? [])
}

const conditionsOfQuery = ({ synonyms }: Asking, lexicon: Lexicon, { words, endsOpen }: Query) =>
  conditionsOf(lexicon.vocabulary(), queryTermsOf(words, synonyms), endsOpen)

type Tried = { hits: { total: { value: number } } }

/** The places of those that find something. */
async function whichFind({ server, names }: Asking, all: readonly (readonly Condition[])[]): Promise<number[]> {
  const tried = await searchMany<Tried>(server, names.tools, all.map(anyBody))
  return tried.flatMap(({ hits }, at) => (hits.total.value > 0 ? [at] : []))
}

type Words = { hits: { hits: { _source: { word: string; tools: number } }[] } }

/** What of the synonyms' words the catalogue has; and which it lacks, though they stand for some that it has. */
export async function readSynonymWords(server: SearchServer, names: Names, synonyms: Synonyms) {
  const words = [...synonyms.words]
  const body = { query: anyOfTerms('word', words), size: Math.min(words.length, mostWords), _source: ['word', 'tools'] }
  const { hits } = await searchOne<Words>(server, names.words, body)
  const synonymCounts = new Map(hits.hits.map(({ _source: { word, tools } }) => [word, tools]))
  return { synonymCounts, also: wordsBySynonym(countedVocabulary(synonymCounts), synonyms.byPhrase) }
}

/** An answer of the server has no more. */
const mostWords = 10_000

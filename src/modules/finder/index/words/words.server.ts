import type { ToolIndex } from '../build.server.ts'
import { hasAll } from '../postings.server.ts'
import { mostTypos, nearWords } from './typos.server.ts'
import { type SortedWords, frequencyOf } from './vocabulary.server.ts'
import { find, isWordKnown } from './terms.server.ts'
import type { IndexQuestion } from '../index.ts'
import { type Synonyms, queryTermsOf } from '../../search/synonyms.rules.ts'
import { type QueryWord, queryWords } from '../../search/words.rules.ts'

/** What the words of a query found, and what was made of them. */
export type WordsFound = {
  /** The postings of each word: what is in all of them is found. */
  lists: readonly Uint32Array[]
  corrected: string | undefined
  /** Tries other queries. */
  suggest(): string[]
}

/** What the words are read with: their synonyms, and the words known by these alone. */
export type Reading = { synonyms: Synonyms; also: SortedWords }

type Query = ReturnType<typeof queryWords>

const mostSuggestions = 3
/** Near words of one typed word that are tried. */
const mostTries = 3
/** A word that so few tools have may be another one's misspelling in the catalogue itself. */
const rare = 10
const timesMore = 10
/** Words of one query that near ones are looked for: each takes a walk through the vocabulary. */
const mostLookedAt = 12

/**
 * Finds what has all words. A word that the catalogue lacks is corrected, and said so; where a word is rare and a near
 * one is not, or nothing has all words, other queries are suggested, and never searched for unasked.
 */
export function findWords(index: ToolIndex, reading: Reading, question: IndexQuestion): WordsFound {
  const query = queryWords(question.words)
  const search = (text: string) => findText(index, reading, text)
  const corrected = question.asTyped ? undefined : correctedText(index, reading, query)
  const lists = corrected === undefined ? findQuery(index, reading, query) : search(corrected)
  const used = corrected === undefined ? query : queryWords(corrected)
  return {
    lists,
    corrected,
    suggest() {
      const candidates = hasAll(lists) ? commonerQueries(index, used) : queriesNearby(index, reading, used)
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
  return find(index, queryTermsOf(words, synonyms), endsOpen)
}

/** The query with what the catalogue lacks replaced by the nearest that it has; undefined where nothing is to correct. */
function correctedText(index: ToolIndex, reading: Reading, query: Query): string | undefined {
  const { tokens, words, endsOpen } = query
  const unknown = words
    .filter(
      (word, at) =>
        !isWordKnown(index.vocabulary, word, endsOpen && at === words.length - 1) &&
        !word.forms.some(form => form.every(part => reading.synonyms.words.has(part))),
    )
    .slice(0, mostLookedAt)
  const changes = unknown.map(word => ({ word, texts: correctionsOf(index, reading, word) }))
  const [only] = changes
  if (!changes.some(({ texts }) => texts.length > 0) || !only) return undefined
  const inFull = (choice: number) =>
    tokens.map((token, at) => changes.find(({ word }) => word.at === at)?.texts.at(choice) ?? token).join(' ')
  if (changes.length > 1 || words.length === 1) return inFull(0)
  // With other words there, the near word that goes with them is meant.
  const tries = only.texts.map((_, choice) => inFull(choice))
  return tries.find(text => hasAll(findText(index, reading, text))) ?? tries[0]
}

/** What may stand for an unknown word; of one with hyphens, each part that is unknown is corrected. */
function correctionsOf(index: ToolIndex, { also }: Reading, word: QueryWord): string[] {
  const near = (part: string) =>
    nearWords(index.vocabulary, part, also)
      .slice(0, mostTries)
      .map(({ text }) => text)
  const parts = word.forms.at(-1) ?? []
  const whole = near(word.forms[0]?.[0] ?? word.typed)
  if (whole.length > 0 || parts.length < 2) return whole
  const corrected = parts.map(part => (frequencyOf(index.vocabulary, part) > 0 ? part : near(part)[0]))
  return corrected.every(part => part !== undefined) ? [corrected.join(' ')] : []
}

/** The query with a rare word replaced by a near one that is much more frequent. */
function commonerQueries(index: ToolIndex, { tokens, words }: Query): string[] {
  return words.slice(0, mostLookedAt).flatMap(({ forms, at }) => {
    const word = forms[0]?.[0] ?? ''
    const frequency = frequencyOf(index.vocabulary, word)
    if (forms.length > 1 || frequency === 0 || frequency > rare || mostTypos(word) === 0) return []
    return nearWords(index.vocabulary, word, noWords)
      .filter(near => near.isSameStart && near.distance <= 1 && near.frequency >= timesMore * frequency)
      .slice(0, 1)
      .map(({ text }) => tokens.with(at, text).join(' '))
  })
}

const noWords: SortedWords = { words: [], common: new Uint8Array(0), isExact: new Uint8Array(0) }

/** Where nothing has all words: the query with a word replaced by a near one, or left out. */
function queriesNearby(index: ToolIndex, { also }: Reading, { tokens, words }: Query): string[] {
  const replaced = words.slice(0, mostLookedAt).flatMap(({ forms, at }) =>
    nearWords(index.vocabulary, forms[0]?.[0] ?? '', also)
      .filter(near => near.frequency > 0)
      .slice(0, 1)
      .map(({ text }) => tokens.with(at, text).join(' ')),
  )
  // A word less: the ones that fewer tools have are left out first.
  const byFrequency = words.toSorted(
    (one, other) => frequencyOf(index.vocabulary, one.typed) - frequencyOf(index.vocabulary, other.typed),
  )
  const shorter = words.length > 1 ? byFrequency.map(({ at }) => tokens.toSpliced(at, 1).join(' ')) : []
  return [...replaced, ...shorter].slice(0, mostTried)
}

/** Queries tried before the answer says that there is nothing to suggest. */
const mostTried = 10

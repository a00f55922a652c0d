import { isWordKnown } from './terms.server.ts'
import { mostTypos, nearWords } from './typos.server.ts'
import { type SortedWords, type Vocabulary, frequencyOf } from './vocabulary.server.ts'
import type { Synonyms } from '../../words/synonyms.rules.ts'
import type { QueryWord, queryWords } from '../../words/words.rules.ts'

/**
 * Other queries for one that was typed, by the words that the catalogue has. Which of them finds something is for whoever
 * asks to find out.
 */

/** What the words are read with: their synonyms, and the words known by these alone. */
export type Reading = { synonyms: Synonyms; also: SortedWords }

export type Query = ReturnType<typeof queryWords>

export const mostSuggestions = 3
/** Near words of one typed word that are tried. */
const mostTries = 3
/** A word that so few tools have may be another one's misspelling in the catalogue itself. */
const rare = 10
const timesMore = 10
/** Words of one query that near ones are looked for: each takes a walk through the vocabulary. */
const mostLookedAt = 12

/** The words that neither the catalogue nor a synonym knows. */
export function unknownWords(vocabulary: Vocabulary, { synonyms }: Reading, { words, endsOpen }: Query): QueryWord[] {
  return words
    .filter(
      (word, at) =>
        !isWordKnown(vocabulary, word, endsOpen && at === words.length - 1) &&
        !word.forms.some(form => form.every(part => synonyms.words.has(part))),
    )
    .slice(0, mostLookedAt)
}

/**
 * The query with what the catalogue lacks replaced by the nearest that it has: the first of these that finds something is
 * meant. None where nothing is to correct.
 */
export function corrections(vocabulary: Vocabulary, reading: Reading, query: Query): string[] {
  const { tokens, words } = query
  const changes = unknownWords(vocabulary, reading, query).map(word => ({
    word,
    texts: correctionsOf(vocabulary, reading, word),
  }))
  const inFull = (choices: readonly number[]) =>
    tokens
      .map((token, at) => {
        const change = changes.findIndex(({ word }) => word.at === at)
        return changes[change]?.texts.at(choices[change] ?? 0) ?? token
      })
      .join(' ')
  const [one, other, ...more] = changes
  if (!one || !changes.some(({ texts }) => texts.length > 0)) return []
  // Alone, the nearest is meant; of several unknown words the near ones that go together.
  if (words.length === 1 || more.length > 0) return [inFull([])]
  const ways = waysOf(one).flatMap(first => (other ? waysOf(other).map(second => [first, second]) : [[first]]))
  return ways.toSorted((one, other) => sumOf(one) - sumOf(other)).map(inFull)
}

const waysOf = ({ texts }: { texts: readonly string[] }) => (texts.length === 0 ? [0] : [...texts.keys()])
const sumOf = (places: readonly number[]) => places.reduce((sum, place) => sum + place, 0)

/** The words of an unknown one that near ones are looked for: itself, or its parts where it has hyphens. */
export function correctedParts(word: QueryWord): string[] {
  const parts = word.forms.at(-1) ?? []
  return [word.forms[0]?.[0] ?? word.typed, ...(parts.length < 2 ? [] : parts)]
}

/** What may stand for an unknown word; of one with hyphens, each part that is unknown is corrected. */
function correctionsOf(vocabulary: Vocabulary, { also }: Reading, word: QueryWord): string[] {
  const near = (part: string) =>
    nearWords(vocabulary, part, also)
      .slice(0, mostTries)
      .map(({ text }) => text)
  const [typed = '', ...parts] = correctedParts(word)
  const whole = near(typed)
  if (whole.length > 0 || parts.length === 0) return whole
  const corrected = parts.map(part => (frequencyOf(vocabulary, part) > 0 ? part : near(part)[0]))
  return corrected.every(part => part !== undefined) ? [corrected.join(' ')] : []
}

/** The words of a query that are so rare that a more frequent one near them may be meant. */
export function rareWords(vocabulary: Vocabulary, { words }: Query): { word: string; at: number; frequency: number }[] {
  return words.slice(0, mostLookedAt).flatMap(({ forms, at }) => {
    const word = forms[0]?.[0] ?? ''
    const frequency = frequencyOf(vocabulary, word)
    const isRare = forms.every(form => form.length === 1) && frequency > 0 && frequency <= rare && mostTypos(word) > 0
    return isRare ? [{ word, at, frequency }] : []
  })
}

/** The query with a rare word replaced by a near one that is much more frequent. */
export function commonerQueries(vocabulary: Vocabulary, query: Query): string[] {
  return rareWords(vocabulary, query).flatMap(({ word, at, frequency }) =>
    nearWords(vocabulary, word, noWords)
      .filter(near => near.isSameStart && near.distance <= 1 && near.frequency >= timesMore * frequency)
      .slice(0, 1)
      .map(({ text }) => query.tokens.with(at, text).join(' ')),
  )
}

const noWords: SortedWords = { words: [], common: new Uint8Array(0), isExact: new Uint8Array(0) }

/** The words of a query that near ones are looked for where nothing has all of them. */
export function lookedAt({ words }: Query): { word: string; at: number }[] {
  return words.slice(0, mostLookedAt).map(({ forms, at }) => ({ word: forms[0]?.[0] ?? '', at }))
}

/** Where nothing has all words: the query with a word replaced by a near one, or left out. */
export function queriesNearby(vocabulary: Vocabulary, { also }: Reading, query: Query): string[] {
  const { tokens, words } = query
  const replaced = lookedAt(query).flatMap(({ word, at }) =>
    nearWords(vocabulary, word, also)
      .filter(near => near.frequency > 0)
      .slice(0, 1)
      .map(({ text }) => tokens.with(at, text).join(' ')),
  )
  // A word less: the ones that fewer tools have are left out first.
  const byFrequency = words.toSorted(
    (one, other) => frequencyOf(vocabulary, one.typed) - frequencyOf(vocabulary, other.typed),
  )
  const shorter = words.length > 1 ? byFrequency.map(({ at }) => tokens.toSpliced(at, 1).join(' ')) : []
  return [...replaced, ...shorter].slice(0, mostTried)
}

/** Queries tried before the answer says that there is nothing to suggest. */
const mostTried = 10

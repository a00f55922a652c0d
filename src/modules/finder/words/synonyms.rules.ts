import * as z from 'zod/mini'
import { type QueryWord, queryWords } from './words.rules.ts'
import { synonymTexts } from './words.texts.ts'

/**
 * The shape of `content/search.json`, which the shop's owner edits: groups of words and phrases that mean the same to a
 * buyer; and a phrase that leads to others which do not lead back: who types "rotor" may want a brake disc, and who wants a
 * brake disc does not want a rotor arm. Strict: a key that is misspelt would otherwise be a group that silently stays away.
 */
const Phrase = z.string().check(z.trim(), z.minLength(2, { error: () => synonymTexts.phrase }), z.maxLength(60))
export const SearchFile = z.strictObject({
  synonyms: z.array(
    z.union([
      z.array(Phrase).check(z.minLength(2, { error: () => synonymTexts.group })),
      z.strictObject({ for: Phrase, find: z.array(Phrase).check(z.minLength(1, { error: () => synonymTexts.find })) }),
    ]),
  ),
})
export type SearchFile = z.infer<typeof SearchFile>

/** A phrase in the words of the index, and the other phrases of its groups. */
export type Synonyms = {
  byPhrase: ReadonlyMap<string, string[][]>
  longestPhrase: number
  words: ReadonlySet<string>
}

/** What cannot be used in the file, in sentences. */
export function synonymProblems(file: SearchFile): string[] {
  return file.synonyms.flatMap((entry, index) => {
    const group = phrasesOf(entry)
    const keys = group.map(phrase => phraseWords(phrase).join(' '))
    const place = `synonyms.${index}`
    return group.flatMap((phrase, position) => {
      if (!keys[position]) return [synonymTexts.noWord(place, phrase)]
      if (keys.indexOf(keys[position]) < position) return [synonymTexts.twice(place, phrase)]
      return []
    })
  })
}

type Group = SearchFile['synonyms'][number]
const phrasesOf = (group: Group): string[] => (Array.isArray(group) ? group : [group.for, ...group.find])

export function synonymsOf(groups: SearchFile['synonyms']): Synonyms {
  const byPhrase = new Map<string, string[][]>()
  const words = new Set<string>()
  let longestPhrase = 0
  for (const group of groups) {
    const phrases = phrasesOf(group).map(phraseWords)
    for (const word of phrases.flat()) words.add(word)
    for (const phrase of Array.isArray(group) ? phrases : phrases.slice(0, 1)) {
      longestPhrase = Math.max(longestPhrase, phrase.length)
      const others = phrases.filter(other => other !== phrase)
      byPhrase.set(phrase.join(' '), [...(byPhrase.get(phrase.join(' ')) ?? []), ...others])
    }
  }
  return { byPhrase, longestPhrase, words }
}

/** One thing that a query asks for: words that were typed, and what else would do. */
export type QueryTerm = { words: QueryWord[]; others: string[][]; isLast: boolean }

/** Puts the words of a query together where they are a phrase that has synonyms: the longest phrase first. */
export function queryTermsOf(words: readonly QueryWord[], synonyms: Synonyms): QueryTerm[] {
  const terms: QueryTerm[] = []
  for (let at = 0; at < words.length;) {
    const { length, others } = phraseAt(words.slice(at, at + synonyms.longestPhrase), synonyms)
    terms.push({ words: words.slice(at, at + length), others, isLast: at + length === words.length })
    at += length
  }
  return terms
}

function phraseAt(words: readonly QueryWord[], { byPhrase }: Synonyms): { length: number; others: string[][] } {
  for (let length = words.length; length > 0; length--) {
    const others = byPhrase.get(words.slice(0, length).map(mainWord).join(' '))
    if (others) return { length, others }
  }
  return { length: 1, others: [] }
}

function mainWord(word: QueryWord): string {
  return word.forms[0]?.[0] ?? word.typed
}

function phraseWords(phrase: string): string[] {
  return queryWords(phrase).words.map(mainWord)
}

import { type Vocabulary, hasPrefix, isKnown, wordsFrom } from './vocabulary.server.ts'
import type { QueryTerm } from '../../words/synonyms.rules.ts'
import type { QueryWord } from '../../words/words.rules.ts'

/** From the terms of a query to what a tool has to have of words. */

/**
 * What a tool meets by its words. Of several options it meets the best one counts: one whose words are the very ones asked
 * for (`isExact`), then one whose words stand in a heavier field; of several words that it needs all of, the lightest field.
 */
export type Condition =
  | { word: string }
  | { all: readonly Condition[] }
  | { any: readonly { condition: Condition; isExact: boolean }[] }

/** Words that a prefix may stand for; fewer where it is so short that it stands for nearly all. */
const mostExpansions = 50
const mostOfShortPrefix = [0, 5, 15]
export const mostLonger = (prefix: string): number => mostOfShortPrefix[prefix.length] ?? mostExpansions

/** For each term, what meets it. `endsOpen`: the last word may be the beginning of a longer one. */
export function conditionsOf(
  vocabulary: Vocabulary,
  terms: readonly QueryTerm[],
  endsOpen: boolean,
): readonly Condition[] {
  return terms.map(term => conditionOfTerm(vocabulary, term, endsOpen && term.isLast))
}

function conditionOfTerm(vocabulary: Vocabulary, { words, others }: QueryTerm, isOpen: boolean): Condition {
  const own = allOf(words.map((word, at) => conditionOfWord(vocabulary, word, isOpen && at === words.length - 1)))
  if (others.length === 0) return own
  const instead = others.map(phrase => ({ condition: conditionOfForm(phrase), isExact: false }))
  return { any: [{ condition: own, isExact: true }, ...instead] }
}

/** A word in any of its forms; one that may be unfinished stands for longer ones too. */
function conditionOfWord(vocabulary: Vocabulary, word: QueryWord, isOpen: boolean): Condition {
  const forms = word.forms.map(form => ({ condition: conditionOfForm(form), isExact: true }))
  const longer = isOpen ? longerWords(vocabulary, word) : []
  return { any: [...forms, ...longer.map(word => ({ condition: { word }, isExact: false }))] }
}

const conditionOfForm = (form: readonly string[]): Condition => allOf(form.map(word => ({ word })))

function allOf(conditions: readonly Condition[]): Condition {
  const [first] = conditions
  return first && conditions.length === 1 ? first : { all: conditions }
}

function longerWords(vocabulary: Vocabulary, { typed, begins }: QueryWord): string[] {
  const prefixes = begins.flatMap(begin => prefixesOf(vocabulary, begin))
  return [...new Set(prefixes.flatMap(prefix => wordsFrom(vocabulary, prefix, mostLonger(typed))))]
}

/** A plural that is half typed begins no word of the index, which has singulars: "batteri" and "brushe". */
function prefixesOf(vocabulary: Vocabulary, typed: string): string[] {
  if (hasPrefix(vocabulary, typed)) return [typed]
  return singularPrefixes(typed)
}

export function singularPrefixes(typed: string): string[] {
  if (typed.length > 3 && typed.endsWith('i')) return [`${typed.slice(0, -1)}y`]
  if (typed.length > 3 && typed.endsWith('e')) return [typed.slice(0, -1)]
  return []
}

/** Whether some tool may have the word, in one of its forms or, unfinished, as the beginning of another. */
export function isWordKnown(vocabulary: Vocabulary, word: QueryWord, isOpen: boolean): boolean {
  if (word.forms.some(form => form.every(part => isKnown(vocabulary, part)))) return true
  return (
    isOpen && word.begins.some(begin => prefixesOf(vocabulary, begin).some(prefix => hasPrefix(vocabulary, prefix)))
  )
}

import type { ToolIndex } from '../build.server.ts'
import { type Option, anyOf, both } from '../postings.server.ts'
import { type Vocabulary, hasPrefix, isKnown, postingsOf, wordsFrom } from './vocabulary.server.ts'
import type { QueryTerm } from '../../search/synonyms.rules.ts'
import type { QueryWord } from '../../search/words.rules.ts'

/** From the terms of a query to the slots that have it. */

/** Words that a prefix may stand for; fewer where it is so short that it stands for nearly all. */
const mostExpansions = 50
const mostOfShortPrefix = [0, 5, 15]

/** For each term, the slots that have it. `endsOpen`: the last word may be the beginning of a longer one. */
export function find(index: ToolIndex, terms: readonly QueryTerm[], endsOpen: boolean): Uint32Array[] {
  return terms.map(term => slotsOfTerm(index, term, endsOpen && term.isLast))
}

function slotsOfTerm(index: ToolIndex, { words, others }: QueryTerm, isOpen: boolean): Uint32Array {
  const own = words
    .map((word, at) => slotsOfWord(index, word, isOpen && at === words.length - 1))
    .reduce((all, list) => both(all, list))
  if (others.length === 0) return own
  const instead = others.map(phrase => ({ list: slotsOfForm(index.vocabulary, phrase), isExact: false }))
  return anyOf([{ list: own, isExact: true }, ...instead], index.columns.count)
}

/** The slots that have a word in any of its forms; one that may be unfinished stands for longer ones too. */
function slotsOfWord(index: ToolIndex, word: QueryWord, isOpen: boolean): Uint32Array {
  const lists = word.forms.map(form => ({ list: slotsOfForm(index.vocabulary, form), isExact: true }))
  return anyOf([...lists, ...(isOpen ? longerWords(index.vocabulary, word) : [])], index.columns.count)
}

function slotsOfForm(vocabulary: Vocabulary, form: readonly string[]): Uint32Array {
  return form.map(word => postingsOf(vocabulary, word)).reduce((all, list) => both(all, list))
}

function longerWords(vocabulary: Vocabulary, { typed }: QueryWord): Option[] {
  const most = mostOfShortPrefix[typed.length] ?? mostExpansions
  return prefixesOf(vocabulary, typed)
    .flatMap(prefix => wordsFrom(vocabulary, prefix, most))
    .map(word => ({ list: postingsOf(vocabulary, word), isExact: false }))
}

/** A plural that is half typed begins no word of the index, which has singulars: "batteri" and "brushe". */
function prefixesOf(vocabulary: Vocabulary, typed: string): string[] {
  if (hasPrefix(vocabulary, typed)) return [typed]
  if (typed.length > 3 && typed.endsWith('i')) return [`${typed.slice(0, -1)}y`]
  if (typed.length > 3 && typed.endsWith('e')) return [typed.slice(0, -1)]
  return []
}

/** Whether some tool may have the word, in one of its forms or, unfinished, as the beginning of another. */
export function isWordKnown(vocabulary: Vocabulary, word: QueryWord, isOpen: boolean): boolean {
  if (word.forms.some(form => form.every(part => isKnown(vocabulary, part)))) return true
  return isOpen && prefixesOf(vocabulary, word.typed).some(prefix => hasPrefix(vocabulary, prefix))
}

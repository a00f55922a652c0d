import type { ToolIndex } from './finder.index-build.server.ts'
import { universalWord } from './finder.index-build.server.ts'
import { slotState } from './finder.index-columns.server.ts'
import { startPage } from './finder.index-page.server.ts'
import { type Matches, allOf, anyOf, both, inexact } from './finder.index-postings.server.ts'
import { type PriceRange, priceRanges } from './finder.index-prices.server.ts'
import { facetsOf, tally } from './finder.index-tally.server.ts'
import { hasPrefix, postingBits, postingsOf, wordsFrom } from './finder.index-vocabulary.server.ts'
import type { IndexAnswer, IndexQuestion } from './finder.index.ts'
import { type Synonyms, type Wish, wishesOf } from './finder.synonyms.rules.ts'
import { type QueryWord, queryWords } from './finder.words.rules.ts'

/** An index with what it takes to ask it. */
export type Searcher = { answer(question: IndexQuestion): IndexAnswer }

/** Words that a prefix may stand for; fewer where it is so short that it stands for nearly all. */
const mostExpansions = 50
const mostOfShortPrefix = 20

export function searcher(index: ToolIndex, { synonyms, currency }: { synonyms: Synonyms; currency: string }): Searcher {
  const ranges = priceRanges(index.columns, currency)
  const marks = fitMarks(index)
  return {
    answer(question) {
      const { words, endsOpen } = queryWords(question.words)
      const fit = question.fit && marks.put(question.fit)
      const found = words.length > 0 ? find(index, wishesOf(words, synonyms), endsOpen) : everything(index, question)
      const answer = answerOf(index, { question, found, fit, ranges })
      if (question.fit) marks.clear(question.fit)
      return answer
    },
  }
}

function answerOf(
  index: ToolIndex,
  asked: {
    question: IndexQuestion
    found: Matches | 'all'
    fit: Uint8Array | undefined
    ranges: readonly PriceRange[]
  },
): IndexAnswer {
  const page = startPage(index.columns, asked.question)
  const counts = tally(index, asked, page)
  return { total: counts.total, ...page.finish(), facets: facetsOf(counts, index, asked), suggestions: [] }
}

/** The slots that have all of what is wished. */
export function find(index: ToolIndex, wishes: readonly Wish[], endsOpen: boolean): Matches {
  return allOf(wishes.map(wish => slotsOfWish(index, wish, endsOpen && wish.isLast)))
}

function slotsOfWish(index: ToolIndex, { words, others }: Wish, isOpen: boolean): Uint32Array {
  const slotCount = index.columns.count
  const own = words
    .map((word, at) => slotsOfWord(index, word, isOpen && at === words.length - 1))
    .reduce((all, list) => both(all, list))
  if (others.length === 0) return own
  const instead = others.map(phrase => slotsOfForm(index, phrase)).map(inexact)
  return anyOf([own, ...instead], slotCount)
}

/** The slots that have a word in any of its forms; one that may be unfinished stands for longer ones too. */
function slotsOfWord(index: ToolIndex, word: QueryWord, isOpen: boolean): Uint32Array {
  const lists = word.forms.map(form => slotsOfForm(index, form))
  const [first] = lists
  if (first && lists.length === 1 && !isOpen) return first
  return anyOf([...lists, ...(isOpen ? longerWords(index, word) : [])], index.columns.count)
}

function slotsOfForm({ vocabulary }: ToolIndex, form: readonly string[]): Uint32Array {
  return form.map(word => postingsOf(vocabulary, word)).reduce((all, list) => both(all, list))
}

function longerWords({ vocabulary }: ToolIndex, { typed }: QueryWord): Uint32Array[] {
  const most = typed.length <= 2 ? mostOfShortPrefix : mostExpansions
  return prefixesOf(typed, prefix => hasPrefix(vocabulary, prefix))
    .flatMap(prefix => wordsFrom(vocabulary, prefix, most))
    .map(word => inexact(postingsOf(vocabulary, word)))
}

/** A plural that is half typed begins no word of the index, which has singulars: "batteri" and "brushe". */
function prefixesOf(typed: string, isThere: (prefix: string) => boolean): string[] {
  if (isThere(typed)) return [typed]
  if (typed.length > 3 && typed.endsWith('i')) return [`${typed.slice(0, -1)}y`]
  if (typed.length > 3 && typed.endsWith('e')) return [typed.slice(0, -1)]
  return []
}

/** Without words: what has an answer for the vehicle or needs none; all there is, without a vehicle. */
function everything(index: ToolIndex, { fit }: IndexQuestion): Matches | 'all' {
  if (!fit) return 'all'
  const universal = postingsOf(index.vocabulary, universalWord)
  const slots = new Uint32Array(fit.ordinals.length + universal.length)
  let count = 0
  const { state } = index.columns
  for (const ordinal of fit.ordinals) {
    const slot = (index.slotOf[ordinal] ?? 0) - 1
    // Universal parts come with their word.
    if (slot < 0 || (state[slot] ?? 0) & slotState.isUniversal) continue
    slots[count] = slot
    count += 1
  }
  for (const posting of universal) {
    slots[count] = posting >>> postingBits.slotShift
    count += 1
  }
  return { slots, scores: new Uint16Array(count), count }
}

/** By slot, the answers for a vehicle; as long as the question is answered. */
function fitMarks(index: ToolIndex) {
  let marks = new Uint8Array(index.columns.ordinal.length)
  type Fit = NonNullable<IndexQuestion['fit']>
  const mark = ({ ordinals, answers }: Fit, isOn: boolean) => {
    for (let at = 0; at < ordinals.length; at++) {
      const slot = (index.slotOf[ordinals[at] ?? 0] ?? 0) - 1
      const answer = answers[at] ?? 0
      if (slot >= 0 && answer <= 2) marks[slot] = isOn ? answer : 0
    }
  }
  return {
    put(fit: Fit): Uint8Array {
      if (marks.length < index.columns.count) marks = new Uint8Array(index.columns.ordinal.length)
      mark(fit, true)
      return marks
    },
    clear: (fit: Fit) => mark(fit, false),
  }
}

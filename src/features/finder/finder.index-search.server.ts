import type { ToolIndex } from './finder.index-build.server.ts'
import { universalWord } from './finder.index-build.server.ts'
import { slotState } from './finder.index-columns.server.ts'
import { startPage } from './finder.index-page.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { priceRanges } from './finder.index-prices.server.ts'
import { facetsOf, tally } from './finder.index-tally.server.ts'
import { postingBits, postingsOf } from './finder.index-vocabulary.server.ts'
import type { IndexAnswer, IndexQuestion } from './finder.index.ts'
import { findWords } from './finder.index-words.server.ts'
import { wordsBySynonym } from './finder.index-typos.server.ts'
import type { Synonyms } from './finder.synonyms.rules.ts'
import { tokensOf } from './finder.words.rules.ts'

/** An index with what it takes to ask it. */
export type Searcher = { answer(question: IndexQuestion): IndexAnswer }

export function searcher(index: ToolIndex, { synonyms, currency }: { synonyms: Synonyms; currency: string }): Searcher {
  const ranges = priceRanges(index.columns, currency)
  const reading = { synonyms, also: wordsBySynonym(index.vocabulary, synonyms.byPhrase) }
  const marks = fitMarks(index)
  return {
    answer(question) {
      const hasWords = tokensOf(question.words).length > 0
      const { found, corrected, suggestions } = hasWords
        ? findWords(index, reading, question.words)
        : { found: everything(index, question), corrected: undefined, suggestions: [] }
      const fit = question.fit && marks.put(question.fit)
      const page = startPage(index.columns, question)
      const counts = tally(index, { question, found, fit, ranges }, page)
      if (question.fit) marks.clear(question.fit)
      const facets = facetsOf(counts, index, { question, ranges })
      return { total: counts.total, ...page.finish(), facets, corrected, suggestions }
    },
  }
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

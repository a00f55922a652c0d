import type { ToolIndex } from './finder.index-build.server.ts'
import { universalWord } from './finder.index-build.server.ts'
import { facetsOf } from './finder.index-facets.server.ts'
import { pageOf } from './finder.index-page.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { fitFacets, tally } from './finder.index-tally.server.ts'
import { wordsBySynonym } from './finder.index-typos.server.ts'
import { postingBits, postingsOf } from './finder.index-vocabulary.server.ts'
import { findWords } from './finder.index-words.server.ts'
import type { IndexAnswer, IndexQuestion } from './finder.index.ts'
import type { Synonyms } from './finder.synonyms.rules.ts'
import { tokensOf } from './finder.words.rules.ts'

/** An index with what it takes to ask it. */
export type Searcher = { answer(question: IndexQuestion): IndexAnswer }

export function searcher(index: ToolIndex, synonyms: Synonyms): Searcher {
  const reading = { synonyms, also: wordsBySynonym(index.vocabulary, synonyms.byPhrase) }
  const marks = fitMarks(index)
  return {
    answer(question) {
      const hasWords = tokensOf(question.words).length > 0
      const words = hasWords ? findWords(index, reading, question) : undefined
      const found = words?.found ?? everything(index, question)
      const fit = question.fit && marks.put(question.fit)
      const counts = tally(index, { question, found, fit })
      if (question.fit) marks.clear(question.fit)
      return {
        total: counts.passed.count,
        ...pageOf(index.columns, counts.passed, question),
        facets: facetsOf(counts, index, question),
        corrected: words?.corrected,
        suggestions: words?.suggest() ?? [],
      }
    },
  }
}

/** Without words: what has an answer for the vehicle or needs none; all there is, without a vehicle. */
function everything(index: ToolIndex, { fit }: IndexQuestion): Matches | 'all' {
  if (!fit) return 'all'
  const universal = postingsOf(index.vocabulary, universalWord)
  const slots = new Uint32Array(fit.ordinals.length + universal.length)
  let count = 0
  for (const ordinal of fit.ordinals) {
    const slot = (index.slotOf[ordinal] ?? 0) - 1
    // Universal parts come with their word.
    if (slot < 0 || index.columns.isUniversal[slot] === 1) continue
    slots[count] = slot
    count += 1
  }
  for (const posting of universal) {
    slots[count] = posting >>> postingBits.slotShift
    count += 1
  }
  return { slots, scores: new Uint16Array(count), count }
}

type FitOfTools = NonNullable<IndexQuestion['fit']>
const universalFit = fitFacets.indexOf('universal') + 1

/** By slot, the answers for a vehicle; between questions, only the universal parts are marked. */
function fitMarks(index: ToolIndex) {
  let marks = new Uint8Array(0)
  let marked = 0
  const mark = ({ ordinals, answers }: FitOfTools, isOn: boolean) => {
    for (let at = 0; at < ordinals.length; at++) {
      const slot = (index.slotOf[ordinals[at] ?? 0] ?? 0) - 1
      const answer = answers[at] ?? 0
      if (slot >= 0 && answer < universalFit) marks[slot] = isOn ? answer : baseOf(slot)
    }
  }
  const baseOf = (slot: number) => (index.columns.isUniversal[slot] === 1 ? universalFit : 0)
  return {
    put(fit: FitOfTools): Uint8Array {
      if (marks.length < index.columns.ordinal.length) {
        const longer = new Uint8Array(index.columns.ordinal.length)
        longer.set(marks)
        marks = longer
      }
      for (; marked < index.columns.count; marked++) marks[marked] = baseOf(marked)
      mark(fit, true)
      return marks
    },
    clear: (fit: FitOfTools) => mark(fit, false),
  }
}

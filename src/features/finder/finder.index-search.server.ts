import type { ToolIndex } from './finder.index-build.server.ts'
import { universalWord, universalWordOf } from './finder.index-build.server.ts'
import { facetsOf } from './finder.index-facets.server.ts'
import { pageOf } from './finder.index-page.server.ts'
import { factBits } from './finder.index-columns.server.ts'
import { type Counts, type Found, fitFacets, tally } from './finder.index-tally.server.ts'
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
      const counts = words
        ? marks.during(question.fit, fit => tally(index, { question, found: words.found, fit }))
        : tally(index, { question, ...everything(index, question) })
      if (!words && asksForCategoryAlone(question)) addOtherUniversals(index, question, counts)
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

/** What is gone through to answer, and with a vehicle the answer of each: the number in `fitFacets`, from 1. */
function everything(index: ToolIndex, question: IndexQuestion): Found {
  const { fit } = question
  if (!fit) return { found: 'all', fit: undefined }
  const { vocabulary, slotOf } = index
  const words = asksForCategoryAlone(question) ? question.categories.map(universalWordOf) : [universalWord]
  const universals = [...new Set(words)].map(word => postingsOf(vocabulary, word))
  const most = universals.reduce((sum, { length }) => sum + length, fit.ordinals.length)
  const slots = new Uint32Array(most)
  const answers = new Uint8Array(most)
  /** Universal parts with an answer for this very vehicle, which counts more. */
  const answered = new Set<number>()
  let count = 0
  for (let at = 0; at < fit.ordinals.length; at++) {
    const slot = (slotOf[fit.ordinals[at] ?? 0] ?? 0) - 1
    const answer = fit.answers[at] ?? 0
    if (slot < 0) continue
    if (isUniversalAt(index, slot)) answered.add(slot)
    if (answer >= universalFit) continue
    slots[count] = slot
    answers[count] = answer
    count += 1
  }
  for (const postings of universals) {
    for (const posting of postings) {
      const slot = posting >>> postingBits.slotShift
      if (answered.has(slot)) continue
      slots[count] = slot
      answers[count] = universalFit
      count += 1
    }
  }
  return { found: { slots, scores: new Uint16Array(count), count }, fit: { answers, byPlace: true } }
}

/**
 * Whether universal parts of other categories than the chosen ones matter for nothing but those categories' counts: then
 * they are not gone through, for they are many times what fits the vehicle.
 */
function asksForCategoryAlone({ fit, categories, brands, minPrice, maxPrice, onlyInStock, minRating }: IndexQuestion) {
  const isNarrowed = brands.length > 0 || onlyInStock
  const hasBounds = minPrice !== undefined || maxPrice !== undefined || minRating !== undefined
  return fit !== undefined && categories.length > 0 && !isNarrowed && !hasBounds
}

/** The counts of the categories that are not chosen get their universal parts, which were not gone through. */
function addOtherUniversals(index: ToolIndex, { categories, fit }: IndexQuestion, counts: Counts): void {
  // Where they are not wanted, they fail two filters and count nowhere.
  if (!fit || (fit.wanted.length > 0 && !fit.wanted.includes('universal'))) return
  const chosen = new Set(categories.map(slug => index.categories.numbers.get(slug)))
  const add = (category: number, count: number) => {
    if (!chosen.has(category)) counts.category[category] = (counts.category[category] ?? 0) + count
  }
  for (const [category, count] of index.universals.entries()) add(category, count ?? 0)
  // Those with an answer for this very vehicle were counted by that.
  for (const ordinal of fit.ordinals) {
    const slot = (index.slotOf[ordinal] ?? 0) - 1
    if (slot >= 0 && isUniversalAt(index, slot))
      add((index.columns.facts[2 * slot] ?? 0) >>> factBits.categoryShift, -1)
  }
}

const isUniversalAt = ({ columns }: ToolIndex, slot: number) =>
  ((columns.facts[2 * slot] ?? 0) & factBits.universal) !== 0

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
      // Also of a universal part: that it does not fit this very vehicle counts more.
      const said = answer < universalFit ? answer : 0
      if (slot >= 0) marks[slot] = isOn ? said : baseOf(slot)
    }
  }
  const baseOf = (slot: number) => (isUniversalAt(index, slot) ? universalFit : 0)
  const catchUp = () => {
    if (marks.length < index.columns.ordinal.length) {
      const longer = new Uint8Array(index.columns.ordinal.length)
      longer.set(marks)
      marks = longer
    }
    for (; marked < index.columns.count; marked++) marks[marked] = baseOf(marked)
  }
  return {
    /** Does this with the answers marked, and takes them away again whatever comes of it. */
    during<T>(fit: FitOfTools | undefined, work: (fit: Found['fit']) => T): T {
      if (!fit) return work(undefined)
      catchUp()
      try {
        mark(fit, true)
        return work({ answers: marks, byPlace: false })
      } finally {
        mark(fit, false)
      }
    },
  }
}

import type { ToolIndex } from './finder.index-build.server.ts'
import { universalWord, universalWordOf } from './finder.index-build.server.ts'
import { facetsOf } from './finder.index-facets.server.ts'
import { pageOf } from './finder.index-page.server.ts'
import type { Matches } from './finder.index-postings.server.ts'
import { type Counts, fitFacets, tally } from './finder.index-tally.server.ts'
import { wordsBySynonym } from './finder.index-typos.server.ts'
import { postingBits, postingsOf } from './finder.index-vocabulary.server.ts'
import { findWords } from './finder.index-words.server.ts'
import type { FitFacet, IndexAnswer, IndexQuestion } from './finder.index.ts'
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
      const counts = marks.within(question.fit, fit => tally(index, { question, found, fit }))
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

/** Without words: what has an answer for the vehicle or needs none; all there is, without a vehicle. */
function everything(index: ToolIndex, question: IndexQuestion): Matches | 'all' {
  const { fit } = question
  if (!fit) return 'all'
  const { vocabulary } = index
  const words = asksForCategoryAlone(question) ? question.categories.map(universalWordOf) : [universalWord]
  const universals = [...new Set(words)].map(word => postingsOf(vocabulary, word))
  const most = universals.reduce((sum, { length }) => sum + length, fit.ordinals.length)
  const slots = new Uint32Array(most)
  let count = 0
  for (const ordinal of fit.ordinals) {
    const slot = (index.slotOf[ordinal] ?? 0) - 1
    // Universal parts come with their word.
    if (slot < 0 || index.columns.isUniversal[slot] === 1) continue
    slots[count] = slot
    count += 1
  }
  for (const postings of universals) {
    for (const posting of postings) {
      slots[count] = posting >>> postingBits.slotShift
      count += 1
    }
  }
  return { slots, scores: new Uint16Array(count), count }
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
  if (!fit) return
  const { isUniversal, category: categoryOf } = index.columns
  const isWanted = (facet: FitFacet | undefined) =>
    facet !== undefined && (fit.wanted.length === 0 || fit.wanted.includes(facet))
  const chosen = new Set(categories.map(slug => index.categories.numbers.get(slug)))
  const add = (category: number, count: number) => {
    if (!chosen.has(category)) counts.category[category] = (counts.category[category] ?? 0) + count
  }
  // Where they are not wanted, they fail two filters and count nowhere.
  const ofUniversal = Number(isWanted('universal'))
  if (ofUniversal === 1) for (const [category, count] of index.universals.entries()) add(category, count ?? 0)
  // Those with an answer for this very vehicle count by that.
  for (let at = 0; at < fit.ordinals.length; at++) {
    const slot = (index.slotOf[fit.ordinals[at] ?? 0] ?? 0) - 1
    if (slot < 0 || isUniversal[slot] !== 1) continue
    const said = fitFacets[(fit.answers[at] ?? 0) - 1]
    add(categoryOf[slot] ?? 0, Number(isWanted(said === 'universal' ? undefined : said)) - ofUniversal)
  }
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
      // Also of a universal part: that it does not fit this very vehicle counts more.
      const said = answer < universalFit ? answer : 0
      if (slot >= 0) marks[slot] = isOn ? said : baseOf(slot)
    }
  }
  const baseOf = (slot: number) => (index.columns.isUniversal[slot] === 1 ? universalFit : 0)
  const grow = () => {
    if (marks.length < index.columns.ordinal.length) {
      const longer = new Uint8Array(index.columns.ordinal.length)
      longer.set(marks)
      marks = longer
    }
    for (; marked < index.columns.count; marked++) marks[marked] = baseOf(marked)
  }
  return {
    /** The next question finds none of this one's answers, also where this one fails. */
    within<T>(fit: FitOfTools | undefined, use: (marks: Uint8Array | undefined) => T): T {
      if (!fit) return use(undefined)
      grow()
      try {
        mark(fit, true)
        return use(marks)
      } finally {
        mark(fit, false)
      }
    },
  }
}

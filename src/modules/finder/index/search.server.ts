import { isWithin } from '#rules/catalogue'
import { type ToolIndex, universalWord, universalWordOf } from './build.server.ts'
import { facetsOf } from './facets.server.ts'
import { startPage } from './page.server.ts'
import { type Piece, type Source, emptyPiece, everySlot, fetchRows, theseSlots } from './pieces.server.ts'
import { capacityOf, categoryOf, factBits, factOf } from './columns.server.ts'
import { hasAll, inAll } from './postings.server.ts'
import { type Counts, answerOfCode, fitCode, fitScores, startTally } from './tally.server.ts'
import { wordsBySynonym } from './words/typos.server.ts'
import { postingBits, postingsOf } from './words/vocabulary.server.ts'
import { findText, findWords } from './words/words.server.ts'
import type { IndexAnswer, IndexQuestion } from './index.ts'
import { narrows } from '../filters/attributes.rules.ts'
import { fitFacets } from '../lists.rules.ts'
import type { Synonyms } from '../words/synonyms.rules.ts'
import { isWordless, tokensOf } from '../words/words.rules.ts'

/** An index with what it takes to ask it. */
export type Searcher = {
  answer(question: IndexQuestion): IndexAnswer
  /** As `SearchIndex.knows`. */
  knows(words: string): boolean
}

export function searcher(index: ToolIndex, synonyms: Synonyms): Searcher {
  const reading = { synonyms, also: wordsBySynonym(index.vocabulary, synonyms.byPhrase) }
  const marks = fitMarks(index)
  const piece = emptyPiece()

  function goThroughAll(question: IndexQuestion) {
    if (!question.fit) return goThrough(everySlot(index.columns.count), question)
    const isOfCategories = asksForCategoryAlone(question)
    const chosen = isOfCategories ? categoriesWithin(index, question.categories) : []
    const answered = new Set(answeredUniversals(index, question.fit))
    const universals = isOfCategories ? chosen.map(universalWordOf) : [universalWord]
    const result = goThrough(ofVehicle(index, question.fit, { universals, answered }), question)
    const { facets } = question.fit
    if (isOfCategories) addOtherUniversals(index, chosen, { counts: result.tally.counts, facets, answered })
    return result
  }

  function goThrough(source: Source, question: IndexQuestion, fits?: Uint8Array) {
    const tally = startTally(index, question)
    const page = startPage(index.columns, question)
    while (source(piece)) {
      if (fits) keepMarked(piece, fits)
      fetchRows(piece, index.columns.rows)
      tally.take(piece)
      page.take(piece)
    }
    return { tally, page: page.page() }
  }

  return {
    answer(question) {
      const hasWords = tokensOf(question.words).length > 0
      const words = hasWords ? findWords(index, reading, question) : undefined
      const { tally, page } = words
        ? marks.during(question.fit, fits => goThrough(inAll(words.lists), question, fits))
        : isWordless(question.words)
          ? goThrough(noSlot, question)
          : goThroughAll(question)
      return {
        total: tally.counts.passed,
        ...page,
        facets: facetsOf(tally, index, question),
        corrected: words?.corrected,
        suggestions: words?.suggest() ?? [],
      }
    },
    knows: text => tokensOf(text).length > 0 && hasAll(findText(index, reading, text)),
  }
}

const noSlot: Source = () => false

/** Keeps what has an answer for the vehicle, with it. */
function keepMarked(piece: Piece, marks: Uint8Array): void {
  const { slots, scores, fits, count } = piece
  let target = 0
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0
    const code = marks[slot] ?? 0
    slots[target] = slot
    scores[target] = (scores[at] ?? 0) + (fitScores[answerOfCode(code)] ?? 0)
    fits[target] = code
    // Which have one is hard to foresee: what has none is written over.
    target += code === 0 ? 0 : 1
  }
  piece.count = target
}

/** What is said of universal parts and one vehicle: the words for those that matter, and the slots with an answer. */
type Universals = { universals: readonly string[]; answered: ReadonlySet<number> }

/** What has an answer for a vehicle, and universal parts. */
function ofVehicle(index: ToolIndex, fit: FitOfTools, { universals: words, answered }: Universals): Source {
  const universals = [...new Set(words)].map(word => postingsOf(index.vocabulary, word))
  const most = universals.reduce((sum, { length }) => sum + length, fit.ordinals.length)
  const slots = new Int32Array(most)
  const fits = new Uint8Array(most)
  const scores = new Uint16Array(most)
  let count = 0
  for (let at = 0; at < fit.ordinals.length; at++) {
    const slot = (index.slotOf[fit.ordinals[at] ?? 0] ?? 0) - 1
    const answer = fit.answers[at] ?? 0
    slots[count] = slot
    fits[count] = fitCode(answer, fit.places?.[at] ?? 0)
    scores[count] = fitScores[answer] ?? 0
    // Which of them count is hard to foresee: what does not is written over.
    count += slot >= 0 && answer < universalFit ? 1 : 0
  }
  // What is said of a universal part and this very vehicle counts more.
  for (const postings of universals) {
    for (const posting of postings) {
      const slot = posting >>> postingBits.slotShift
      if (answered.has(slot)) continue
      slots[count] = slot
      fits[count] = universalFit
      scores[count] = fitScores[universalFit] ?? 0
      count += 1
    }
  }
  return theseSlots({ slots, scores, fits, count })
}

/** The slots of universal parts with an answer for this very vehicle. */
function answeredUniversals({ slotOf, columns }: ToolIndex, { ordinals }: FitOfTools): Int32Array {
  const slots = new Int32Array(ordinals.length)
  let count = 0
  for (let at = 0; at < ordinals.length; at++) {
    const slot = (slotOf[ordinals[at] ?? 0] ?? 0) - 1
    slots[count] = slot
    // As in `fetchRows`: nothing is decided by what is read, so that many reads are waited for at once.
    count += Math.sign(factOf(columns, Math.max(slot, 0)) & factBits.universal) * (slot >= 0 ? 1 : 0)
  }
  return slots.subarray(0, count)
}

/**
 * Whether universal parts of other categories than the chosen ones matter for nothing but those categories' counts: then
 * they are not gone through, for they are many times what fits the vehicle.
 */
function asksForCategoryAlone({
  categories,
  brands,
  attributes,
  minPrice,
  maxPrice,
  onlyInStock,
  minRating,
}: IndexQuestion) {
  const isNarrowed = brands.length > 0 || onlyInStock || (attributes ?? []).some(narrows)
  const hasBounds = minPrice !== undefined || maxPrice !== undefined || minRating !== undefined
  return categories.length > 0 && !isNarrowed && !hasBounds
}

/** The ids of the categories of these paths that tools are in, and of those below. */
function categoriesWithin({ categories, tree }: ToolIndex, paths: readonly string[]): string[] {
  return categories.values.filter(id => {
    const category = tree.get(id)
    return category && isWithin(category, paths)
  })
}

/** The counts of the categories that are not chosen get their universal parts, which were not gone through. */
function addOtherUniversals(
  index: ToolIndex,
  categories: readonly string[],
  { counts, facets, answered }: Pick<FitOfTools, 'facets'> & Pick<Universals, 'answered'> & { counts: Counts },
): void {
  // Where they are not chosen, they fail two filters and count nowhere.
  if (facets.length > 0 && !facets.includes('universal')) return
  const chosen = new Set(categories.map(id => index.categories.numbers.get(id)))
  const add = (category: number, count: number) => {
    if (!chosen.has(category)) counts.category[category] = (counts.category[category] ?? 0) + count
  }
  for (const [category, count] of index.universals.entries()) add(category, count ?? 0)
  // Those with an answer for this very vehicle were counted by that.
  for (const slot of answered) add(categoryOf(index.columns, slot), -1)
}

const isUniversalAt = ({ columns }: ToolIndex, slot: number) => (factOf(columns, slot) & factBits.universal) !== 0

type FitOfTools = NonNullable<IndexQuestion['fit']>
const universalFit = fitFacets.indexOf('universal') + 1

/** By slot, its code for the vehicle (`fitCode`); between questions, only the universal parts are marked. */
function fitMarks(index: ToolIndex) {
  let marks = new Uint8Array(0)
  let marked = 0
  const mark = ({ ordinals, answers, places }: FitOfTools, isOn: boolean) => {
    for (let at = 0; at < ordinals.length; at++) {
      const slot = (index.slotOf[ordinals[at] ?? 0] ?? 0) - 1
      const answer = answers[at] ?? 0
      // Also of a universal part: that it does not fit this very vehicle counts more.
      const code = answer < universalFit ? fitCode(answer, places?.[at] ?? 0) : 0
      if (slot >= 0) marks[slot] = isOn ? code : baseOf(slot)
    }
  }
  const baseOf = (slot: number) => (isUniversalAt(index, slot) ? universalFit : 0)
  const catchUp = () => {
    if (marks.length < capacityOf(index.columns)) {
      const longer = new Uint8Array(capacityOf(index.columns))
      longer.set(marks)
      marks = longer
    }
    for (; marked < index.columns.count; marked++) marks[marked] = baseOf(marked)
  }
  return {
    /** Does this with the answers marked, and takes them away again whatever comes of it. */
    during<T>(fit: FitOfTools | undefined, work: (fits?: Uint8Array) => T): T {
      if (!fit) return work()
      catchUp()
      try {
        mark(fit, true)
        return work(marks)
      } finally {
        mark(fit, false)
      }
    },
  }
}

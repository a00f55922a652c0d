import type { CategoryCount } from '#rules/catalogue'
import type { AttributeCounts, AttributeQuestion } from '../search/attributes.rules.ts'
import type { FitFacet, SortOrder } from '../finder.rules.ts'

/**
 * What the search index is asked and answers: the messages between the shop and the worker that holds the index. Tools
 * are named by their ordinals; the database has the last word on everything that is shown.
 */
export type IndexQuestion = {
  /** Words as typed; empty for browsing. */
  words: string
  /** Nothing is corrected: the buyer wants the very words. */
  asTyped?: boolean | undefined
  /** Slugs of categories, for what is in them and below, and names of brands: any of them. */
  categories: readonly string[]
  brands: readonly string[]
  /** Those that are counted, and what of each is chosen; of a value that is chosen, no other category is counted by. */
  attributes?: readonly AttributeQuestion[]
  /** Minor units, both inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  onlyInStock: boolean
  /** At least so many stars. */
  minRating?: number | undefined
  /** With a vehicle: ordinals of what has an answer for it, in rising order, and the answers (`rowAnswers`). */
  fit?: { ordinals: Uint32Array; answers: Uint8Array; wanted: readonly FitFacet[] } | undefined
  sort: SortOrder
  /** The place after which the page begins, as `IndexAnswer.next` gave it. */
  after?: string | undefined
  limit: number
}

export type IndexAnswer = {
  /** Exact. */
  total: number
  ordinals: number[]
  facets: {
    category: CategoryCount[]
    brand: FacetCount[]
    price: FacetCount[]
    stock: FacetCount[]
    rating: FacetCount[]
    fit: FacetCount[]
    /** In the order in which they were asked for. */
    attributes: AttributeCounts[]
  }
  /** The words searched for, where they are not those typed. */
  corrected?: string | undefined
  suggestions: string[]
  next?: string | undefined
}

/** `value` is what the filter takes; the label is made where the sentences are. */
export type FacetCount = { value: string; label: string; count: number }

export type SearchIndex = {
  ask(question: IndexQuestion): Promise<IndexAnswer>
  /** Whether some tool has all of these words, or had a moment ago. Nothing is corrected or counted. */
  knows(words: string): Promise<boolean>
  /** Takes in, soon, what has been committed. An index that nobody has asked yet loads it all at the first question. */
  follow(): void
  /** Resolves once everything is in it that was committed before the call. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

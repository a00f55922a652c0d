import type { CategoryCount } from '#rules/catalogue'
import type { AttributeCounts, AttributeQuestion } from '../filters/attributes.rules.ts'
import type { FitFacet, SortOrder } from '../lists.rules.ts'

/**
 * The port of search: what an index of the catalogue is asked and answers. Two adapters keep it: the index of this process
 * (`index.server.ts`), and an OpenSearch beside the shop (`../opensearch/`). `test/finder/search-contract.ts` holds both.
 *
 * **What an adapter promises**
 * - *Words.* All of them are met, as `words/words.rules.ts` reads them, by themselves, by a synonym, or the last one as the
 *   beginning of a longer word. A word that the catalogue lacks is replaced by the nearest that it has, and the answer says so;
 *   one with a digit never is. What has neither a letter nor a digit finds nothing.
 * - *Order.* By relevance: all words in the name; then all words the very ones; with a vehicle, what fits, what fits if
 *   something is true, universal parts; then how heavy the fields are. Of the same, the one that sells more, then the newer one.
 * - *Counts.* Exact, as of one moment. Each value of a filter counts what choosing it would give, with all others as they are.
 * - *Pages.* `next` names a place by its key and not by a number: what stays is shown exactly once, whatever comes and goes.
 * - *Freshness.* What was committed before `catchUp` was called is found when it has resolved; without it, a moment later.
 * - *Truth.* Tools are named by their ordinals. The database has the last word on everything that is shown: names, prices, stock.
 *
 * Part numbers and fitment are not asked for here: they are looked up in the database, and what fits is given with the question.
 */
export type SearchIndex = {
  /** Refuses: search-unavailable, where the index is not of this process. */
  ask(question: IndexQuestion): Promise<IndexAnswer>
  /** Whether some tool has all of these words, or had a moment ago. Nothing is corrected or counted. */
  knows(words: string): Promise<boolean>
  /** Takes in, soon, what has been committed. An index that nobody has asked yet loads it all at the first question. */
  follow(): void
  /** Resolves once everything is in it that was committed before the call. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export type IndexQuestion = {
  /** Words as typed; empty for browsing. */
  words: string
  /** Nothing is corrected: the buyer wants the very words. */
  asTyped?: boolean | undefined
  /** Paths of categories, for what is in them and below, and names of brands: any of them. */
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
  fit?:
    | {
        ordinals: Uint32Array
        answers: Uint8Array
        /** At which ends of the vehicle each stands (`placeBit`), where these are to be counted. */
        places?: Uint8Array | undefined
        facets: readonly FitFacet[]
      }
    | undefined
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
    /** Some five ranges, by what the catalogue costs as of the index's last load. */
    price: FacetCount[]
    stock: FacetCount[]
    rating: FacetCount[]
    fit: FacetCount[]
    /** Both ends of the vehicle, where they were asked for: so much of what is found is known to fit and to stand there. */
    position: FacetCount[]
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

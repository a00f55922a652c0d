import * as z from 'zod/mini'
import { Tool } from '#contracts/catalogue'
import { categoryLimits } from '#rules/catalogue'
import { endpoint } from '#kernel/endpoint'
import { decimalAmount, optionalText, rowLimit, searchText, severalTexts, wholeNumber } from '#kernel/fields'
import { numberKinds } from '../finder.rules.ts'
import { finderLimits, sortOrders } from '../lists.rules.ts'
import { Condition, FitAnswer, tablesOfFit } from '../fit/fit.contract.ts'
import { tablesOfNumbers } from '../numbers/numbers.contract.ts'
import { Vehicle, VehicleId, VehicleReading } from '../vehicles/vehicles.contract.ts'
import { VinAnswer } from '../vin/vin.contract.ts'
import { Facets } from '../filters/facets.contract.ts'
import { searchFieldTexts } from './search.texts.ts'

/** How a number that was typed led to a part. */
const Match = z.object({
  kind: z.enum([...numberKinds, 'superseded', 'words']),
  /** The number as its maker writes it. */
  value: z.optional(z.string()),
  brand: z.optional(z.string()),
  isExact: z.optional(z.boolean()),
})

export const SearchHit = z.object({
  ...Tool.shape,
  fit: z.optional(
    z.object({
      answer: FitAnswer,
      isUniversal: z.boolean(),
      /** With `fits-if`: what must be true of the vehicle. */
      conditions: z.optional(z.array(Condition)),
      notes: z.optional(z.array(z.string())),
    }),
  ),
  matched: z.optional(Match),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Several values of one filter stand each for itself: `brand=Halden&brand=Corvane` finds both. */
export const SearchQuery = z.object({
  q: searchText(finderLimits.query),
  /** Categories, by their ids or paths, or by slugs that one alone has: tools in them, and below. */
  category: severalTexts({ length: categoryLimits.path }),
  brand: severalTexts(),
  /**
   * What is chosen of the attributes that the category has, by their slugs: `material:steel`, `coated:yes`, of a number where it lies,
   * `outer-diameter:10..20`, `outer-diameter:10..`. Several values of one attribute find any of them.
   */
  attr: severalTexts({ length: 300, values: 100 }),
  vehicle: z.optional(VehicleId),
  /** `fits`, `fits-if`, `universal`: with a vehicle. Unless given, parts that fit, fit with a condition, or are universal. */
  fit: severalTexts(),
  /** `front`, `rear`: only what is known to stand there on the vehicle. With a vehicle, and with words or a category. */
  position: severalTexts(),
  minPrice: z.optional(decimalAmount()),
  maxPrice: z.optional(decimalAmount()),
  inStock: optionalText(5),
  /** At least so many stars, 1 to 5. */
  rating: z.optional(wholeNumber(() => searchFieldTexts.rating)),
  /** `true`: the words as they are; nothing is corrected, and no vehicle read from them. */
  asTyped: optionalText(5),
  sort: z.optional(z.enum(sortOrders, { error: () => searchFieldTexts.sort })),
  after: optionalText(200),
  limit: rowLimit(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchAnswer = z.object({
  total: z.number(),
  /** False: there are or may be more than `total` ("10,000+"). */
  totalIsExact: z.boolean(),
  tools: z.array(SearchHit),
  facets: Facets,
  /** The words that were searched for instead of those typed. */
  corrected: z.optional(z.string()),
  /** Words close to those typed, which found something too: "did you mean". */
  suggestions: z.optional(z.array(z.string())),
  /** The vehicle searched for: the one given, or one that the words or a VIN among them named. */
  vehicle: z.optional(Vehicle),
  /** What the words say of a vehicle, and what they leave to be said. */
  reading: z.optional(VehicleReading),
  /** What the VIN says that was among the words, and the words beside it. */
  vin: z.optional(z.object({ ...VinAnswer.shape, others: z.string() })),
  /** Brands that have the very number that was typed, when there is more than one: the buyer has to say which. */
  collision: z.optional(z.array(z.string())),
  /** The number that was typed was replaced: the chain from it to its end, and whether it runs in a circle. */
  superseded: z.optional(
    z.object({ chain: z.array(z.object({ brand: z.string(), value: z.string() })), isCircle: z.boolean() }),
  ),
  /** The query of the next page. */
  next: z.optional(z.string()),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const searchContract = {
  search: endpoint('GET /search', {
    summary: 'Tools by words, by number, by vehicle, with filters and how many each would leave.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', 'attribute', ...tablesOfNumbers, ...tablesOfFit],
    query: SearchQuery,
    answer: SearchAnswer,
    refusals: ['vehicle-unknown', 'search-unavailable', 'category-unclear'],
  }),
}

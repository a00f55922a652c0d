import * as z from 'zod/mini'
import { Tool } from '#contracts/catalogue'
import { endpoint } from '#kernel/endpoint'
import { Id, decimalAmount, optionalText, paging, requiredText, severalTexts, wholeNumber } from '#kernel/fields'
import { Facets } from './search/facets.contract.ts'
import { finderLimits, fitAnswers, numberKinds, sortOrders } from './finder.rules.ts'

export { AttributeFacet, FacetValue } from './search/facets.contract.ts'

const year = wholeNumber('Choose a year.')
/** A vehicle's id, as `/vehicles` gives it. */
export const VehicleId = wholeNumber('Choose the vehicle from the list.')

export const Choice = z.object({ value: z.string(), label: z.string() })

export const Vehicle = z.object({
  id: z.number(),
  year: z.number(),
  make: z.string(),
  model: z.string(),
  engine: z.optional(z.string()),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A vehicle of one's own. The VIN comes back masked: only its last four characters are shown. */
export const OwnVehicle = z.object({
  ...Vehicle.shape,
  _id: z.string(),
  name: z.nullable(z.string()),
  maskedVin: z.nullable(z.string()),
})
export type OwnVehicle = z.infer<typeof OwnVehicle>

const Condition = z.object({ name: z.string(), value: z.string() })
const FitAnswer = z.enum(fitAnswers)
const Source = z.object({ name: z.string(), date: z.string(), isDemo: z.boolean() })

export const Fit = z.object({
  answer: FitAnswer,
  /** A universal part has no fitment: it is neither green nor red. */
  isUniversal: z.boolean(),
  conditions: z.array(Condition),
  notes: z.array(z.string()),
  position: z.optional(z.string()),
  /** Units that the vehicle takes in all of these positions. */
  quantity: z.optional(z.number()),
  source: z.optional(z.string()),
  date: z.optional(z.string()),
  isDemo: z.optional(z.boolean()),
})
export type Fit = z.infer<typeof Fit>

/** One line of a tool's fitment table: years that follow each other are one line, a gap begins another. */
export const FitmentLine = z.object({
  make: z.string(),
  model: z.string(),
  engine: z.nullable(z.string()),
  fromYear: z.number(),
  toYear: z.number(),
  fits: z.boolean(),
  position: z.nullable(z.string()),
  quantity: z.nullable(z.number()),
  conditions: z.array(Condition),
  notes: z.array(z.string()),
  source: Source,
})
export type FitmentLine = z.infer<typeof FitmentLine>

export const PartNumber = z.object({
  kind: z.enum(numberKinds),
  value: z.string(),
  brand: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Where it was read; none of the part's own number, which is the shop's word. */
  source: z.nullable(Source),
})

const Substitute = z.object({
  /** `replaced-by`: the maker's newer part; `replaces`: an older one; `instead`: another brand's that does the same. */
  relation: z.enum(['replaced-by', 'replaces', 'instead']),
  brand: z.nullable(z.string()),
  value: z.string(),
  /** The tool of this shop that has the number; none where the shop does not sell it. */
  tool: z.nullable(Tool),
})

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

export const VinAnswer = z.object({
  vin: z.string(),
  wellFormed: z.boolean(),
  checkDigit: z.enum(['pass', 'fail', 'not-applicable']),
  vehicle: z.optional(
    z.object({
      /** Missing where the catalogue of vehicles has no such one. */
      id: z.optional(z.number()),
      year: z.number(),
      make: z.string(),
      model: z.string(),
      engine: z.optional(z.string()),
    }),
  ),
  warnings: z.array(z.string()),
})
export type VinAnswer = z.infer<typeof VinAnswer>

/** Several values of one filter stand each for itself: `brand=Halden&brand=Corvane` finds both. */
export const SearchQuery = z.object({
  q: optionalText(finderLimits.query),
  category: severalTexts(),
  brand: severalTexts(),
  /**
   * What is chosen of the attributes that the category has, by their slugs: `material:steel`, `coated:yes`, of a number where it lies,
   * `outer-diameter:10..20`, `outer-diameter:10..`. Several values of one attribute find any of them.
   */
  attr: severalTexts({ length: 300, values: 100 }),
  vehicle: z.optional(VehicleId),
  /** `fits`, `fits-if`, `universal`: with a vehicle. Unless given, parts that fit, fit with a condition, or are universal. */
  fit: severalTexts(),
  minPrice: z.optional(decimalAmount('Use an amount such as 177.24.')),
  maxPrice: z.optional(decimalAmount('Use an amount such as 177.24.')),
  inStock: optionalText(5),
  /** At least so many stars, 1 to 5. */
  rating: z.optional(wholeNumber('Use 1 to 5.')),
  /** `true`: the words as they are; nothing is corrected, and no vehicle read from them. */
  asTyped: optionalText(5),
  sort: z.optional(z.enum(sortOrders, { error: 'Sort by one of the orders of the list.' })),
  after: optionalText(200),
  limit: z.optional(wholeNumber('Use a whole number.')),
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

/** Nineteen characters and more are no VIN however they are spaced; the rest is told apart by the rules. */
const Vin = z.string().check(z.maxLength(60, 'A VIN has 17 characters.'))
export const AddOwnVehicle = z.object({
  vehicle: VehicleId,
  name: optionalText(finderLimits.vehicleName),
  vin: z.optional(Vin),
})

const tablesOfVehicles = ['vehicle', 'vehicle_alias', 'make', 'model', 'engine']
const tablesOfFit = ['fitment', 'data_source', ...tablesOfVehicles]
const tablesOfNumbers = ['part_number', 'supersession', 'data_source']
const choices = { access: 'everyone', reads: tablesOfVehicles, answer: z.array(Choice) } as const

export const finderContract = {
  search: endpoint('GET /search', {
    summary: 'Tools by words, by number, by vehicle, with filters and how many each would leave.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', 'attribute', ...tablesOfNumbers, ...tablesOfFit],
    query: SearchQuery,
    answer: SearchAnswer,
    refusals: ['vehicle-unknown', 'search-unavailable'],
  }),
  listYears: endpoint('GET /vehicles/years', {
    summary: 'The years of the vehicles that can be picked, newest first.',
    ...choices,
  }),
  listMakes: endpoint('GET /vehicles/makes', {
    summary: 'The makes of a year.',
    ...choices,
    query: z.object({ year }),
  }),
  listModels: endpoint('GET /vehicles/models', {
    summary: 'The models of a make in a year.',
    ...choices,
    query: z.object({ year, make: requiredText('Choose a make.', 80) }),
  }),
  listEngines: endpoint('GET /vehicles/engines', {
    summary: 'The engines of a model; none where they are not known.',
    ...choices,
    query: z.object({ year, make: requiredText('Choose a make.', 80), model: requiredText('Choose a model.', 120) }),
  }),
  findVehicles: endpoint('GET /vehicles', {
    summary: 'The vehicle of a year, make, model and engine, or the one with an id; an empty list where there is none.',
    access: 'everyone',
    reads: tablesOfVehicles,
    query: z.object({
      id: z.optional(VehicleId),
      year: z.optional(year),
      make: optionalText(80),
      model: optionalText(120),
      engine: optionalText(120),
    }),
    answer: z.array(Vehicle),
  }),
  decodeVin: endpoint('GET /vin/:vin', {
    summary: 'What a vehicle identification number says.',
    access: 'everyone',
    personal: true,
    // However long: what is wrong with it is said by the rules, and not taken for an id that nothing has.
    params: z.object({ vin: z.string() }),
    answer: VinAnswer,
    refusals: ['vin-malformed'],
  }),
  getFit: endpoint('GET /fitment', {
    summary: 'Whether a tool fits a vehicle.',
    access: 'everyone',
    reads: ['tool', ...tablesOfFit],
    query: z.object({ tool: Id, vehicle: VehicleId }),
    answer: Fit,
    refusals: ['tool-gone', 'vehicle-unknown'],
  }),
  listFitment: endpoint('GET /tools/:id/fitment', {
    summary: 'The vehicles that a tool is known to fit, or known not to.',
    access: 'everyone',
    reads: ['tool', ...tablesOfFit],
    params: z.object({ id: Id }),
    query: z.object(paging(/^\d{1,9}\.\d{1,4}\.\d{1,9}\.\d{1,15}$/)),
    answer: z.object({ isUniversal: z.boolean(), lines: z.array(FitmentLine), next: z.optional(z.string()) }),
    refusals: ['tool-gone'],
  }),
  listNumbers: endpoint('GET /tools/:id/numbers', {
    summary: 'The numbers of a tool, and what can be taken instead of it.',
    access: 'everyone',
    reads: ['tool', 'brand', 'category', ...tablesOfNumbers],
    params: z.object({ id: Id }),
    answer: z.object({ numbers: z.array(PartNumber), substitutes: z.array(Substitute) }),
    refusals: ['tool-gone'],
  }),
  listOwnVehicles: endpoint('GET /account/vehicles', {
    summary: 'The vehicles of the account, newest first.',
    access: 'signed-in',
    answer: z.array(OwnVehicle),
  }),
  addOwnVehicles: endpoint('POST /account/vehicles', {
    summary: 'Keeps vehicles with the account, such as those of a browser before the login; one that is there stays.',
    access: 'signed-in',
    body: z.object({
      vehicles: z.array(AddOwnVehicle).check(z.minLength(1, 'Choose a vehicle.'), z.maxLength(50, 'Use at most 50.')),
    }),
    answer: z.array(OwnVehicle),
    refusals: ['vehicle-unknown', 'vin-malformed', 'too-many-vehicles'],
  }),
  removeOwnVehicle: endpoint('DELETE /account/vehicles/:id', {
    summary: 'Forgets a vehicle of the account.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
  }),
  eraseVin: endpoint('DELETE /account/vehicles/:id/vin', {
    summary: 'Forgets the VIN of a vehicle; the vehicle stays.',
    access: 'signed-in',
    params: z.object({ id: Id }),
    answer: z.object({ modifiedCount: z.number() }),
  }),
}

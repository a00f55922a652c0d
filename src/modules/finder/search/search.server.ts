import { pagingTexts } from '#kernel/fields'
import { refuseFields } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { pathsOfCategories, toolsByOrdinal } from '#services/catalogue'
import { hidesPrices } from '#services/pricing'
import { type VehicleFit, fitAt, fitIn, fitOfModels, fitOfVehicle } from '../fit/applications.server.ts'
import { fitTexts } from '../fit/fit.texts.ts'
import { facetsOfAttributes, readAttributeQuery } from '../filters/attributes.server.ts'
import type { AttributeFacet, FacetValue } from '../filters/facets.contract.ts'
import type { SearchHit, SearchAnswer, SearchQuery } from './search.contract.ts'
import type { Vehicle, VehicleReading } from '../vehicles/vehicles.contract.ts'
import { fitsOf } from '../fit/fitment.server.ts'
import { filtersOf, pageSizeOf, priceProblems } from '../filters/filters.rules.ts'
import { filterProblems } from '../filters/filters.texts.ts'
import type { IndexAnswer, SearchIndex } from '../index/index.ts'
import { isNumberPlace } from './number-page.rules.ts'
import { type NumberQuery, numberQueryOf } from '../numbers/numbers.rules.ts'
import { type NumberAnswer, type NumberSearch, searchAlike, searchNumbers } from './by-number.server.ts'
import {
  type Place,
  exactTotalMost,
  facetCountMost,
  isSearchPlace,
  placeBit,
  places as placesOfVehicle,
} from '../lists.rules.ts'
import { isWordless } from '../words/words.rules.ts'
import { isNamedBy } from '../vehicles/words.rules.ts'
import { type ReadVehicle, findNextChoices, readVehicleWords } from '../vehicles/words.server.ts'
import { nearVinAmong, vinAmong, vinProblem } from '../vin/vin.rules.ts'
import { decodeVin } from '../vin/vin.server.ts'

/** What is asked, read from the address. */
type SearchInput = NumberSearch & {
  text: string
  /** `named`: none where words tell the model and no year. */
  vehicle: { named: Vehicle | undefined; fit: VehicleFit } | undefined
  /** Only what stands at one of these ends of the vehicle; none: wherever. */
  places: readonly Place[]
  /** The words as they are: nothing is corrected, and no vehicle read from them. */
  asTyped: boolean
}

/**
 * Finds tools: by number if the text is one that leads somewhere, else by words, with a vehicle if they name one. Without
 * a text it is the catalogue, or what fits a vehicle.
 */
export async function search(ctx: Context, request: SearchQuery, index: SearchIndex): Promise<SearchAnswer> {
  const query = request.category ? { ...request, category: await pathsOfCategories(ctx, request.category) } : request
  const { filters, problems } = filtersOf(query, ctx.settings.currency)
  if (hidesPrices(ctx)) problems.push(...priceProblems(query))
  const sort = query.sort ?? 'relevance'
  const isAstray = query.after !== undefined && !isSearchPlace(query.after, sort)
  if (isAstray) problems.push({ field: 'after', message: pagingTexts.place })
  const attributeQuery = await readAttributeQuery(ctx, query)
  problems.push(...attributeQuery.problems)
  const places = placesOfVehicle.filter(place => query.position?.includes(place))
  if (places.length < (query.position?.length ?? 0))
    problems.push({ field: 'position', message: filterProblems.position })
  if (places.length > 0 && query.vehicle === undefined && !query.q) {
    problems.push({ field: 'position', message: filterProblems.vehicleFirst })
  }
  if (problems.length > 0) throw refuseFields(problems)
  const input: SearchInput = {
    text: query.q ?? '',
    filters: { ...filters, attributes: attributeQuery.questions },
    sort,
    after: query.after,
    limit: pageSizeOf(query.limit),
    vehicle:
      query.vehicle === undefined ? undefined : await vehicleFor(ctx, query.vehicle, { text: query.q ?? '', filters }),
    places,
    asTyped: query.asTyped === 'true',
  }
  const { next, isCut = false, byPlace = [], ...answer } = await findTools(ctx, input, index)
  return {
    ...answer,
    tools: answer.vehicle ? await withConditions(ctx, answer.tools, answer.vehicle.id) : answer.tools,
    total: Math.min(answer.total, exactTotalMost),
    totalIsExact: !isCut && answer.total <= exactTotalMost,
    facets: {
      ...capped(answer.facets),
      ...(hidesPrices(ctx) && { price: [] }),
      attributes: cappedValues(facetsOfAttributes(answer.facets.attributes, attributeQuery)),
      position: cap(byPlace),
    },
    ...(next && { next: `?${addressOf(query, next)}` }),
  }
}

/** What fits under conditions says under which: "fits if" alone is no answer. One query for the page. */
async function withConditions(ctx: Context, tools: SearchHit[], vehicleId: number): Promise<SearchHit[]> {
  const conditional = tools.filter(({ fit }) => fit?.answer === 'fits-if').map(tool => tool._id)
  if (conditional.length === 0) return tools
  const fits = await fitsOf(ctx, conditional, vehicleId)
  return tools.map(tool => {
    const fit = fits.get(tool._id)
    if (!fit) return tool
    // An import may have changed the answer since the index was asked: all of it is the newer one.
    const { answer, isUniversal, conditions, notes } = fit
    return { ...tool, fit: { answer, isUniversal, conditions, notes } }
  })
}

type Result = Omit<NumberAnswer, 'isExact' | 'isCut'> & {
  isCut?: boolean
  /** How many stand at the front of the vehicle, and how many at its rear. */
  byPlace?: FacetValue[]
} & Pick<SearchAnswer, 'corrected' | 'suggestions' | 'vehicle' | 'vin' | 'reading'>

async function findTools(ctx: Context, input: SearchInput, index: SearchIndex): Promise<Result> {
  const result = await findByText(ctx, input, index)
  if (result.total > 0 || result.vin || input.asTyped) return result
  // One character too few or a letter that no VIN has: nothing else is as long.
  const near = nearVinAmong(input.text)
  const warnings = near && [vinProblem(near.vin) ?? '']
  return warnings ? { ...result, vin: { ...near, wellFormed: false, checkDigit: 'not-applicable', warnings } } : result
}

async function findByText(ctx: Context, input: SearchInput, index: SearchIndex): Promise<Result> {
  const isLaterPageOfWords = input.after !== undefined && !isNumberPlace(input.after)
  const number = isLaterPageOfWords ? undefined : numberQueryOf(input.text)
  const forVehicle = (answer?: NumberAnswer) => answer && { ...answer, vehicle: input.vehicle?.named }
  const byNumber = forVehicle(number && (await searchNumbers(ctx, input, number)))
  const isNumber = byNumber && (byNumber.isExact || isNumberPlace(input.after))
  if (byNumber && number && (isNumber || (await isMeantAsNumber(input, number, index)))) return byNumber
  const byWords = await findByWords(ctx, input, index)
  // "M10 1" may be the beginning of a number, once it is nothing else.
  return byWords.total > 0 ? byWords : (byNumber ?? forVehicle(await searchAlike(ctx, input, number)) ?? byWords)
}

/** "5w30" is the beginning of a number, and what the catalogue says of oil: whole words of it are meant as such. */
async function isMeantAsNumber({ text }: SearchInput, number: NumberQuery, index: SearchIndex): Promise<boolean> {
  if (number.isPlainNumber) return true
  // With a space behind it the last word is not the beginning of a longer one.
  return number.isNoWord && !(await index.knows(`${text} `))
}

/**
 * "2015 civic brake pads" are brake pads for that vehicle, whichever was chosen before. Where there are none, that is the
 * answer, unless all of it is found as words. Another vehicle that was chosen is never what its answers are for: a part
 * would be green for a car that nobody asked about.
 */
async function findByWords(ctx: Context, input: SearchInput, index: SearchIndex): Promise<Result> {
  if (input.text === '') return askIndex(ctx, input, index)
  const vin = input.asTyped ? undefined : vinAmong(input.text)
  if (vin) return findByVin(ctx, input, { index, ...vin })
  const isWord = (word: string) => index.knows(`${word} `)
  const words = input.asTyped ? undefined : await readVehicleWords(ctx, input.text, isWord)
  if (!words) return askIndex(ctx, input, index)
  const chosen = input.vehicle?.named && isNamedBy(input.vehicle.named, words) ? input.vehicle : undefined
  const meant = chosen ?? (words.vehicle && (await vehicleFor(ctx, words.vehicle.id, { ...input, text: words.others })))
  if (!meant) return findWithoutVehicle(ctx, input, { index, words })
  const result = await askIndex(ctx, { ...input, text: words.others, vehicle: meant }, index)
  const reading = await readingOf(ctx, { ...words, vehicle: meant.named })
  if (result.total > 0) return { ...result, reading, ...mended(words, result) }
  const asWords = await askIndex(ctx, { ...input, vehicle: chosen, asTyped: true }, index)
  return asWords.total > 0 ? asWords : { ...result, reading, ...mended(words, result) }
}

type Wording = { index: SearchIndex; words: ReadVehicle }

/**
 * Of a vehicle whose year or model is not said, the shop asks for it. Until then: what has all the words; else what fits the
 * model in some of its years; of a make alone, what is looked for beside it, fitting or not.
 */
async function findWithoutVehicle(ctx: Context, input: SearchInput, { index, words }: Wording): Promise<Result> {
  const { make, models, others } = words
  const asWords = await askIndex(ctx, { ...input, vehicle: undefined, places: [], asTyped: true }, index)
  // The name of a model may be that of a part: alone, it is one as any other.
  if (asWords.total > 0 && make === undefined) return others === '' ? askIndex(ctx, input, index) : asWords
  const reading = await readingOf(ctx, words)
  if (asWords.total > 0) return { ...asWords, reading }
  if (models.length === 0) {
    if (others === '') return { ...asWords, suggestions: [], reading, ...mended(words) }
    const result = await askIndex(ctx, { ...input, text: others, vehicle: undefined, places: [] }, index)
    return { ...result, reading, ...mended(words, result) }
  }
  const vehicle = { named: undefined, fit: await fitOfModels(ctx, models) }
  const result = await askIndex(ctx, { ...input, text: others, vehicle, places: [] }, index)
  const tools = result.tools.map(withYearToSay)
  // What fits none of its years needs no question.
  const openReading = result.total > 0 || others === '' ? reading : { name: words.name, words: others, choices: [] }
  return { ...result, tools, reading: openReading, ...mended(words, result) }
}

function withYearToSay(tool: SearchHit): SearchHit {
  return tool.fit?.answer === 'fits-if' ? { ...tool, fit: { ...tool.fit, notes: [fitTexts.inSomeYears] } } : tool
}

/** The words of the search where they are not those typed: with the mended name, else as the index corrected them. */
const mended = (words: ReadVehicle, result?: Pick<Result, 'corrected'>) => {
  if (words.mended === undefined) return result?.corrected === undefined ? {} : { corrected: result.corrected }
  return { corrected: words.mended }
}

async function readingOf(ctx: Context, words: ReadVehicle): Promise<VehicleReading> {
  return { name: words.name, words: words.others, ...(await findNextChoices(ctx, words)) }
}

type ByVin = { index: SearchIndex; vin: string; others: string }

/** A VIN among the words is the vehicle that they are about. One that the list does not have finds nothing by itself. */
async function findByVin(ctx: Context, input: SearchInput, { index, vin, others }: ByVin): Promise<Result> {
  const decoded = await decodeVin(ctx, vin)
  const id = decoded.vehicle?.id
  const meant = { ...input, text: isWordless(others) ? '' : others }
  const result =
    id === undefined
      ? await askIndex(ctx, { ...input, vehicle: undefined }, index)
      : await askIndex(ctx, { ...meant, vehicle: await vehicleFor(ctx, id, meant) }, index)
  return { ...result, vin: { ...decoded, others } }
}

async function askIndex(ctx: Context, input: SearchInput, index: SearchIndex): Promise<Result> {
  const { text, filters, sort, after, limit, places, asTyped } = input
  const { fit: facets, ...narrowing } = filters
  const vehicle = await withEnds(ctx, input)
  const fit = vehicle && { ...vehicle.fit, facets }
  const question = { words: text, ...narrowing, asTyped, sort, after, limit, fit }
  const isAtEnds = fit?.places && places.length > 0
  const [answer, everywhere] = await Promise.all([
    index.ask(isAtEnds ? { ...question, fit: fitAt(fit, places) } : question),
    isAtEnds && index.ask({ ...question, after: undefined, limit: 1 }),
  ])
  const standsAt = (place: Place) => fit?.places?.some(ends => (ends & placeBit(place)) > 0)
  const isChosen = (value: string) => places.some(place => place === value && standsAt(place))
  return {
    byPlace: (everywhere || answer).facets.position.filter(({ value, count }) => count > 0 || isChosen(value)),
    total: answer.total,
    tools: await readTools(ctx, answer, { vehicle: vehicle?.fit, hasWords: text !== '' }),
    facets: answer.facets,
    ...(answer.corrected !== undefined && { corrected: answer.corrected }),
    ...(answer.suggestions.length > 0 && { suggestions: answer.suggestions }),
    vehicle: vehicle?.named,
    next: answer.next,
  }
}

/** Front and rear are asked for only where a buyer looks for something: all parts of a vehicle stand at both. */
const asksForEnds = ({ text, filters }: Pick<SearchInput, 'text' | 'filters'>) =>
  text !== '' || filters.categories.length > 0

/** The vehicle with the ends at which its parts stand, where these are asked for. */
async function withEnds(ctx: Context, input: SearchInput): Promise<SearchInput['vehicle']> {
  const { vehicle } = input
  if (!vehicle?.named) return vehicle
  if (!asksForEnds(input)) return { ...vehicle, fit: { ...vehicle.fit, places: undefined } }
  return vehicle.fit.places ? vehicle : readVehicle(ctx, vehicle.named.id, true)
}

/** The tools of a page in the index's order; one that went out of sale a moment ago is left out. */
async function readTools(
  ctx: Context,
  { ordinals }: IndexAnswer,
  { vehicle, hasWords }: { vehicle: VehicleFit | undefined; hasWords: boolean },
): Promise<SearchHit[]> {
  if (ordinals.length === 0) return []
  const tools = await toolsByOrdinal(ctx, ordinals)
  return ordinals.flatMap(ordinal => {
    const tool = tools.get(ordinal)
    if (!tool) return []
    // What has no answer for the vehicle and was found all the same fits whatever it is used on.
    const fit = vehicle && fitIn(vehicle, ordinal, true)
    return [{ ...tool, ...(fit && { fit }), ...(hasWords && { matched: { kind: 'words' as const } }) }]
  })
}

/** The vehicle that a search is about. What may be a number is looked up as one first, and that asks for no ends. */
const vehicleFor = (ctx: Context, id: number, input: Pick<SearchInput, 'text' | 'filters'>) =>
  readVehicle(ctx, id, asksForEnds(input) && numberQueryOf(input.text) === undefined)

async function readVehicle(ctx: Context, id: number, withPlaces: boolean) {
  const { named, ...fit } = await fitOfVehicle(ctx, id, { withPlaces })
  return { named, fit }
}

const cap = <T extends FacetValue>(values: T[]) =>
  values.map(value => (value.count > facetCountMost ? { ...value, count: facetCountMost } : value))

const cappedValues = (facets: AttributeFacet[]) => facets.map(facet => ({ ...facet, values: cap(facet.values) }))

type IndexFacets = Omit<SearchAnswer['facets'], 'attributes' | 'position'>

function capped(facets: IndexFacets): IndexFacets {
  return {
    category: cap(facets.category),
    brand: cap(facets.brand),
    price: cap(facets.price),
    stock: cap(facets.stock),
    rating: cap(facets.rating),
    fit: cap(facets.fit),
  }
}

/** The same search, beginning behind another tool: an address that can be shared. */
function addressOf(query: SearchQuery, after: string): URLSearchParams {
  const given = Object.entries({ ...query, after }).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])))
}

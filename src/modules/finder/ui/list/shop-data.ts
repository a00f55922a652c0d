import { contentContract } from '#contracts/content'
import { parentPath } from '#rules/catalogue'
import type { Call } from '#ui/calls/call.ts'
import { type SearchAnswer, searchContract } from '../../search/search.contract.ts'
import { type Vehicle, vehiclesContract } from '../../vehicles/vehicles.contract.ts'
import type { TypedNumbers } from './attribute-filters.tsx'
import type { TypedPrices } from './price-filter.tsx'
import { type PickerData, readPicker } from '../vehicle/picker-data.ts'
import {
  type ChosenFilter,
  type ShopAddress,
  attributeMark,
  chosenFilters,
  entriesOf,
  readShopAddress,
  searchQueryOf,
  withoutPrices,
  withoutFilters,
} from '../shop-address.ts'
import { inShop, withPlainNumbers } from '../typed-address.ts'

export const fittingAnswers = ['fits', 'fits-if'] as const

/** As many as fill the last row of three, two and one cards. */
const toolsPerPage = 24

/** A way out of an empty list: without this filter, without any, for every vehicle, or with neither there are so many. */
export type Loosening = {
  of: ChosenFilter | 'filters' | 'vehicle' | 'filters-and-vehicle'
  without: Partial<ShopAddress>
  total: number
  totalIsExact: boolean
}

/** What an address says of prices and of numbers of attributes, whether that is one or not. */
export type Typed = TypedPrices & { attributes: TypedNumbers }

export type ShopData = {
  address: ShopAddress
  answer: SearchAnswer
  /** The place of the next page; undefined on the last one. */
  nextAfter: string | undefined
  /** The vehicle of the address; not the one that the words named. */
  vehicle: Vehicle | undefined
  isVehicleGone: boolean
  typed: Typed
  picker: PickerData
  /** Only where nothing was found. */
  loosenings: Loosening[]
  /** Where a vehicle's list begins: what fits it, by category. */
  fitting: SearchAnswer['facets']['category']
}

/** Asks the search for the list of an address. */
type Ask = (address: ShopAddress, limit: number) => Promise<SearchAnswer>

/** For the loader of the catalogue's page: the list of this address, and everything around it. */
/** `category`: the path of the category whose page it is. */
export async function readShop(call: Call, query: URLSearchParams, category?: string): Promise<ShopData> {
  const { pricesAfterSignIn, currency, locale } = await call(contentContract.getConfig, {})
  const shop = { currency, locale }
  const typedAddress = inShop(readShopAddress(query, category), shop)
  const address = pricesAfterSignIn ? withoutPrices(typedAddress) : typedAddress
  const [picker, vehicle] = await Promise.all([readPicker(call, query), readVehicle(call, address.vehicle)])
  const isVehicleGone = address.vehicle !== undefined && vehicle === undefined
  // Of a vehicle that is not in the list the page says so, and shows the list for every vehicle.
  const shownAddress = isVehicleGone ? { ...address, vehicle: undefined } : address
  const ask: Ask = (address, limit) =>
    call(searchContract.search, { query: { ...searchQueryOf(withPlainNumbers(address, shop)), limit } })
  const answer = await ask(shownAddress, toolsPerPage)
  const nextAfter = new URLSearchParams(answer.next ?? '').get('after') ?? undefined
  const [loosenings, fitting] = await Promise.all([
    answer.total === 0 ? loosen(ask, shownAddress, answer) : [],
    answer.vehicle ? readFitting(ask, shownAddress) : [],
  ])
  const wordsOf = (name: string) => query.get(name)?.trim() ?? ''
  const attributes = Object.fromEntries(
    [...query.keys()].filter(name => name.startsWith(attributeMark)).map(name => [name, wordsOf(name)]),
  )
  const typed = { minPrice: wordsOf('minPrice'), maxPrice: wordsOf('maxPrice'), attributes }
  return { typed, address: shownAddress, answer, nextAfter, vehicle, isVehicleGone, picker, loosenings, fitting }
}

/** Of a list that is nothing but a vehicle's: the categories at the top in which something is known to fit it. */
async function readFitting(ask: Ask, address: ShopAddress): Promise<ShopData['fitting']> {
  const isWhole = address.category.length + address.after.length === 0 && chosenFilters(address).length === 0
  if (!isWhole) return []
  const { facets } = await ask({ ...address, fit: [...fittingAnswers] }, 1)
  return facets.category.filter(({ path, count }) => parentPath(path) === '' && count > 0)
}

export async function readVehicle(call: Call, id: number | undefined): Promise<Vehicle | undefined> {
  if (id === undefined) return undefined
  const [vehicle] = await call(vehiclesContract.findVehicles, { query: { id } })
  return vehicle
}

/** What each filter holds back: at most as many questions as there are filters, and only for an empty list. */
async function loosen(ask: Ask, address: ShopAddress, { reading, vehicle }: SearchAnswer): Promise<Loosening[]> {
  const filters = chosenFilters(address)
  // The words may have named the vehicle: then they go on without it.
  const everyVehicle = { vehicle: undefined, ...(reading && { q: reading.words }) }
  const isForVehicle = vehicle !== undefined || (reading !== undefined && reading.words !== '')
  const ways: Pick<Loosening, 'of' | 'without'>[] = [
    ...filters.slice(0, 8).map(filter => ({ of: filter, without: filter.without })),
    ...(filters.length > 1 ? [{ of: 'filters' as const, without: withoutFilters }] : []),
    ...(isForVehicle ? [{ of: 'vehicle' as const, without: everyVehicle }] : []),
    ...(filters.length > 0 && isForVehicle
      ? [{ of: 'filters-and-vehicle' as const, without: { ...withoutFilters, ...everyVehicle } }]
      : []),
  ]
  const loosenings = await Promise.all(
    ways.map(async way => {
      const { total, totalIsExact } = await ask({ ...address, after: '', ...way.without }, 1)
      return { ...way, total, totalIsExact }
    }),
  )
  return loosenings.filter(({ total }) => total > 0)
}

/** The names and values that stay in the address while a vehicle is chosen without script. */
export function entriesWithoutVehicle(address: ShopAddress): [string, string][] {
  return entriesOf({ ...address, vehicle: undefined, after: '' })
}

import { writtenNumber, writtenWhole } from '#kernel/written'
import { categoryLimits, categoryPath } from '#rules/catalogue'
import { type SortOrder, fitFacets, isByPrice, isSearchPlace, sortOrders } from '../lists.rules.ts'

/**
 * Everything that the catalogue's page can be asked for, as its address says it. What makes no sense is left out, so that
 * an address that was cut off or edited still leads to a list.
 */
export type ShopAddress = {
  /** `/shop`, or the page of the one category that is chosen. */
  path: string
  q: string
  vehicle?: number | undefined
  /** Paths. */
  category: string[]
  brand: string[]
  /**
   * What is chosen of attributes: `material` is `steel`; of a number `outer-diameter.from` and `outer-diameter.to`, which are texts
   * as they were typed, as prices are: `typed-address.ts` reads them.
   */
  attributes: [name: string, value: string][]
  fit: string[]
  /** Ends of the vehicle. */
  position: string[]
  minPrice: string
  maxPrice: string
  inStock: boolean
  rating?: number | undefined
  sort?: SortOrder | undefined
  /** The words as they are: nothing corrected, no vehicle read from them. */
  asTyped: boolean
  view: 'grid' | 'list'
  after: string
}

const shop = '/shop'

export const emptyAddress: ShopAddress = {
  path: shop,
  q: '',
  category: [],
  brand: [],
  attributes: [],
  fit: [],
  position: [],
  minPrice: '',
  maxPrice: '',
  inStock: false,
  asTyped: false,
  view: 'grid',
  after: '',
}

const yes = 'true'

/** What is longer is no number. */
const longestNumber = 40

/** `category`: the path of the category whose page it is. */
export function readShopAddress(query: URLSearchParams, category?: string): ShopAddress {
  const one = (name: string) => query.get(name)?.trim() ?? ''
  // As a form sends several: `brand=A&brand=B`. A comma is part of a name.
  const several = (name: string, most = 200) => {
    const values = query.getAll(name).map(value => value.trim())
    return [...new Set(values.filter(value => value !== '' && value.length <= most))].slice(0, 50)
  }
  const sort = sortOrders.find(order => order === one('sort'))
  return {
    ...(category === undefined
      ? { path: shop, category: several('category', categoryLimits.path) }
      : inCategory(category)),
    q: one('q').slice(0, 200),
    vehicle: writtenWhole(one('vehicle'), { least: 1 }),
    brand: several('brand'),
    attributes: readAttributes(query),
    fit: several('fit').filter(value => fitFacets.some(facet => facet === value)),
    position: several('position').filter(value => value === 'front' || value === 'rear'),
    minPrice: one('minPrice').slice(0, longestNumber),
    maxPrice: one('maxPrice').slice(0, longestNumber),
    inStock: one('inStock') === yes,
    rating: writtenWhole(one('rating'), { least: 1, most: 5 }),
    sort,
    asTyped: one('asTyped') === yes,
    view: one('view') === 'list' ? 'list' : 'grid',
    after: isSearchPlace(one('after'), sort ?? 'relevance') ? one('after') : '',
  }
}

/** The list for whoever may not see prices: they are told by its order and its filters too. */
export const withoutPrices = (address: ShopAddress): ShopAddress => ({
  ...address,
  minPrice: '',
  maxPrice: '',
  ...(isByPrice(address.sort) && { sort: undefined, after: '' }),
})

/** What begins the names of attributes in an address: `attr.material=steel`. */
export const attributeMark = 'attr.'
/** What ends them where a number begins and ends: `attr.outer-diameter.from=10`. */
export const isEnd = (name: string) => /\.(?:from|to)$/.test(name)

function readAttributes(query: URLSearchParams): ShopAddress['attributes'] {
  const pairs = [...query].flatMap(([name, typed]): [string, string][] => {
    if (!name.startsWith(attributeMark) || name.length > 150) return []
    const value = typed.trim()
    return value === '' || value.length > (isEnd(name) ? longestNumber : 200)
      ? []
      : [[name.slice(attributeMark.length), value]]
  })
  const once = new Map(pairs.map(pair => [isEnd(pair[0]) ? pair[0] : pair.join('='), pair]))
  return [...once.values()].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).slice(0, 50)
}

/** Each as the search is asked for it: `material:steel`, `outer-diameter:10..20`. */
function attributeFilters({ attributes }: Pick<ShopAddress, 'attributes'>): string[] {
  const ticks = attributes.filter(([name]) => !isEnd(name)).map(([name, value]) => `${name}:${value}`)
  return [...ticks, ...spansOf(attributes).map(({ slug, from, to }) => `${slug}:${from}..${to}`)]
}

function spansOf(attributes: ShopAddress['attributes']): { slug: string; from: string; to: string }[] {
  const ends = new Map(attributes)
  const slugs = attributes.filter(([name]) => isEnd(name)).map(([name]) => name.slice(0, name.lastIndexOf('.')))
  return [...new Set(slugs)].map(slug => ({
    slug,
    from: ends.get(`${slug}.from`) ?? '',
    to: ends.get(`${slug}.to`) ?? '',
  }))
}

/** The address as names and values, in a fixed order: the same list has the same address. */
export function entriesOf(address: ShopAddress): [string, string][] {
  const { path, q, vehicle, brand, fit, minPrice, maxPrice, inStock, rating, sort, asTyped, view, after } = address
  // The page of a category says it itself.
  const category = path === shop ? address.category : []
  const entries: [string, string | undefined][] = [
    ['q', q],
    ['vehicle', vehicle?.toString()],
    ...category.map((value): [string, string] => ['category', value]),
    ...brand.map((value): [string, string] => ['brand', value]),
    ...address.attributes.map(([name, value]): [string, string] => [attributeMark + name, value]),
    ...fit.map((value): [string, string] => ['fit', value]),
    ...(isAboutVehicle(address) ? address.position : []).map((value): [string, string] => ['position', value]),
    ['minPrice', minPrice],
    ['maxPrice', maxPrice],
    ['inStock', inStock ? yes : ''],
    ['rating', rating?.toString()],
    ['sort', sort],
    ['asTyped', asTyped ? yes : ''],
    ['view', view === 'list' ? view : ''],
    ['after', after],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** A vehicle has ends: without one, and without words that may name one, they mean nothing. */
const isAboutVehicle = ({ q, vehicle }: ShopAddress) => vehicle !== undefined || q !== ''

/** The list with this address, changed. Whatever changes the list begins it anew. */
export function shopPath(address: ShopAddress, change: Partial<ShopAddress> = {}): string {
  const changed = { ...address, after: '', ...change }
  const query = new URLSearchParams(entriesOf(changed))
  return query.size > 0 ? `${changed.path}?${query}` : changed.path
}

/** One category alone, by its path. */
export const inCategory = (path: string): Pick<ShopAddress, 'path' | 'category'> => ({
  path: categoryPath(path),
  category: [path],
})

/** No category: without one there are no attributes. */
export const inNoCategory: Pick<ShopAddress, 'path' | 'category' | 'attributes'> = {
  path: shop,
  category: [],
  attributes: [],
}

/** Another category than one below: it begins without what was chosen of attributes. */
export const inOtherCategory = (path: string) => ({ ...inCategory(path), attributes: [] })

/** What the call of the search is asked, by an address whose numbers have a point. */
export function searchQueryOf(address: ShopAddress) {
  const { q, vehicle, minPrice, maxPrice, rating, sort, after } = address
  return {
    ...(q && { q }),
    ...(vehicle !== undefined && { vehicle }),
    ...(address.category.length > 0 && { category: address.category }),
    ...(address.brand.length > 0 && { brand: address.brand }),
    ...(address.attributes.length > 0 && { attr: attributeFilters(address) }),
    ...(address.fit.length > 0 && { fit: address.fit }),
    ...(address.position.length > 0 && isAboutVehicle(address) && { position: address.position }),
    ...(minPrice && { minPrice }),
    ...(maxPrice && { maxPrice }),
    ...(address.inStock && { inStock: yes }),
    ...(rating !== undefined && { rating }),
    ...(sort && { sort }),
    ...(address.asTyped && { asTyped: yes }),
    ...(after && { after }),
  }
}

/** One filter that is in force, and what the address is without it. */
export type ChosenFilter = {
  kind: 'category' | 'brand' | 'attribute' | 'fit' | 'position' | 'price' | 'inStock' | 'rating'
  value: string
  without: Partial<ShopAddress>
}

/** The filters in force, in the order of the page. The words and the vehicle are none of them: they have places of their own. */
export function chosenFilters(address: ShopAddress): ChosenFilter[] {
  const { minPrice, maxPrice, rating } = address
  const several = (kind: 'category' | 'brand' | 'fit' | 'position') =>
    address[kind].map(value => ({
      kind,
      value,
      without: { ...(kind === 'category' && inNoCategory), [kind]: address[kind].filter(other => other !== value) },
    }))
  return [
    ...several('category'),
    ...several('brand'),
    ...chosenAttributes(address),
    ...several('fit'),
    ...(isAboutVehicle(address) ? several('position') : []),
    ...(minPrice || maxPrice
      ? [{ kind: 'price' as const, value: `${minPrice}-${maxPrice}`, without: { minPrice: '', maxPrice: '' } }]
      : []),
    ...(address.inStock ? [{ kind: 'inStock' as const, value: yes, without: { inStock: false } }] : []),
    ...(rating === undefined
      ? []
      : [{ kind: 'rating' as const, value: String(rating), without: { rating: undefined } }]),
  ]
}

function chosenAttributes({ attributes }: ShopAddress): ChosenFilter[] {
  const ticks = attributes.filter(([name]) => !isEnd(name))
  const without = (isLeft: (name: string, value: string) => boolean): Partial<ShopAddress> => ({
    attributes: attributes.filter(([name, value]) => isLeft(name, value)),
  })
  return [
    ...ticks.map(([name, value]) => ({
      kind: 'attribute' as const,
      value: `${name}:${value}`,
      without: without((other, its) => other !== name || its !== value),
    })),
    ...spansOf(attributes).map(({ slug, from, to }) => ({
      kind: 'attribute' as const,
      value: `${slug}:${from}..${to}`,
      without: without(other => other !== `${slug}.from` && other !== `${slug}.to`),
    })),
  ]
}

/** No filter at all; the words and the vehicle stay. */
export const withoutFilters: Partial<ShopAddress> = {
  ...inNoCategory,
  brand: [],
  fit: [],
  position: [],
  minPrice: '',
  maxPrice: '',
  inStock: false,
  rating: undefined,
}

/** `25-100`, `100-`: a span of prices as the counts name it. */
export function readSpan(value: string): { minPrice: string; maxPrice: string } | undefined {
  const [minPrice = '', maxPrice, ...more] = value.split('-')
  if (maxPrice === undefined || more.length > 0 || value === '-') return undefined
  const isAmount = (text: string) => text === '' || writtenNumber(text) >= 0
  return isAmount(minPrice) && isAmount(maxPrice) ? { minPrice, maxPrice } : undefined
}

/** What somebody without script has chosen so far of a vehicle, and the VIN that they typed. */
export type VehicleSteps = { year: string; make: string; model: string; engine: string; vin: string }

export function readVehicleSteps(query: URLSearchParams): VehicleSteps {
  const one = (name: string, most: number) => query.get(name)?.trim().slice(0, most) ?? ''
  const year = one('year', 4)
  return {
    year: writtenWhole(year, { least: 1000 }) === undefined ? '' : year,
    make: one('make', 80),
    model: one('model', 120),
    engine: one('engine', 120),
    vin: one('vin', 60),
  }
}

/** The value of the choice "Engine not known". No engine is called so: their names begin with a size or a letter. */
export const unknownEngine = '-'

/** A path with the vehicle that is shown added, or without any. */
export function withVehicle(path: string, vehicle: number | undefined): string {
  const [bare = '', search] = path.split('?')
  const query = new URLSearchParams(search)
  if (vehicle === undefined) query.delete('vehicle')
  else query.set('vehicle', String(vehicle))
  return query.size > 0 ? `${bare}?${query}` : bare
}

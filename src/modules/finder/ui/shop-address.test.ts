import { describe, expect, it } from 'vitest'
import {
  chosenFilters,
  emptyAddress,
  inCategory,
  inOtherCategory,
  readShopAddress,
  readSpan,
  readVehicleSteps,
  searchQueryOf,
  shopPath,
  withVehicle,
  withoutFilters,
} from './shop-address.ts'
import { inShop, withPlainNumbers } from './typed-address.ts'

const dollars = { currency: 'usd', locale: 'en-US' }

const read = (query: string) => readShopAddress(new URLSearchParams(query))

describe('the address of a list', () => {
  it('is the same after it was read', () => {
    const path =
      '/shop?q=brake+disc&vehicle=7&category=brakes&brand=Corvane&brand=Halden&fit=fits&minPrice=5&maxPrice=20.50&inStock=true&rating=4&sort=price-up&asTyped=true&view=list'
    expect(shopPath(read(path.slice(6)))).toBe(path)
  })

  it('says what is chosen of attributes, in an order of its own, and leaves out what is no number', () => {
    const typedAddress = readShopAddress(
      new URLSearchParams(
        'attr.width.to=020.50&attr.width.from=10&attr.material=steel&attr.coated=yes&attr.material=brass&attr.material=steel&attr.height.from=x&attr.depth=&brand=A',
      ),
      'brakes/discs',
    )
    const address = inShop(typedAddress, dollars)
    const query =
      'brand=A&attr.coated=yes&attr.material=steel&attr.material=brass&attr.width.from=10&attr.width.to=20.5'
    expect(shopPath(address)).toBe(`/shop/c/brakes/discs?${query}`)
    expect(shopPath(readShopAddress(new URLSearchParams(query), 'brakes/discs'))).toBe(shopPath(address))
    expect(searchQueryOf(address).attr).toEqual(['coated:yes', 'material:steel', 'material:brass', 'width:10..20.5'])
    expect(chosenFilters(address).map(({ value }) => value)).toEqual([
      'brakes/discs',
      'A',
      'coated:yes',
      'material:steel',
      'material:brass',
      'width:10..20.5',
    ])
    const [, , coated, , brass, width] = chosenFilters(address)
    const left = (without: object | undefined) => shopPath({ ...address, ...without, brand: [] })
    expect(left(coated?.without)).not.toContain('coated')
    expect(left(brass?.without)).toContain('steel')
    expect(left(width?.without)).toBe('/shop/c/brakes/discs?attr.coated=yes&attr.material=steel&attr.material=brass')
    expect(shopPath(address, withoutFilters)).toBe('/shop')
    expect(shopPath(address, inOtherCategory('oils'))).toBe('/shop/c/oils?brand=A')
  })

  it('leaves out what makes no sense', () => {
    const sense = inShop(
      read('vehicle=x&minPrice=-5&maxPrice=1e9&rating=9&sort=up&fit=maybe&inStock=1&view=table&brand=&category=%20'),
      dollars,
    )
    expect(sense).toEqual({ ...emptyAddress, vehicle: undefined, rating: undefined, sort: undefined })
    expect(shopPath(read('q=%20%20&minPrice=&maxPrice='))).toBe('/shop')
  })

  it.each([
    ['minPrice=1.499&maxPrice=20.50', 'usd', 'en-US', ['', '20.50'], ['', '20.5']],
    ['minPrice=1.499&maxPrice=1.500', 'kwd', 'en-US', ['1.499', '1.500'], ['1.499', '1.5']],
    ['minPrice=1.5', 'jpy', 'ja-JP', ['', ''], ['', '']],
    ['minPrice=1.500&maxPrice=12,50', 'eur', 'de-DE', ['1500', '12,50'], ['1500', '12.5']],
    ['minPrice=1.500&maxPrice=1,500', 'kwd', 'de-DE', ['1500', '1,500'], ['1500', '1.5']],
    ['minPrice=1.500', 'usd', 'en-US', ['', ''], ['', '']],
    ['maxPrice=25.000', 'clp', 'es-CL', ['', '25000'], ['', '25000']],
    ['minPrice=٢٥٫٥٠', 'egp', 'ar-EG', ['٢٥٫٥٠', ''], ['25.5', '']],
  ])('has amounts as the shop’s language writes them: %s in %s, in %s', (query, currency, locale, amounts, plain) => {
    const shop = { currency, locale }
    const address = inShop(read(query), shop)
    expect([address.minPrice, address.maxPrice]).toEqual(amounts)
    const { minPrice, maxPrice } = withPlainNumbers(address, shop)
    expect([minPrice, maxPrice]).toEqual(plain)
    const again = inShop(read(shopPath(address).slice(6)), shop)
    expect(again).toEqual(address)
  })

  it('takes several values as a form sends them, each once and whole', () => {
    const address = read('brand=A&brand=Bosch%2C+LLC&brand=A')
    expect(address.brand).toEqual(['A', 'Bosch, LLC'])
    expect(shopPath(address)).toBe('/shop?brand=A&brand=Bosch%2C+LLC')
    expect(searchQueryOf(address).brand).toEqual(['A', 'Bosch, LLC'])
  })

  it('begins anew when the list changes, and not before', () => {
    const address = read('q=oil&after=relevance.-1.1')
    expect(shopPath(address, { brand: ['A'] })).toBe('/shop?q=oil&brand=A')
    expect(shopPath(address, { after: 'relevance.-1.2' })).toBe('/shop?q=oil&after=relevance.-1.2')
  })

  it('asks the search for what is there, and nothing else', () => {
    expect(searchQueryOf(emptyAddress)).toEqual({})
    const after = 'n.7.0a'
    expect(searchQueryOf(read(`q=oil&inStock=true&after=${after}`))).toEqual({ q: 'oil', inStock: 'true', after })
  })

  it('leaves out a place that the list does not give out (finding 9)', () => {
    expect(read('q=oil&after=garbage').after).toBe('')
    expect(read('q=oil&sort=newest&after=relevance.-1.1').after).toBe('')
  })

  it('of one category is its page, which every filter stays on, and which another choice leaves', () => {
    const address = readShopAddress(new URLSearchParams('brand=Halden&category=oils'), 'brakes/brake-pads')
    expect(address).toMatchObject({ path: '/shop/c/brakes/brake-pads', category: ['brakes/brake-pads'] })
    expect(searchQueryOf(address)).toEqual({ category: ['brakes/brake-pads'], brand: ['Halden'] })
    expect(shopPath(address, { inStock: true })).toBe('/shop/c/brakes/brake-pads?brand=Halden&inStock=true')
    expect(shopPath(address, inCategory('brakes'))).toBe('/shop/c/brakes?brand=Halden')
    expect(chosenFilters(address).map(({ without }) => shopPath(address, without))).toEqual([
      '/shop?brand=Halden',
      '/shop/c/brakes/brake-pads',
    ])
    expect(shopPath(address, withoutFilters)).toBe('/shop')
  })
})

describe('the filters in force', () => {
  it('each lead to the list without it', () => {
    const address = read('q=oil&brand=A&brand=B&minPrice=5&rating=4')
    expect(chosenFilters(address).map(({ without }) => shopPath(address, without))).toEqual([
      '/shop?q=oil&brand=B&minPrice=5&rating=4',
      '/shop?q=oil&brand=A&minPrice=5&rating=4',
      '/shop?q=oil&brand=A&brand=B&rating=4',
      '/shop?q=oil&brand=A&brand=B&minPrice=5',
    ])
    expect(chosenFilters(read('q=oil&vehicle=7&sort=newest&view=list'))).toEqual([])
  })

  it('know a span of prices', () => {
    expect(readSpan('25-100')).toEqual({ minPrice: '25', maxPrice: '100' })
    expect(readSpan('100-')).toEqual({ minPrice: '100', maxPrice: '' })
    expect(readSpan('-')).toBeUndefined()
    expect(readSpan('cheap')).toBeUndefined()
  })
})

describe('the vehicle in an address', () => {
  it('is read step by step', () => {
    expect(readVehicleSteps(new URLSearchParams('year=2015&make=Honda'))).toEqual({
      year: '2015',
      make: 'Honda',
      model: '',
      engine: '',
      vin: '',
    })
    expect(readVehicleSteps(new URLSearchParams('year=15')).year).toBe('')
  })

  it('is put into a path, and taken out', () => {
    expect(withVehicle('/shop?q=oil', 7)).toBe('/shop?q=oil&vehicle=7')
    expect(withVehicle('/shop/1/disc', 7)).toBe('/shop/1/disc?vehicle=7')
    expect(withVehicle('/shop/1/disc?vehicle=7', undefined)).toBe('/shop/1/disc')
  })
})

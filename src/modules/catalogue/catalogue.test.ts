import { describe, expect, it } from 'vitest'
import { hasPicture, problemOfPrice, readTags, slugOf, toolPath } from './catalogue.rules.ts'
import { stockStateOf, stockWarningOf } from './tools/stock.rules.ts'

describe('slugOf', () => {
  it.each([
    ['Brake disc, vented 302 mm', 'brake-disc-vented-302-mm'],
    ['Torque wrench 20–100 Nm', 'torque-wrench-20-100-nm'],
    ['  Engine oil 5W-30 (4.2 L)  ', 'engine-oil-5w-30-4-2-l'],
    ['Küchenmeister Schlüssel No. 7', 'kuchenmeister-schlussel-no-7'],
    ['ブレーキ', 'ブレーキ'],
    ['Ölfilter & Luftfilter', 'olfilter-luftfilter'],
    ['½" drive ratchet', '1-2-drive-ratchet'],
    ['///', 'tool'],
    ['', 'tool'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('%j becomes %j', (name, slug) => expect(slugOf(name)).toBe(slug))

  it('stays short, and does not end on a hyphen', () => {
    const slug = slugOf(`${'a'.repeat(79)} ${'b'.repeat(200)}`)
    expect(slug).toBe('a'.repeat(79))
    expect(slugOf('Å'.repeat(90))).toBe('a'.repeat(80))
  })
  it('of a slug is itself', () => expect(slugOf(slugOf('Cabin air filter, carbon'))).toBe('cabin-air-filter-carbon'))
})

describe('toolPath', () => {
  it('is the address of the public page', () => {
    expect(toolPath({ _id: '0199', name: 'Scissor jack 2 t' })).toBe('/shop/0199/scissor-jack-2-t')
  })
  it('is safe in a header', () => expect(toolPath({ _id: '0199', name: 'Ключ' })).toMatch(/^[\x20-\x7e]+$/))
})

describe('stockStateOf', () => {
  it.each([
    [0, 1, 'sold-out'],
    [3, 4, 'below-minimum'],
    [4, 4, 'in-stock'],
    [900, 1, 'in-stock'],
  ] as const)('%d available at a minimum of %d is %s', (availableQuantity, minimumQuantity, state) =>
    expect(stockStateOf({ availableQuantity, minimumQuantity })).toBe(state),
  )
})

describe('the stock that an admin is warned of', () => {
  it.each([
    [0, 11, 'sold-out'],
    [3, 11, 'below-minimum'],
    [4, 11, 'low'],
    [11, 11, 'low'],
    [12, 11, 'in-stock'],
    [4, null, 'in-stock'],
  ] as const)('%d available at a minimum of 4 and a level of %j is %s', (availableQuantity, lowStockLevel, warning) =>
    expect(stockWarningOf({ availableQuantity, minimumQuantity: 4, lowStockLevel })).toBe(warning),
  )
})

describe('key features', () => {
  it.each([
    ['cordless, 18 V', ['cordless', '18 V']],
    [' cordless ,, ,18 V,', ['cordless', '18 V']],
    ['Cordless, 18 V, cordless', ['Cordless', '18 V']],
    [
      ['1,5 t', ' jack ', 'JACK', ''],
      ['1,5 t', 'jack'],
    ],
    ['', []],
  ])('typed as %j are %j', (typed, tags) => expect(readTags(typed)).toEqual(tags))
})

describe('a price', () => {
  it.each([
    ['177.24', 'usd', undefined],
    ['0.01', 'usd', undefined],
    ['177', 'jpy', undefined],
    ['0', 'usd', 'Use a price above 0.'],
    ['-1', 'usd', 'Use a price above 0.'],
    ['1.005', 'usd', 'Use an amount with at most 2 decimals.'],
    ['1.0005', 'kwd', 'Use an amount with at most 3 decimals.'],
    ['177.5', 'jpy', 'Use a whole amount, such as 177.'],
  ])('of %s %s has this wrong with it: %s', (amount, currency, problem) =>
    expect(problemOfPrice(amount, currency)).toBe(problem),
  )
})

it('a tool has a picture where one is stored, or where an address of one is known', () => {
  expect(hasPicture({ picture: {}, img: null })).toBe(true)
  expect(hasPicture({ picture: null, img: 'https://host.example/a.webp' })).toBe(true)
  expect(hasPicture({ picture: null, img: '' })).toBe(false)
  expect(hasPicture({ picture: null, img: null })).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { slugOf, stockStateOf, toolPath } from './catalogue.rules.ts'

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

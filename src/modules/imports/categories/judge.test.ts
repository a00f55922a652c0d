import { describe, expect, it } from 'vitest'
import type { CategoryShop, ShopCategory, StagedCategory } from './category-cells.rules.ts'
import { judgeCategories } from './judge.rules.ts'

const row = (category: string, cells: Partial<StagedCategory> = {}): StagedCategory => ({
  file: 0,
  line: 2,
  record: null,
  category,
  key: category.toLowerCase(),
  address: null,
  text: null,
  hidden: null,
  place: null,
  picture: null,
  attribute: null,
  attributeKind: null,
  unit: null,
  choices: null,
  attributePlace: null,
  ...cells,
})

/** A shop with these categories, by their names and paths; `old`: addresses that lead to one of them. */
function shopOf(paths: Record<string, string>, old: Record<string, string> = {}): CategoryShop {
  const categories = Object.entries(paths).map(([full_name, path]): ShopCategory => ({
    id: full_name,
    key: full_name.toLowerCase(),
    full_name,
    slug: path.split('/').at(-1) ?? '',
    text: '',
    is_hidden: false,
    position: 0,
    picture: null,
  }))
  const owners = new Map([
    ...Object.entries(old),
    ...Object.entries(paths).map(([name, path]) => [path, name] as const),
  ])
  return { categories, attributes: [], owners, pictures: new Set() }
}

const outcomes = (shop: CategoryShop, ...rows: StagedCategory[]) =>
  judgeCategories(rows, shop, { createCategories: true }).map(({ outcome, wrong }) => wrong?.code ?? outcome)

describe('the address of a category', () => {
  const shop = shopOf(
    { Brakes: 'brakes', 'Brakes > Discs': 'brakes/discs', Oils: 'oils' },
    { 'brakes/rotors': 'Brakes > Discs' },
  )

  it('is its own again, and nobody else’s, not even one that it had', () => {
    expect(outcomes(shop, row('Brakes > Discs', { address: 'rotors' }))).toEqual(['changed'])
    expect(outcomes(shop, row('Brakes > Pads', { address: 'rotors' }))).toEqual(['category-address-taken'])
    expect(outcomes(shop, row('Oils > Pads', { address: 'rotors' }))).toEqual(['added'])
    expect(outcomes(shop, row('Oils', { address: 'brakes' }))).toEqual(['category-address-taken'])
  })

  it('goes to the first of two that the file gives it to', () => {
    const pads = ['Pads', 'Shoes'].map(name => row(`Brakes > ${name}`, { address: 'linings' }))
    expect(outcomes(shop, ...pads)).toEqual(['added', 'category-address-taken'])
  })

  it('stands below that of the category above as the file gives it, whichever comes first', () => {
    const upper = row('Oils', { address: 'fluids' })
    const lower = row('Oils > Discs', { address: 'discs' })
    const taken = shopOf({ Oils: 'oils', Fluids: 'liquids' }, { 'fluids/discs': 'Fluids' })
    expect(outcomes(taken, upper, lower)).toEqual(['changed', 'category-address-taken'])
    expect(outcomes(taken, lower, upper)).toEqual(['category-address-taken', 'changed'])
    expect(outcomes(taken, lower)).toEqual(['added'])
  })
})

describe('what rows say', () => {
  it('counts once, however often it is said, and otherwise not at all', () => {
    const rows = ['One.', 'One.', 'Two.'].map(text => row('New > Deep', { text }))
    expect(outcomes(shopOf({}), ...rows)).toEqual(['added', 'unchanged', 'category-otherwise'])
  })

  it('makes each category once, those above before', () => {
    const judged = judgeCategories([row('A > B'), row('A'), row('a > b > C')], shopOf({}), { createCategories: true })
    expect(judged.map(({ outcome, isNew }) => [outcome, isNew])).toEqual([
      ['added', true],
      ['unchanged', false],
      ['added', true],
    ])
  })

  it('of an attribute is of the category and of all below it', () => {
    const size = (category: string) => row(category, { attribute: 'Size', attributeKind: 'text' })
    expect(outcomes(shopOf({}), size('A > B'), size('A'), size('A > B > C'), size('A > D'), size('AB'))).toEqual([
      'added',
      'attribute-name-taken',
      'attribute-name-taken',
      'added',
      'added',
    ])
  })

  it('makes no more categories than a shop can have', () => {
    const full = shopOf(Object.fromEntries(Array.from({ length: 4999 }, (_, at) => [`C ${at}`, `c-${at}`])))
    expect(outcomes(full, row('Two > New'), row('One new'), row('Another'))).toEqual([
      'categories-too-many',
      'added',
      'categories-too-many',
    ])
  })
})

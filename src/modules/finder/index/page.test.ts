import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startIndex } from './build.server.ts'
import { putTool, removeTool } from './change.server.ts'
import type { IndexedTool } from './columns.server.ts'
import { searcher } from './search.server.ts'
import { sortOrders } from '../lists.rules.ts'
import { synonymsOf } from '../words/synonyms.rules.ts'

function tool(ordinal: number, price: number, units = 0): IndexedTool {
  return {
    ordinal,
    name: 'Pad',
    description: '',
    tags: '',
    brand: 'Halden',
    category: undefined,
    price,
    canBeOrdered: true,
    ratingTotal: 4 * (price % 3),
    ratingCount: price % 3,
    isUniversal: false,
    created: price,
    units,
  }
}

const someOrdinals = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 })
const price = fc.integer({ min: 1, max: 9 })

it('shows what stays exactly once, whatever comes and goes between two pages', () => {
  fc.assert(
    fc.property(
      someOrdinals,
      fc.array(fc.tuple(fc.integer({ min: 61, max: 90 }), fc.boolean(), price), { maxLength: 20 }),
      fc.record({
        sort: fc.constantFrom(...sortOrders),
        limit: fc.integer({ min: 1, max: 7 }),
        words: fc.constantFrom('', 'pad '),
      }),
      (stay, changes, { sort, limit, words }) => {
        const builder = startIndex('usd', new Map())
        for (const ordinal of stay) builder.add(tool(ordinal, (ordinal % 9) + 1, ordinal % 4))
        const index = builder.finish()
        const search = searcher(index, synonymsOf([]))
        const shown: number[] = []
        let after: string | undefined
        const waiting = [...changes]
        do {
          const question = { words, categories: [], brands: [], onlyInStock: false, sort, limit, after }
          const page = search.answer(question)
          expect(page.ordinals.length).toBeLessThanOrEqual(limit)
          shown.push(...page.ordinals)
          after = page.next
          for (const [ordinal, isThere, itsPrice] of waiting.splice(0, 2)) {
            if (isThere) putTool(index, tool(ordinal, itsPrice))
            else removeTool(index, ordinal)
          }
        } while (after !== undefined && shown.length < 500)
        const those = shown.filter(ordinal => ordinal <= 60)
        expect(those.toSorted((one, other) => one - other)).toEqual(stay.toSorted((one, other) => one - other))
      },
    ),
    { numRuns: 300 },
  )
}, 60_000)

it('begins at the beginning where a place is none, or of another order', () => {
  const builder = startIndex('usd', new Map())
  for (const ordinal of [1, 2, 3]) builder.add(tool(ordinal, ordinal))
  const search = searcher(builder.finish(), synonymsOf([]))
  const base = { words: '', categories: [], brands: [], onlyInStock: false, limit: 2 }
  const first = search.answer({ ...base, sort: 'price-up' })
  expect(first.ordinals).toEqual([1, 2])
  expect(search.answer({ ...base, sort: 'price-up', after: first.next }).ordinals).toEqual([3])
  for (const after of ['', 'x', 'price-up.', 'price-down.1.1', '9'.repeat(100)])
    expect(search.answer({ ...base, sort: 'price-up', after }).ordinals).toEqual([1, 2])
})

it('keeps the popularity of a tool whose words change', () => {
  const builder = startIndex('usd', new Map())
  for (const [ordinal, units] of [
    [1, 5],
    [2, 9],
    [3, 7],
  ] as const)
    builder.add(tool(ordinal, 100, units))
  const index = builder.finish()
  putTool(index, { ...tool(3, 100, 7), name: 'Ceramic pad' })
  const base = { words: 'pad ', categories: [], brands: [], onlyInStock: false, limit: 9, sort: 'relevance' } as const
  expect(searcher(index, synonymsOf([])).answer(base).ordinals).toEqual([2, 3, 1])
})

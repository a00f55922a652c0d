import { expect, it } from 'vitest'
import { startIndex } from './build.server.ts'
import type { IndexedTool } from './columns.server.ts'
import { roomStep } from './growable.server.ts'
import { postingBits, postingsOf } from './words/vocabulary.server.ts'

const kinds = ['Brake pad', 'Brake disc', 'Oil filter', 'Filter for brake fluid', 'Hub']

function toolAt(at: number): IndexedTool {
  return {
    ordinal: at + 1,
    name: kinds[at % kinds.length] ?? '',
    description: `Of series ${at % 999} for the workshop, as strong as brass`,
    tags: 'steel',
    brand: `Maker ${at % 7}`,
    category: undefined,
    price: 100 + at,
    canBeOrdered: true,
    ratingTotal: 0,
    ratingCount: 0,
    isUniversal: false,
    created: at,
    units: at % 3,
  }
}

it('has the columns and words of every tool, by falling popularity, where they need more room several times', () => {
  const count = roomStep + 100
  const builder = startIndex('usd', new Map())
  for (let at = 0; at < count; at++) builder.add(toolAt(at))
  const { columns, slotOf, vocabulary } = builder.finish()
  expect(vocabulary.postings.length).toBeGreaterThan(10 * roomStep)

  const order = Array.from({ length: count }, (_, at) => at).sort(
    (one, other) => (other % 3) - (one % 3) || other - one,
  )
  const atOf = (slot: number) => order[slot] ?? -1
  const slots = [...order.keys()]
  expect(columns.count).toBe(count)
  expect(slots.find(slot => columns.ordinal[slot] !== atOf(slot) + 1)).toBeUndefined()
  expect(slots.find(slot => columns.price[slot] !== 100 + atOf(slot))).toBeUndefined()
  expect(slots.find(slot => columns.created[slot] !== atOf(slot))).toBeUndefined()
  expect(slots.find(slot => slotOf[atOf(slot) + 1] !== slot + 1)).toBeUndefined()

  const having = (word: string, has: (at: number) => boolean, weight: number) => {
    const expected = slots.filter(slot => has(atOf(slot))).map(slot => (slot << postingBits.slotShift) | 4 | weight)
    const postings = postingsOf(vocabulary, word)
    expect(postings.length, word).toBe(expected.length)
    expect(
      expected.find((posting, at) => posting !== postings[at]),
      word,
    ).toBeUndefined()
  }
  having('brake', at => [0, 1, 3].includes(at % kinds.length), 3)
  having('hub', at => at % kinds.length === 4, 3)
  having('maker', () => true, 2)
  having('steel', () => true, 1)
  having('998', at => at % 999 === 998, 0)
  having('brass', () => true, 0)
}, 60_000)

import fc from 'fast-check'
import { expect } from 'vitest'
import type { IndexedTool } from '../../src/modules/finder/index/columns.server.ts'
import { pieceLength } from '../../src/modules/finder/index/pieces.server.ts'
import type { IndexAnswer, IndexQuestion } from '../../src/modules/finder/index/index.ts'
import type { AttributeQuestion } from '../../src/modules/finder/filters/attributes.rules.ts'

/** Tools for the test of the index, and of attributes what they say, what is asked, and what anybody can see to be right. */

/** What tools say of three attributes: of the category of brakes, and of all; a number, a choice and a text. */
const saidValues = { 1: ['-2', '0.5', '10', '10.25'], 2: ['1', '2'], 3: ['a', 'b', 'c'] } as const
export const anyToolAttributes = fc
  .record({
    1: fc.option(fc.constantFrom(...saidValues[1]), { nil: undefined }),
    2: fc.option(fc.constantFrom(...saidValues[2]), { nil: undefined }),
    3: fc.option(fc.constantFrom(...saidValues[3]), { nil: undefined }),
  })
  .map(values =>
    Object.entries(values).flatMap(([key, value]): [number, string][] => (value ? [[Number(key), value]] : [])),
  )
const anyBound = fc.option(fc.constantFrom(-3, -2, 0.5, 1, 10, 10.25), { nil: undefined })
/** Asked for as the categories have them, and now and then one that no tool has. */
export const anyAttributes = fc
  .tuple(
    fc.record({
      attribute: fc.constant(1),
      kind: fc.constant('number' as const),
      values: fc.constant([]),
      least: anyBound,
      most: anyBound,
    }),
    fc.record({
      attribute: fc.constant(2),
      kind: fc.constant('choice' as const),
      values: fc.subarray(['1', '2', 'gone']),
    }),
    fc.record({
      attribute: fc.constant(3),
      kind: fc.constant('text' as const),
      values: fc.subarray(['a', 'c'], { maxLength: 1 }),
    }),
    fc.record({
      attribute: fc.constant(9),
      kind: fc.constant('text' as const),
      values: fc.constantFrom([], [], ['x']),
    }),
  )
  .chain(all => fc.subarray<AttributeQuestion>(all))
/** The counts of attributes, as far as a list offers them. */
export function expectAttributes(
  answer: IndexAnswer,
  { valuesOf }: { valuesOf: (attribute: number) => string[] },
  question: IndexQuestion,
): void {
  for (const { attribute, kind, values: chosen } of question.attributes ?? []) {
    const counted = answer.facets.attributes.find(facet => facet.attribute === attribute)
    const values = valuesOf(attribute)
    if (kind === 'number') {
      const numbers = values.map(Number).toSorted((one, other) => one - other)
      expect([counted?.least, counted?.most].map(end => end && Number(end))).toEqual([numbers[0], numbers.at(-1)])
    } else {
      const counts = (counted?.values ?? []).map(({ value, count }) => [value, count])
      const wanted = [...new Set([...values, ...chosen])].map(value => [
        value,
        values.filter(one => one === value).length,
      ])
      expect(Object.fromEntries(counts), `attribute ${attribute}`).toEqual(Object.fromEntries(wanted))
    }
  }
}

export const valueOf = (tool: IndexedTool, attribute: number) =>
  tool.attributes?.find(([other]) => other === attribute)?.[1]

/** Whether a tool is what is chosen of an attribute, by hand. */
export function isMet(tool: IndexedTool, { attribute, kind, values, least, most }: AttributeQuestion): boolean {
  const value = valueOf(tool, attribute)
  if (kind !== 'number') return values.length === 0 || (value !== undefined && values.includes(value))
  if (least === undefined && most === undefined) return true
  return value !== undefined && !(Number(value) < (least ?? -Infinity)) && !(Number(value) > (most ?? Infinity))
}

/** Thousands of tools of a few kinds: the later a kind, the rarer. */
export function manyOf(kinds: readonly IndexedTool[], seed: number): IndexedTool[] {
  return Array.from({ length: 2 * pieceLength + 100 }, (_, at) => {
    const share = (Math.imul(at + 1, seed | 1) >>> 0) / 2 ** 32
    const kind = kinds[Math.floor(share ** 3 * kinds.length)]
    if (!kind) throw new Error('a kind is missing')
    return { ...kind, ordinal: at + 1, created: at % 7 }
  })
}

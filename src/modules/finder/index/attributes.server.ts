import { type AttributeCounts, type AttributeQuestion, narrows, offered, takes } from '../filters/attributes.rules.ts'

/**
 * The attributes of tools. A tool's values lie side by side in one pool: how many, then of each the numbers of the attribute and
 * of the value, which is looked up in the attribute's own list. A hundred thousand values take a megabyte.
 */
export type AttributePool = {
  pool: Uint32Array
  length: number
  attributes: Map<number, Values>
}

/** The values of an attribute, by their numbers. */
type Values = { texts: string[]; numbers: Map<string, number> }

/** By attributes' numbers. */
export type AttributesOfTool = readonly (readonly [attribute: number, value: string])[]

/** The first place is nobody's: 0 stands for a tool without attributes. */
export const emptyAttributePool = (): AttributePool => ({ pool: new Uint32Array(64), length: 1, attributes: new Map() })

/** Writes a tool's values, and returns where they begin. */
export function writeAttributes(attributePool: AttributePool, values: AttributesOfTool): number {
  if (values.length === 0) return 0
  const start = attributePool.length
  const end = start + 1 + 2 * values.length
  if (end > attributePool.pool.length) {
    const longer = new Uint32Array(end + (end >> 1))
    longer.set(attributePool.pool)
    attributePool.pool = longer
  }
  attributePool.pool[start] = values.length
  for (const [at, [attribute, value]] of values.entries()) {
    attributePool.pool[start + 1 + 2 * at] = attribute
    attributePool.pool[start + 2 + 2 * at] = valueNumber(attributePool, attribute, value)
  }
  attributePool.length = end
  return start
}

function valueNumber({ attributes }: AttributePool, attribute: number, value: string): number {
  const values: Values = attributes.get(attribute) ?? { texts: [], numbers: new Map() }
  attributes.set(attribute, values)
  const existing = values.numbers.get(value)
  if (existing !== undefined) return existing
  values.numbers.set(value, values.texts.length)
  return values.texts.push(value) - 1
}

/** Counts attributes while the index goes through a list. */
export type AttributeTally = {
  /** How many of the chosen attributes the tool fails whose values begin here: 0, 1, or 2 for more. */
  unmet(start: number): number
  /** Counts it: for every attribute, or for the one that it fails. */
  count(start: number): void
  counts(): AttributeCounts[]
}

type QuestionTally = {
  question: AttributeQuestion
  values: Values | undefined
  passes: Uint8Array
  counts: Uint32Array
}

/** Undefined where nobody asks for an attribute. */
export function startAttributeTally(
  attributePool: AttributePool,
  questions: readonly AttributeQuestion[],
): AttributeTally | undefined {
  if (questions.length === 0) return undefined
  const tallies = questions.map((question): QuestionTally => {
    const values = attributePool.attributes.get(question.attribute)
    const texts = values?.texts ?? []
    const isOpen = !narrows(question)
    const passes = Uint8Array.from(texts, text => (isOpen || takes(question, text) ? 1 : 0))
    return { question, values, passes, counts: new Uint32Array(texts.length) }
  })
  // By the attribute's number, its place + 1: looked up for every value of every tool that is gone through.
  const places = new Uint16Array(Math.max(...questions.map(({ attribute }) => attribute)) + 1)
  for (const [place, { question }] of tallies.entries()) places[question.attribute] = place + 1
  const narrowing = tallies.map(({ question }) => (narrows(question) ? 1 : 0))
  const narrowed = narrowing.flatMap((is, place) => (is ? [place] : []))
  const sumOfPlaces = narrowed.reduce((sum, place) => sum + place, 0)
  // Of a tool that fails one alone, that is what is left of the sum.
  let left = -1

  return {
    unmet(start) {
      let unmet = narrowed.length
      if (unmet === 0) return 0
      let sum = sumOfPlaces
      const { pool } = attributePool
      const end = start + 1 + 2 * (start > 0 ? (pool[start] ?? 0) : 0)
      for (let at = start + 1; at < end; at += 2) {
        const place = (places[pool[at] ?? 0] ?? 0) - 1
        if (place < 0 || narrowing[place] !== 1 || tallies[place]?.passes[pool[at + 1] ?? 0] !== 1) continue
        unmet -= 1
        sum -= place
      }
      left = unmet === 1 ? sum : -1
      return Math.min(unmet, 2)
    },
    count(start) {
      if (start === 0) return
      const { pool } = attributePool
      const end = start + 1 + 2 * (pool[start] ?? 0)
      for (let at = start + 1; at < end; at += 2) {
        const place = (places[pool[at] ?? 0] ?? 0) - 1
        if (place < 0 || (left >= 0 && left !== place)) continue
        const counts = tallies[place]?.counts
        const value = pool[at + 1] ?? 0
        if (counts) counts[value] = (counts[value] ?? 0) + 1
      }
    },
    counts: () =>
      tallies.map(({ question, values, counts }) =>
        offered(
          question,
          Array.from(counts, (count, number) => [values?.texts[number] ?? '', count] as const),
        ),
      ),
  }
}

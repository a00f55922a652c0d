import { type AttributeCounts, type AttributeQuestion, narrows, offered, takes } from '../filters/attributes.rules.ts'

/**
 * What tools say of attributes. A tool's values lie side by side in one pool: how many, then of each the numbers of the attribute and
 * of the value, which is looked up in the attribute's own list. A hundred thousand values take a megabyte.
 */
export type SaidPool = {
  pool: Uint32Array
  length: number
  attributes: Map<number, Values>
}

/** The values of an attribute, by their numbers. */
type Values = { texts: string[]; numbers: Map<string, number> }

/** By attributes' numbers. */
export type SaidOfTool = readonly (readonly [attribute: number, value: string])[]

/** The first place is nobody's: 0 says that a tool says nothing. */
export const emptySaid = (): SaidPool => ({ pool: new Uint32Array(64), length: 1, attributes: new Map() })

/** Writes what a tool says, and returns where it stands. */
export function writeSaid(said: SaidPool, values: SaidOfTool): number {
  if (values.length === 0) return 0
  const start = said.length
  const end = start + 1 + 2 * values.length
  if (end > said.pool.length) {
    const longer = new Uint32Array(end + (end >> 1))
    longer.set(said.pool)
    said.pool = longer
  }
  said.pool[start] = values.length
  for (const [at, [attribute, value]] of values.entries()) {
    said.pool[start + 1 + 2 * at] = attribute
    said.pool[start + 2 + 2 * at] = valueNumber(said, attribute, value)
  }
  said.length = end
  return start
}

function valueNumber({ attributes }: SaidPool, attribute: number, value: string): number {
  const values: Values = attributes.get(attribute) ?? { texts: [], numbers: new Map() }
  attributes.set(attribute, values)
  const known = values.numbers.get(value)
  if (known !== undefined) return known
  values.numbers.set(value, values.texts.length)
  return values.texts.push(value) - 1
}

/** What is counted of attributes while a list is gone through. */
export type SaidTally = {
  /** How many of the chosen attributes a tool fails that says this: 0, 1, or 2 for more. */
  unmet(start: number): number
  /** Counts it: for every attribute, or for the one that it fails. */
  count(start: number): void
  counts(): AttributeCounts[]
}

type Asked = { question: AttributeQuestion; values: Values | undefined; passes: Uint8Array; counts: Uint32Array }

/** Undefined where nobody asks for an attribute. */
export function startSaidTally(said: SaidPool, questions: readonly AttributeQuestion[]): SaidTally | undefined {
  if (questions.length === 0) return undefined
  const asked = questions.map((question): Asked => {
    const values = said.attributes.get(question.attribute)
    const texts = values?.texts ?? []
    const isOpen = !narrows(question)
    const passes = Uint8Array.from(texts, text => (isOpen || takes(question, text) ? 1 : 0))
    return { question, values, passes, counts: new Uint32Array(texts.length) }
  })
  // By the attribute's number, its place + 1: looked up for every value of every tool that is gone through.
  const places = new Uint16Array(Math.max(...questions.map(({ attribute }) => attribute)) + 1)
  for (const [place, { question }] of asked.entries()) places[question.attribute] = place + 1
  const narrowing = asked.map(({ question }) => (narrows(question) ? 1 : 0))
  const narrowed = narrowing.flatMap((is, place) => (is ? [place] : []))
  const sumOfPlaces = narrowed.reduce((sum, place) => sum + place, 0)
  // Of a tool that fails one alone, that is what is left of the sum.
  let left = -1

  return {
    unmet(start) {
      let unmet = narrowed.length
      if (unmet === 0) return 0
      let sum = sumOfPlaces
      const { pool } = said
      const end = start + 1 + 2 * (start > 0 ? (pool[start] ?? 0) : 0)
      for (let at = start + 1; at < end; at += 2) {
        const place = (places[pool[at] ?? 0] ?? 0) - 1
        if (place < 0 || narrowing[place] !== 1 || asked[place]?.passes[pool[at + 1] ?? 0] !== 1) continue
        unmet -= 1
        sum -= place
      }
      left = unmet === 1 ? sum : -1
      return Math.min(unmet, 2)
    },
    count(start) {
      if (start === 0) return
      const { pool } = said
      const end = start + 1 + 2 * (pool[start] ?? 0)
      for (let at = start + 1; at < end; at += 2) {
        const place = (places[pool[at] ?? 0] ?? 0) - 1
        if (place < 0 || (left >= 0 && left !== place)) continue
        const counts = asked[place]?.counts
        const value = pool[at + 1] ?? 0
        if (counts) counts[value] = (counts[value] ?? 0) + 1
      }
    },
    counts: () =>
      asked.map(({ question, values, counts }) =>
        offered(
          question,
          Array.from(counts, (count, number) => [values?.texts[number] ?? '', count] as const),
        ),
      ),
  }
}

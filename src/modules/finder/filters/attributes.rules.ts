import {
  type AttributeKind,
  type CategoryCount,
  type CategoryTree,
  categoryFacet,
  isWithin,
  plainNumber,
} from '#rules/catalogue'

/** An attribute that a list is counted by, and what of it is chosen. */
export type AttributeQuestion = {
  /** Its number. */
  attribute: number
  kind: AttributeKind
  /** Any of these, as tools keep them; none for whatever it is. */
  values: readonly string[]
  /** Of a number, both in it. */
  least?: number | undefined
  most?: number | undefined
}

/** How many tools have each value of an attribute, as tools keep it; of a number from where to where they go. */
export type AttributeCounts = {
  attribute: number
  values: { value: string; count: number }[]
  least?: string
  most?: string
}

/** Whether something of it is chosen. */
export const narrows = ({ values, least, most }: AttributeQuestion): boolean =>
  values.length > 0 || least !== undefined || most !== undefined

/** Whether a tool with this value of the attribute meets the question. */
export function takes({ kind, values, least, most }: AttributeQuestion, value: string | undefined): boolean {
  if (value === undefined) return false
  if (kind !== 'number') return values.includes(value)
  const number = Number(value)
  return number >= (least ?? -Infinity) && number <= (most ?? Infinity)
}

/** More values than these of a text tell nobody anything: it is none that a list is narrowed by. */
const fewTexts = 30
/** Values of one attribute that are offered. */
export const mostValues = 100

/** What is offered of an attribute: counts by value, in any order, to the values that buyers choose from. */
export function offered(
  question: AttributeQuestion,
  counts: Iterable<readonly [value: string, count: number]>,
): AttributeCounts {
  const { attribute, kind, values: chosen } = question
  const counted = [...counts].filter(([, count]) => count > 0)
  if (kind === 'number') {
    const sorted = counted.map(([value]) => value).toSorted((one, other) => Number(one) - Number(other))
    const [least, most] = [sorted[0], sorted.at(-1)]
    return { attribute, values: [], ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
  }
  const isMany = kind === 'text' && counted.length > fewTexts
  const left = isMany ? counted.filter(([value]) => chosen.includes(value)) : counted
  const missing = chosen.filter(value => left.every(([other]) => other !== value)).map(value => [value, 0] as const)
  const values = [...left, ...missing]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return { attribute, values: values.slice(0, Math.max(mostValues, chosen.length)) }
}

/** `material:steel`, `outer-diameter:10..20`: what an address says of an attribute. */
export type AttributeFilter = { slug: string; value: string }

export function readAttributeFilter(text: string): AttributeFilter {
  const at = text.indexOf(':')
  return at < 0 ? { slug: text, value: '' } : { slug: text.slice(0, at), value: text.slice(at + 1) }
}

/** `10..20`, `10..`, `..20`, or one number alone; undefined where it is none of these. */
export function readNumberSpan(text: string): { least?: number; most?: number } | undefined {
  const [from = '', to = from] = text.split('..')
  if (text.split('..').length > 2) return undefined
  const [least, most] = [plainNumber(from.trim()), plainNumber(to.trim())]
  if ((from.trim() && least === undefined) || (to.trim() && most === undefined) || !(least ?? most)) return undefined
  return { ...(least !== undefined && { least: Number(least) }), ...(most !== undefined && { most: Number(most) }) }
}

type ById = [id: string, count: number][]

/** Whoever chooses another category than one below begins there without what is chosen of attributes: it is counted so. */
export function categoryCounts(
  tree: CategoryTree,
  {
    categories: chosen,
    attributes = [],
  }: { categories: readonly string[]; attributes?: readonly AttributeQuestion[] | undefined },
  { narrowed, open }: { narrowed: ById; open: ById },
): CategoryCount[] {
  const inside = categoryFacet(tree, narrowed, chosen)
  if (!attributes.some(narrows)) return inside
  const outside = categoryFacet(tree, open, chosen).filter(category => !isWithin(category, chosen))
  return [...inside.filter(category => isWithin(category, chosen)), ...outside].toSorted(
    (one, other) => other.count - one.count || (one.label < other.label ? -1 : 1),
  )
}

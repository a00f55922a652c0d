import { isOneLine } from '#kernel/fields'
import { type AttributeKind, attributeLimits, choiceNumbers, hasLetters, slugOf } from '#rules/catalogue'
import { attributeColumn } from '../../columns/attribute-columns.rules.ts'
import type { ProblemCode } from '../../import.rules.ts'
import { inOrder, kindOf, mostChoices } from './kinds.rules.ts'
import type { Look } from '../../columns/attribute-columns.rules.ts'
import { type Path, type Place, isWithin, placesFor } from './places.rules.ts'

/** What the parts of one category say of an attribute that none has there. */
export type Seen = Path & {
  /** What stands above its column, of the first part. */
  column: string
  slug: string
  unit: string
  parts: number
  /** How many of them say a number. */
  numbers: number
  /** And how many of them several: `60/55`. */
  several: number
  looks: Look[]
  /** Each once however it is capitalised; one more than `mostChoices` at most. */
  values: string[]
  /** One that is no number, if any. */
  wordy: string | null
}

/** An attribute that is there, or that a file of categories makes. `key`: of its category. */
export type There = { key: string; slug: string }

/** An attribute that an import makes, or why it does not. */
export type NewAttribute = Path & {
  /** Of the categories whose parts say it. */
  keys: string[]
  column: string
  name: string
  slug: string
  unit: string
  kind: AttributeKind | null
  choices: string[]
  /** Of each choice its number, by its slug. */
  numbers: Record<string, string>
  /** How many parts have it. */
  parts: number
  code: ProblemCode | null
  /** A value that is in the way. */
  value: string | null
}

/** What becomes of each column, those that most parts say first: of two with one name they count. */
export function judgeNew(seen: readonly Seen[], there: readonly There[]): NewAttribute[] {
  const columns = [...Map.groupBy(seen, ({ slug, unit }) => `${slug}\u001f${unit}`).values()]
  const existing = [...there]
  return columns
    .toSorted((one, other) => sumOf(other, 'parts') - sumOf(one, 'parts'))
    .flatMap(column => {
      const made = judgeColumn(column, existing)
      for (const { key, slug, code } of made) if (code === null) existing.push({ key, slug })
      return made
    })
}

const sumOf = (column: readonly Seen[], what: 'parts' | 'numbers' | 'several') =>
  column.reduce((sum, one) => sum + one[what], 0)

function judgeColumn(column: readonly Seen[], existing: readonly There[]): NewAttribute[] {
  const [first] = column
  if (!first) return []
  const { slug, unit } = first
  const name = attributeColumn(first.column)?.name ?? ''
  const kind =
    kindOf({
      unit,
      looks: new Set(column.flatMap(({ looks }) => looks)),
      parts: sumOf(column, 'parts'),
      numbers: sumOf(column, 'numbers'),
      several: sumOf(column, 'several'),
      values: valuesOf(column),
    }) ?? null
  const namesakes = existing.filter(other => other.slug === slug).map(({ key }) => key)
  let all = existing.length
  return placesFor(column, namesakes).map(place => {
    const own = existing.filter(({ key }) => key === place.key).length
    const isFull = own >= attributeLimits.own || all >= attributeLimits.all
    const isWordy = unit !== '' && sumOf(place.of, 'numbers') === 0
    const code = wrongOf({ name, unit, kind: isWordy ? null : kind, isTaken: place.isTaken, isFull })
    if (code === null) all += 1
    const value = code === 'attribute-new-unit' ? wordyOf(place) : null
    return { ...madeOf(place, first), name, kind, code, value, ...choicesOf(kind, place) }
  })
}

const madeOf = ({ key, path, of }: Place<Seen>, { column, slug, unit }: Seen) => ({
  key,
  path,
  keys: of.map(one => one.key),
  column,
  slug,
  unit,
  parts: sumOf(of, unit === '' ? 'parts' : 'numbers'),
})

const wordyOf = ({ of }: Place<Seen>) => of.find(({ wordy }) => wordy !== null)?.wordy ?? null

function choicesOf(kind: AttributeKind | null, { of }: Place<Seen>): Pick<NewAttribute, 'choices' | 'numbers'> {
  const choices = kind === 'choice' ? inOrder(valuesOf(of)) : []
  return { choices, numbers: choiceNumbers(choices) }
}

/** What several categories say, each once; of spellings that differ in capitals the first one. */
function valuesOf(column: readonly Seen[]): string[] {
  const values = new Map<string, string>()
  for (const value of column.flatMap(({ values }) => values)) {
    if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value)
    if (values.size > mostChoices) break
  }
  return [...values.values()]
}

type Judging = Pick<NewAttribute, 'name' | 'unit' | 'kind'> & { isTaken: boolean; isFull: boolean }

function wrongOf({ name, unit, kind, isTaken, isFull }: Judging): ProblemCode | null {
  const isName = hasLetters(name) && name.length <= attributeLimits.name && isOneLine(name)
  if (!isName || unit.length > attributeLimits.unit || !isOneLine(unit)) return 'attribute-new-name'
  if (isTaken) return 'attribute-new-taken'
  if (kind === null) return 'attribute-new-unit'
  return isFull ? 'attribute-new-room' : null
}

/** As the shop has it. */
export type ExistingAttribute = There & { ordinal: number; unit: string; kind: string; choices: readonly string[] }

/**
 * Attributes that somebody has made since an import was looked at that was to make them, as another kind or without its choices: its
 * values are kept aside, for a preview that took them must not end in refused rows. `choices`: of what is there, their slugs.
 */
export function unlikeThose(
  planned: readonly Pick<NewAttribute, 'key' | 'slug' | 'unit' | 'kind' | 'choices'>[],
  there: readonly ExistingAttribute[],
): number[] {
  return there
    .filter(existing =>
      planned.some(
        ({ key, slug, unit, kind, choices }) =>
          slug === existing.slug &&
          unit === existing.unit &&
          (isWithin(key, existing.key) || isWithin(existing.key, key)) &&
          (kind !== existing.kind || !choices.every(choice => existing.choices.includes(slugOf(choice)))),
      ),
    )
    .map(({ ordinal }) => ordinal)
}

import type { FieldError } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { type Definition, definitionsOf, readDefinitions, sayValue } from '#services/catalogue'
import type { AttributeFacet } from './facets.contract.ts'
import { catalogueTexts } from '#texts/catalogue'
import {
  type AttributeCounts,
  type AttributeQuestion,
  narrows,
  readAttributeFilter,
  readNumberSpan,
} from './attributes.rules.ts'
import { filterProblems } from './filters.texts.ts'

type AttributeQuery = {
  /** For the index. */
  questions: AttributeQuestion[]
  definitions: readonly Definition[]
  problems: FieldError[]
}

/** An attribute that no tool has: what asks for one that the categories do not have finds nothing. */
const unknown: AttributeQuestion = { attribute: 0, kind: 'text', values: [''] }

/** The attributes that all of the chosen categories have, with what is chosen of them. Without a category there are none. */
export async function readAttributeQuery(
  ctx: Context,
  { category = [], attr = [] }: { category?: string[] | undefined; attr?: string[] | undefined },
): Promise<AttributeQuery> {
  const definitions = category.length > 0 ? await definitionsOfAll(ctx, category) : []
  const problems: FieldError[] = []
  const chosen = Map.groupBy(attr.map(readAttributeFilter), ({ slug }) => slug)
  const questions = definitions.flatMap((definition): AttributeQuestion[] => {
    const { ordinal: attribute, kind, slug, choices } = definition
    const values = (chosen.get(slug) ?? []).map(({ value }) => value)
    chosen.delete(slug)
    if (kind !== 'number') {
      const keyOf = (value: string) => String(choices.find(choice => choice.slug === value)?.key ?? '')
      return [{ attribute, kind, values: kind === 'choice' ? values.map(keyOf) : values }]
    }
    const spans = values.map(readNumberSpan)
    const [span, ...more] = spans.filter(one => one !== undefined)
    if (more.length > 0) {
      problems.push({ field: 'attr', message: filterProblems.oneSpan(slug) })
    }
    const question = { attribute, kind, values: [], ...span }
    // No number has the value of what was a choice or a text when the address was made.
    return spans.includes(undefined) ? [question, unknown] : [question]
  })
  return { questions: chosen.size > 0 ? [...questions, unknown] : questions, definitions, problems }
}

async function definitionsOfAll(ctx: Context, paths: readonly string[]): Promise<Definition[]> {
  const all = await readDefinitions(ctx)
  if (all.length === 0) return []
  return paths.reduce<Definition[]>((left, path) => definitionsOf(left, path), all)
}

/** The counts as buyers read them. What nothing is counted of, and nothing chosen, is left out. */
export function facetsOfAttributes(
  counts: readonly AttributeCounts[],
  { questions, definitions }: AttributeQuery,
): AttributeFacet[] {
  return definitions.flatMap((definition): AttributeFacet[] => {
    const { ordinal, slug, name, kind, unit } = definition
    const counted = counts.find(({ attribute }) => attribute === ordinal)
    const question = questions.find(({ attribute }) => attribute === ordinal)
    const isChosen = question !== undefined && narrows(question)
    const values = (counted?.values ?? []).flatMap(({ value, count }) => {
      const shown = sayValue(definition, value)
      return shown ? [{ value: shown.value, label: labelOf(definition, shown), count }] : []
    })
    if (!isChosen && values.length === 0 && counted?.least === undefined) return []
    const { least, most } = counted ?? {}
    const order = orderOf(definition)
    if (order) values.sort((one, other) => order.indexOf(one.value) - order.indexOf(other.value))
    return [{ slug, name, kind, unit, values, ...(least && { least }), ...(most && { most }) }]
  })
}

/** Choices stand as their owner has put them, other values by their counts. */
function orderOf({ kind, choices }: Definition): string[] | undefined {
  if (kind === 'yes-no') return ['yes', 'no']
  return kind === 'choice' ? choices.map(({ slug }) => slug) : undefined
}

const labelOf = ({ kind }: Definition, { value, label }: { value: string; label: string }): string =>
  kind === 'yes-no' ? (value === 'yes' ? catalogueTexts.yes : catalogueTexts.no) : label

import { useEffect, useState } from 'react'
import type { Attribute, ToolWithAttributes } from '#contracts/catalogue'
import { plainNumber } from '#kernel/typed-field'
import { writeNumber } from '#kernel/typed-number'
import { type Judgement, attributeField, judgeValue } from '#rules/catalogue'
import type { FieldError } from '#kernel/refusals'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { useAttributes } from '../categories/attribute-queries.ts'
import { useCategories } from '../categories/category-queries.ts'

type Options = {
  /** Id of the category that is chosen; its attributes are asked for. */
  category: string
  /** What the shop has of the tool: its category, and what it says. */
  tool?: ToolWithAttributes | undefined
  locale: string
  /** Where what is typed is kept for this tab. */
  draftKey?: string | undefined
}

/**
 * What is said of a tool's attributes while it is typed: by attributes, so that nothing is lost when another category is chosen
 * and the first one again.
 */
export function useAttributeValues({ category, tool, locale, draftKey }: Options) {
  const categories = useCategories()
  const chosen = categories.data?.find(({ _id: id }) => id === category)
  const query = useAttributes(chosen?._id)
  const attributes = category === '' ? [] : query.data
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => (draftKey ? readTyped(draftKey) : {}))
  const hasTyped = Object.keys(typed).length > 0
  const { problems, tell, forget } = useProblems()
  useEffect(() => {
    if (draftKey && hasTyped) keepDraft(draftKey, { typed: JSON.stringify(typed) })
  }, [draftKey, typed, hasTyped])

  const valueOf = ({ _id: id, slug, kind, category }: Attribute): string => {
    const own = typed[id]
    if (own !== undefined) return own
    const isKnown = `${tool?.category?.fullName} > `.startsWith(`${category.fullName} > `)
    const value = isKnown ? (tool?.attributes.find(one => one.slug === slug)?.value ?? '') : ''
    return kind === 'number' && value !== '' ? writeNumber(value, attributeField(locale)) : value
  }
  const judge = (attribute: Attribute, text = valueOf(attribute)) => judgeTyped(attribute, text, locale)
  const problemOf = (attribute: Attribute, text?: string) => {
    const judged = judge(attribute, text)
    return 'problem' in judged ? judged.problem : undefined
  }
  return {
    attributes,
    failed: query.isError && !query.data ? query : undefined,
    hasTyped,
    valueOf,
    problems,
    set(attribute: Attribute, text: string): void {
      setTyped(typed => ({ ...typed, [attribute._id]: text }))
      // What was wrong is judged again with every key.
      if (problems.has(attribute._id)) tell([[attribute, problemOf(attribute, text)]])
    },
    /** What is wrong with it is said once somebody has left its field. */
    leave: (attribute: Attribute) => tell([[attribute, problemOf(attribute)]]),
    /** What was typed, as it is sent; undefined where something is wrong with a value. What nobody has touched stays as it is. */
    check(): Record<string, string> | undefined {
      const judged = (attributes ?? []).map(attribute => ({ attribute, judged: judge(attribute) }))
      const results = judged.map(
        ({ attribute, judged }) => [attribute, 'problem' in judged ? judged.problem : undefined] as const,
      )
      tell(results)
      const [wrong] = results.find(([, problem]) => problem !== undefined) ?? []
      if (wrong) {
        document.querySelector<HTMLElement>(`[name="${fieldOf(wrong)}"]`)?.focus()
        return undefined
      }
      const touched = judged.filter(({ attribute }) => typed[attribute._id] !== undefined)
      const values = touched.flatMap(({ attribute: { slug }, judged }) =>
        'value' in judged ? [[slug, judged.value]] : [],
      )
      return Object.fromEntries(values)
    },
    /** The server's complaints; an attribute that has gone meanwhile goes here, too. */
    onRefused(errors: readonly FieldError[]): void {
      tell(
        (attributes ?? []).map(
          attribute =>
            [attribute, errors.find(({ field }) => field === `attributes.${attribute.slug}`)?.message] as const,
        ),
      )
      if (errors.some(({ field }) => field.startsWith('attributes.'))) void query.refetch()
    },
    reset(): void {
      setTyped({})
      forget()
      if (draftKey) dropDraft(draftKey)
    },
  }
}

/** A value as people of this language type it. */
export function judgeTyped(attribute: Pick<Attribute, 'kind' | 'choices'>, text: string, locale: string): Judgement {
  if (attribute.kind !== 'number' || text.trim() === '') return judgeValue(attribute, text)
  const read = plainNumber(text, attributeField(locale), '')
  return 'message' in read ? { problem: read.message } : judgeValue(attribute, read.value)
}

type AttributeResult = readonly [Attribute, problem: string | undefined]

/** What is wrong with values, by the ids of their attributes. */
function useProblems() {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const tell = (results: readonly AttributeResult[]) => {
    const next = new Map(problems)
    for (const [{ _id: id }, problem] of results) {
      if (problem === undefined) next.delete(id)
      else next.set(id, problem)
    }
    setProblems(next)
  }
  return { problems, tell, forget: () => setProblems(new Map()) }
}

/** What the field of an attribute is called in the form. */
export const fieldOf = ({ _id: id }: Attribute): string => `attribute-${id}`

export type AttributeValues = ReturnType<typeof useAttributeValues>

function readTyped(key: string): Record<string, string> {
  try {
    const typed: unknown = JSON.parse(readDraft(key, ['typed']).typed ?? '{}')
    return Object.fromEntries(Object.entries(typed ?? {}).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

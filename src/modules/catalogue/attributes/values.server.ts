import { sql } from 'kysely'
import type { FieldError } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { AttributeValue } from './values.contract.ts'
import { judgeValue, labelOf } from './attributes.rules.ts'
import { attributeProblems } from './attributes.texts.ts'
import { type Definition, definitionsOf, readDefinitions } from './read.server.ts'

/** A tool's values as they are stored, by the numbers of their attributes. */
export type StoredAttributes = Record<string, string>
/** Values for a tool, by the slugs of attributes. Empty or null takes a value away. */
type Input = Record<string, string | number | boolean | null>

type Reading = Pick<Context, 'db' | 'remember'>

/** What `attributesOf` reads of a tool and its category. */
export const attributeColumns = sql`nullif(tool.attributes, '{}') as attributes, category.path as attributes_path`
export type AttributesRow = { attributes: StoredAttributes | null; attributes_path: string | null }

/** What a tool says of the attributes of its category, in the attributes' order. */
export function attributesOf(
  { attributes, attributes_path: path }: AttributesRow,
  all: readonly Definition[],
): AttributeValue[] {
  return attributes && path !== null ? valuesOf(definitionsOf(all, path), attributes) : []
}

function valuesOf(definitions: readonly Definition[], stored: StoredAttributes): AttributeValue[] {
  return definitions.flatMap(definition => {
    const { slug, name, kind, unit } = definition
    const value = sayValue(definition, stored[definition.ordinal])
    return value ? [{ slug, name, kind, unit, ...value }] : []
  })
}

/** A value as calls say it, and as people read it; undefined where there is none, or its choice has gone. */
export function sayValue(
  { kind, choices }: Pick<Definition, 'kind' | 'choices'>,
  stored: string | undefined,
): { value: string; label: string } | undefined {
  if (stored === undefined) return undefined
  if (kind !== 'choice') return { value: stored, label: stored }
  const choice = choices.find(({ key }) => String(key) === stored)
  return choice && { value: choice.slug, label: choice.name }
}

type ValuesChange = { input: Input | undefined; stored: StoredAttributes; path: string | undefined }

/**
 * The values to store for a tool in the category with this path, and what is wrong with the input. A value that the input leaves
 * out stays, and so does one of another category's attribute.
 */
export async function readValues(
  ctx: Reading,
  { input, stored, path }: ValuesChange,
): Promise<{ attributes: StoredAttributes; errors: FieldError[] }> {
  const attributes = { ...stored }
  const errors: FieldError[] = []
  if (input === undefined || Object.keys(input).length === 0) return { attributes, errors }
  const all = await readDefinitions(ctx)
  const bySlug = new Map((path === undefined ? [] : definitionsOf(all, path)).map(one => [one.slug, one]))
  for (const [slug, typed] of Object.entries(input)) {
    const field = `attributes.${slug}`
    const definition = bySlug.get(slug)
    const judged = definition && judgeValue(definition, String(typed ?? ''))
    if (!definition || !judged) errors.push({ field, message: attributeProblems.unknown })
    else if ('problem' in judged) errors.push({ field, message: judged.problem })
    else if (judged.value === '') delete attributes[definition.ordinal]
    else attributes[definition.ordinal] = storedOf(definition, judged.value)
  }
  return { attributes, errors }
}

/** A judged value as tools keep it: of a choice its key. */
const storedOf = ({ kind, choices }: Definition, value: string): string =>
  kind === 'choice' ? String(choices.find(({ slug }) => slug === value)?.key ?? '') : value

/** Stored values in the words of the trail: by the names of attributes and choices. */
export async function inWords(ctx: Reading): Promise<(stored: StoredAttributes) => Record<string, string>> {
  const all = await readDefinitions(ctx)
  return stored =>
    Object.fromEntries(
      all.flatMap(definition => {
        const value = sayValue(definition, stored[definition.ordinal])
        return value ? [[`${definition.category_name}: ${labelOf(definition)}`, value.label]] : []
      }),
    )
}

import { sql } from 'kysely'
import type { FieldError } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { AttributeValue } from './values.contract.ts'
import { attributeUnknown, judgeValue, labelOf } from './attributes.rules.ts'
import { type Definition, definitionsOf, readDefinitions } from './read.server.ts'

/** What a tool keeps of attributes, by their numbers. */
export type Kept = Record<string, string>
/** What is said of a tool, by the slugs of attributes. Empty or null takes a value away. */
type Said = Record<string, string | number | boolean | null>

type Reading = Pick<Context, 'db' | 'remember'>

/** What `attributesOf` reads of a tool and its category. */
export const attributeColumns = sql`nullif(tool.attributes, '{}') as attributes, category.path as attributes_path`
export type AttributesRow = { attributes: Kept | null; attributes_path: string | null }

/** What a tool says of the attributes of its category, in the attributes' order. */
export function attributesOf(
  { attributes, attributes_path: path }: AttributesRow,
  all: readonly Definition[],
): AttributeValue[] {
  return attributes && path !== null ? valuesOf(definitionsOf(all, path), attributes) : []
}

function valuesOf(definitions: readonly Definition[], kept: Kept): AttributeValue[] {
  return definitions.flatMap(definition => {
    const { slug, name, kind, unit } = definition
    const said = sayValue(definition, kept[definition.ordinal])
    return said ? [{ slug, name, kind, unit, ...said }] : []
  })
}

/** A value as calls say it, and as people read it; undefined where there is none, or its choice has gone. */
export function sayValue(
  { kind, choices }: Pick<Definition, 'kind' | 'choices'>,
  kept: string | undefined,
): { value: string; label: string } | undefined {
  if (kept === undefined) return undefined
  if (kind !== 'choice') return { value: kept, label: kept }
  const choice = choices.find(({ key }) => String(key) === kept)
  return choice && { value: choice.slug, label: choice.name }
}

type Asked = { said: Said | undefined; kept: Kept; path: string | undefined }

/**
 * What a tool keeps after this was said of it in the category with this path, and what is wrong with it. What is not spoken of
 * stays, and so does what belongs to another category.
 */
export async function readValues(
  ctx: Reading,
  { said, kept, path }: Asked,
): Promise<{ attributes: Kept; errors: FieldError[] }> {
  const attributes = { ...kept }
  const errors: FieldError[] = []
  if (said === undefined || Object.keys(said).length === 0) return { attributes, errors }
  const all = await readDefinitions(ctx)
  const bySlug = new Map((path === undefined ? [] : definitionsOf(all, path)).map(one => [one.slug, one]))
  for (const [slug, typed] of Object.entries(said)) {
    const field = `attributes.${slug}`
    const definition = bySlug.get(slug)
    const judged = definition && judgeValue(definition, String(typed ?? ''))
    if (!definition || !judged) errors.push({ field, message: attributeUnknown })
    else if ('problem' in judged) errors.push({ field, message: judged.problem })
    else if (judged.value === '') delete attributes[definition.ordinal]
    else attributes[definition.ordinal] = keptOf(definition, judged.value)
  }
  return { attributes, errors }
}

/** A judged value as tools keep it: of a choice its key. */
const keptOf = ({ kind, choices }: Definition, value: string): string =>
  kind === 'choice' ? String(choices.find(({ slug }) => slug === value)?.key ?? '') : value

/** What is kept, as the trail says it: by the names of attributes and choices. */
export async function inWords(ctx: Reading): Promise<(kept: Kept) => Record<string, string>> {
  const all = await readDefinitions(ctx)
  return kept =>
    Object.fromEntries(
      all.flatMap(definition => {
        const said = sayValue(definition, kept[definition.ordinal])
        return said ? [[`${definition.category_name}: ${labelOf(definition)}`, said.label]] : []
      }),
    )
}

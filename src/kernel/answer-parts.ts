import type * as z from 'zod/mini'

/** Changes a value of an answer. */
type Change<With> = (value: unknown, given: With) => unknown

/**
 * What changes all values of some schemas in an answer of this schema, however deep; undefined where it has none of them. `changeOf`
 * says what is done with a schema's values. The answer itself is not touched.
 */
export function changingParts<With>(
  schema: z.core.$ZodType,
  changeOf: (schema: z.core.$ZodType) => Change<With> | undefined,
): Change<With> | undefined {
  const within = (schema: z.core.$ZodType) => changingParts(schema, changeOf)
  const own = changeOf(schema)
  if (own) return own
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'nullable' || def.type === 'optional') return changingAny(within(def.innerType))
  if (def.type === 'array') return changingEach(within(def.element))
  if (def.type !== 'object') return undefined
  const fields = Object.entries(def.shape as Readonly<Record<string, z.core.$ZodType>>).flatMap(([name, schema]) => {
    const change = within(schema)
    return change ? [{ name, change }] : []
  })
  return changingFields(fields)
}

function changingAny<With>(change: Change<With> | undefined): Change<With> | undefined {
  return change && ((value, given) => (value === null || value === undefined ? value : change(value, given)))
}

function changingEach<With>(change: Change<With> | undefined): Change<With> | undefined {
  return change && ((items, given) => (items as unknown[]).map(item => change(item, given)))
}

function changingFields<With>(fields: { name: string; change: Change<With> }[]): Change<With> | undefined {
  if (fields.length === 0) return undefined
  return (object, given) => {
    const changed = { ...(object as Record<string, unknown>) }
    for (const { name, change } of fields) {
      if (Object.hasOwn(changed, name)) changed[name] = change(changed[name], given)
    }
    return changed
  }
}

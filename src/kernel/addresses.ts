import * as z from 'zod/mini'

/** In an answer: an address of another host, or a path of this shop. On the network every one of them is absolute. */
export const Address = z.string()

/** A source set, as `<source srcset>` takes it: such addresses, each with its width. */
export const SourceSet = z.string()

/** Gives an answer whose paths have the shop's own address before them. */
type Complete = (answer: unknown, shopUrl: string) => unknown

/**
 * What makes the addresses absolute in an answer of this schema; undefined where it has none. The mount does it, for
 * clients of any origin: verbs and pages know the paths alone, which are shorter.
 */
export function completing(schema: z.core.$ZodType): Complete | undefined {
  if (schema === Address) return (address, shopUrl) => absolute(String(address), shopUrl)
  if (schema === SourceSet) {
    return (set, shopUrl) =>
      String(set)
        .split(', ')
        .map(address => absolute(address, shopUrl))
        .join(', ')
  }
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'nullable' || def.type === 'optional') return completingAny(def.innerType)
  if (def.type === 'array') return completingEach(def.element)
  return def.type === 'object' ? completingFields(def.shape) : undefined
}

function completingAny(inner: z.core.$ZodType): Complete | undefined {
  const complete = completing(inner)
  return complete && ((value, shopUrl) => (value === null || value === undefined ? value : complete(value, shopUrl)))
}

function completingEach(element: z.core.$ZodType): Complete | undefined {
  const complete = completing(element)
  return complete && ((items, shopUrl) => (items as unknown[]).map(item => complete(item, shopUrl)))
}

function completingFields(shape: Readonly<Record<string, z.core.$ZodType>>): Complete | undefined {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const complete = completing(schema)
    return complete ? [{ name, complete }] : []
  })
  if (fields.length === 0) return undefined
  return (object, shopUrl) => {
    const completed = { ...(object as Record<string, unknown>) }
    for (const { name, complete } of fields) {
      if (Object.hasOwn(completed, name)) completed[name] = complete(completed[name], shopUrl)
    }
    return completed
  }
}

function absolute(address: string, shopUrl: string): string {
  return address.startsWith('/') ? `${shopUrl}${address}` : address
}

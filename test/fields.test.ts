import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#kernel/endpoint'

/** What no text may hold that is shown among other words: it reads backwards, or rings a bell. */
const unseen = ['Ab\u202Ecd', 'Ab\u0007cd', 'Ab\u2066cd', 'Ab\u009Bcd']
/** What a text of one line may not hold beside. */
const lineEnds = ['Ab\ncd', 'Ab\rcd', 'Ab\u2028cd', 'Ab\u0085cd', 'Ab\u000Bcd']

/** Fields of several lines, by their names in the contracts. */
const severalLines = new Set<string>([])
/** Fields of other kinds: what is looked for, a file, a secret, a word that has to be one that is known. */
const others = new Set<string>([])

const endpoints: Endpoint[] = []
for await (const file of glob('src/modules/**/*.contract.ts')) {
  const module = (await import(`../${file}`)) as Record<string, unknown>
  for (const contract of Object.values(module)) {
    if (typeof contract !== 'object' || contract === null) continue
    for (const one of Object.values(contract)) if (isEndpoint(one) && !endpoints.includes(one)) endpoints.push(one)
  }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

type Field = { name: string; schema: z.core.$ZodType }
type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  options?: z.core.$ZodType[]
  valueType?: z.core.$ZodType
}

/** Every field of a schema that takes a text. */
function textsOf(schema: z.core.$ZodType, name: string): Field[] {
  const def = schema._zod.def as unknown as Def
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, inner]) => textsOf(inner, name ? `${name}.${key}` : key))
  if (def.element) return textsOf(def.element, name)
  if (def.valueType) return textsOf(def.valueType, name)
  if (def.options) return def.options.flatMap(option => textsOf(option, name))
  const inner = def.innerType ?? def.in
  if (inner && hasParts(inner)) return textsOf(inner, name)
  return z.safeParse(z.string(), 'x').success && takesText(schema) ? [{ name, schema }] : []
}

function hasParts(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as unknown as Def
  if (def.shape ?? def.element ?? def.valueType ?? def.options) return true
  const inner = def.innerType ?? def.in
  return inner !== undefined && hasParts(inner)
}

function takesText(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') return true
  const inner = def.innerType ?? def.in
  return inner !== undefined && takesText(inner)
}

const fields = endpoints.flatMap(({ method, path, ...parts }) =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = parts[part]
    return schema ? textsOf(schema, '').map(field => ({ ...field, name: `${method} ${path} ${field.name}` })) : []
  }),
)

const takes = (schema: z.core.$ZodType, text: string) => z.safeParse(schema, text).success

describe('a text that is sent to the shop (finding 29)', () => {
  it('is of one line, or of several, or of another kind that is named here', () => {
    expect(fields.length).toBeGreaterThan(150)
    const taking = (texts: readonly string[]) =>
      fields.filter(({ schema }) => texts.some(text => takes(schema, text))).map(({ name }) => name)
    expect(new Set(taking(unseen))).toEqual(others)
    expect(new Set(taking(lineEnds)).difference(others)).toEqual(severalLines)
  })
})

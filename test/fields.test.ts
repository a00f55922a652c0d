import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#kernel/endpoint'

/** What no text may hold that is shown among other words: it reads backwards, or rings a bell. */
const unseen = ['Ab\u202Ecd', 'Ab\u0007cd', 'Ab\u2066cd', 'Ab\u009Bcd']
/** What a text of one line may not hold beside. */
const lineEnds = ['Ab\ncd', 'Ab\rcd', 'Ab\u2028cd', 'Ab\u0085cd', 'Ab\u000Bcd']

/** Fields of several lines, by their names in the contracts. */
const severalLines = new Set([
  'POST /tools description',
  'PUT /tools/:id description',
  'POST /categories text',
  'PUT /categories/:id text',
  'POST /orders address',
  'POST /basket/order notes',
  'POST /review review',
  'POST /orders/:id/notes text',
  'POST /customers/:id/notes text',
  'PUT /customers/:id/block reason',
  'POST /orders/:id/cancellation reason',
  'POST /orders/:id/refunds reason',
])
/** Fields of other kinds: what is looked for, a file, a secret, a word that has to be one that is known. */
const others = new Set([
  // Secrets are taken as they are.
  'POST /email password',
  'POST /password current',
  'POST /password password',
  'POST /session/proof password',
  'PUT /email-confirmation password',
  'PUT /email-confirmation/password newPassword',
  'PUT /password password',
  // What is looked for, and put in one line then.
  ...[
    'allOrders',
    'allTools',
    'brands',
    'companies',
    'customers',
    'price-lists',
    'price-lists/:id/entries',
    'search',
    'tools',
    'users',
  ].map(list => `GET /${list} q`),
  'POST /orderFilters query.q',
  'POST /toolEdits filter.q',
  'GET /allOrders numbers',
  'POST /order-pad rows.number',
  'POST /order-pad rows.quantity',
  // What has to be the name or the address of something that is there.
  'GET /blog/:slug slug',
  'GET /categories/by-slug/:slug slug',
  'GET /content/pages/:slug slug',
  'GET /vin/:vin vin',
  'GET /content-documents/:name name',
  'PUT /content-entries/:name name',
  'DELETE /content-entries/:name name',
  'DELETE /sessions/:id id',
  'POST /account/vehicles vehicles.vin',
  'POST /categories/standard branches',
  'POST /categories img',
  'PUT /categories/:id img',
  'PUT /shop-logo img',
  'PUT /attributes/:id choices.slug',
  'POST /price-lists rules.brand',
  'POST /price-lists rules.category',
  'PUT /price-lists/:id rules.brand',
  'PUT /price-lists/:id rules.category',
  'POST /toolEdits change.category',
  'POST /toolEdits change.taxClass',
  // What the shop has said itself, and is told back.
  'POST /orders acknowledged',
  'POST /basket/lines lines.acknowledged',
  'POST /basket/priced lines.acknowledged',
  'PUT /basket/joined lines.acknowledged',
  'PUT /basket/lines lines.acknowledged',
  'PUT /basket/lines/:id acknowledged',
  'POST /basket/order accepted',
  'PUT /basket/accepted changes',
  'PUT /settings seen',
  // What stands in a file.
  'POST /imports mapping.columns.head',
  'POST /imports mapping.fixed.value',
  'POST /imports mapping.meanings.text',
  // Files; values that the attribute or the setting itself judges.
  'POST /shipments csv',
  'POST /shipments/preview csv',
  'POST /stockTakes/:id/file csv',
  'PUT /settings settings',
  ...['POST /tools', 'PUT /tools/:id'].flatMap(call =>
    ['', '.slug', '.value'].map(part => `${call} attributes${part}`),
  ),
])

const endpoints: Endpoint[] = []
for await (const file of glob('src/modules/**/*.contract.ts')) {
  const module = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>
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
  if (takesText(schema)) return [{ name, schema }]
  const def = schema._zod.def as unknown as Def
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, inner]) => textsOf(inner, name ? `${name}.${key}` : key))
  if (def.element) return textsOf(def.element, name)
  if (def.valueType) return textsOf(def.valueType, name)
  if (def.options && hasParts(schema)) return def.options.flatMap(option => textsOf(option, name))
  const inner = def.innerType ?? def.in
  if (inner && hasParts(inner)) return textsOf(inner, name)
  return []
}

function hasParts(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as unknown as Def
  if (def.shape ?? def.element ?? def.valueType) return true
  if (def.options) return def.options.some(hasParts)
  const inner = def.innerType ?? def.in
  return inner !== undefined && hasParts(inner)
}

function takesText(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string' || def.options?.some(takesText)) return true
  const inner = def.innerType ?? def.in
  return inner !== undefined && takesText(inner)
}

const fields = endpoints.flatMap(({ method, path, ...parts }) =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = parts[part]
    return schema ? textsOf(schema, '').map(field => ({ ...field, name: `${method} ${path} ${field.name}` })) : []
  }),
)

/** A field may want more than a few letters. */
const takes = (schema: z.core.$ZodType, text: string) =>
  [text, `${text} ${'and so on '.repeat(6)}`].some(sample => z.safeParse(schema, sample).success)

describe('a text that is sent to the shop (finding 29)', () => {
  it('is of one line, or of several, or of another kind that is named here', () => {
    expect(fields.length).toBeGreaterThan(150)
    const taking = (texts: readonly string[]) =>
      fields.filter(({ schema }) => texts.some(text => takes(schema, text))).map(({ name }) => name)
    expect(new Set(taking(unseen))).toEqual(others)
    expect(new Set(taking(lineEnds)).difference(others)).toEqual(severalLines)
  })
})

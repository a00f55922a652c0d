import fc from 'fast-check'

/** A JSON schema, as far as the reference of the calls uses it. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** What is there in the shop, so that values get past the first look. */
export type Known = { ids: readonly string[]; emails: readonly string[]; texts: readonly string[] }

/** What no database holds: a zero character, and halves of characters. */
const unstorable = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\ud83d']

/** Numbers outside of what is counted with, and texts that are nearly one. */
const numerals = [
  '-1',
  '0',
  '1e9',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '99999999999999999999999999',
  '1'.repeat(400),
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  '2026-13-45',
  '+275760-09-14T00:00:00Z',
  '0000-00-00',
]

/** What each field of each call is tried with. */
const probes = ['\0', 'a\ud800', '-1', '2147483648', '9223372036854775808', 'constructor', '__proto__', '-'.repeat(36)]

const words = [
  '',
  ' ',
  '\ufeff',
  '\u202eabc',
  '\r\nSet-Cookie: a=b',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'null',
  '[object Object]',
  "' or 1=1 --",
  '%',
  '%00',
  '%_\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '~'.repeat(300),
  'a'.repeat(3000),
  'ﷺ'.repeat(200),
  '🇩🇪👩‍🔧e\u0301'.repeat(20),
  `${'a-'.repeat(800)}!`,
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...unstorable) },
  { weight: 3, arbitrary: fc.constantFrom(...numerals) },
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 20 }).map(units => String.fromCharCode(...units)) },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.5,
    1e-7,
    1e21,
    1e300,
    -1e300,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    999_999_999,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** Numbers that no `JSON.stringify` writes. */
export const rawNumbers = ['1e999', '-1e999', '-0', '1.', '01', '0x10', 'NaN', '12345678901234567890', '1e-400']

const { tree } = fc.letrec<{ tree: unknown }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: hostileText },
    { weight: 3, arbitrary: hostileNumber },
    { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
    { weight: 1, arbitrary: fc.array(tie('tree'), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.dictionary(hostileText, tie('tree'), { maxKeys: 4 }) },
  ),
}))

/** Any value that JSON can carry. */
export const hostileValue = tree

/** A value of this schema more often than not, so that what lies behind the first look is reached. */
export function valueFor(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fittingValue(schema, known) }, { weight: 1, arbitrary: hostileValue })
}

export function fittingValue(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(one => fittingValue(one, known)))
  if (schema.pattern?.includes('[0-9a-f]{8}')) return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
  if (schema.pattern?.includes('@')) return fc.constantFrom(...known.emails, 'nobody@example.com')
  if (schema.pattern === '^[\\w-]{43}$') return fc.stringMatching(/^[\w-]{43}$/)
  return fc.oneof(...[schema.type ?? 'string'].flat().map(type => fittingType(type, schema, known)))
}

function fittingType(type: string, { items = {}, ...schema }: Schema, known: Known): fc.Arbitrary<unknown> {
  if (type === 'number' || type === 'integer') return fc.oneof(fc.nat(3000), fc.constantFrom(1, 2, 9.95))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(valueFor(items, known), { maxLength: 3 })
  if (type === 'object') return objectFor(schema, known)
  return fc.oneof(
    fc.constantFrom(...known.texts, ...known.ids),
    fc.nat(3000).map(String),
    fc.string({ minLength: 1, maxLength: 20 }),
  )
}

/** An object with these fields: all as they should be but one, or several of another kind, or one that nobody knows. */
export function objectFor(
  { properties = {}, required = [] }: Schema,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(properties)
  const more = fc.dictionary(hostileText, hostileValue, { maxKeys: 2 })
  if (names.length === 0) return more
  const each = (valueOf: typeof valueFor) =>
    Object.fromEntries(names.map(name => [name, valueOf(properties[name] ?? {}, known)]))
  const oneWrong = fc
    .tuple(fc.record(each(fittingValue), { requiredKeys: required }), fc.constantFrom(...names), hostileValue)
    .map(([object, name, value]) => ({ ...object, [name]: value }))
  const mixed = fc.record(each(valueFor), { requiredKeys: [] })
  return fc.oneof(
    { weight: 5, arbitrary: oneWrong },
    { weight: 3, arbitrary: mixed },
    { weight: 1, arbitrary: fc.tuple(mixed, more).map(([object, other]) => ({ ...object, ...other })) },
  )
}

/** Long runs of one sign with another one behind: what is tried at each place of such a run takes time by its square. */
export const longRuns = [`1.${'0'.repeat(100_000)}1`, `x${' '.repeat(100_000)}(x`, `a${'-'.repeat(100_000)}!`]

/** Bodies of this schema, each with the text at one of the places where a text can stand, and nowhere else. */
export function withTextAtEach({ anyOf, type = 'string', properties = {}, items }: Schema, text: string): unknown[] {
  if (anyOf) return anyOf.flatMap(one => withTextAtEach(one, text))
  const types = [type].flat()
  const inside = Object.entries(properties).flatMap(([name, schema]) =>
    withTextAtEach(schema, text).map(value => ({ [name]: value })),
  )
  const inArray = items ? withTextAtEach(items, text).map(value => [value]) : []
  return [...inside, ...inArray, ...(types.includes('string') ? [text] : [])]
}

/** For each field the same object, as it should be but for one text in that field. */
export function probesFor({ properties = {}, required = [] }: Schema, known: Known): Record<string, unknown>[] {
  const all = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    fittingValue(schema, known),
  ])
  const [fitting = {}] = fc.sample(fc.record(Object.fromEntries(all.filter(([name]) => required.includes(name)))), 1)
  return all.flatMap(([name]) => probes.map(probe => ({ ...fitting, [name]: probe })))
}

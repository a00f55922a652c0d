import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#kernel/endpoint'
import { problemMediaType } from '#kernel/problem-media-type'
import { newId } from '#platform/context'
import { type Answer, type Person, createPerson } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

/**
 * What a call does not know is refused in plain sentences, whichever call it is: these tests ask the mounted contracts
 * what each one takes, and send something else. The caller is an admin, whom no call turns away before it has looked.
 */
let shop: TestShop
let admin: Person
let calls: { name: string; endpoint: Endpoint }[]

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  admin = await createPerson(shop, 'admin')
  calls = shop.api.mounted()
})
afterAll(() => shop.close())

type Shape = { properties?: Record<string, object>; required?: string[] }
const shapeOf = (part: z.core.$ZodType | undefined): Shape =>
  part ? (z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Shape) : {}

/** The kinds of JSON value that a field takes; what it says nothing of, it takes all. */
function kindsOf(schema: object): Set<string> {
  const text = JSON.stringify(schema)
  const named = [...text.matchAll(/"type":(\[[^\]]*\]|"\w+")/g)].flatMap(([, kinds = '']) => kinds.match(/\w+/g) ?? [])
  if (named.length === 0 && !text.includes('"enum"') && !text.includes('"const"')) return new Set(allKinds)
  return new Set([
    ...named.map(kind => (kind === 'integer' ? 'number' : kind)),
    ...(text.includes('"enum"') ? ['string'] : []),
  ])
}

const allKinds = ['object', 'array', 'boolean', 'null', 'number', 'string']

/** A path whose parameters name nothing: a fresh id, an email that nobody has, an address that no page has. */
function pathTo({ path, params }: Endpoint, value?: string): string {
  const { properties = {} } = shapeOf(params)
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(value ?? unknownOf(properties[name])))
}

function unknownOf(schema: object | undefined): string {
  const pattern = JSON.stringify(schema ?? {})
  return pattern.includes('@') ? 'nobody@example.com' : pattern.includes('[0-9a-f]{8}') ? newId() : 'nothing'
}

const machineWords =
  /invalid input|expected (?:string|number|boolean|object|array|int|one)|received|undefined|\bnull\b|\bNaN\b|\[object|zod|regex|Error:| at \//i

/** A whole sentence for people; only the specification's own messages end without a full stop. */
function expectPlain(message: string): void {
  expect(message).not.toMatch(machineWords)
  expect(message).toMatch(/^[A-Za-z“"].{6,}([.?]|\w| \*\*)$/)
}

function expectRefused(answer: Answer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(400)
  expect(answer.status, what).toBeLessThan(500)
  expect(answer.headers.get('content-type'), what).toContain(problemMediaType)
  expectPlain(answer.body.message)
  for (const { message } of answer.body.errors ?? []) expectPlain(message)
}

/** Never a mistake of the shop's; what is refused is refused plainly. */
function expectNoMistake(answer: Answer, what: string): void {
  if (answer.status >= 400) expectRefused(answer, what)
}

const fieldsNamed = (answer: Answer): string[] =>
  (answer.body.errors ?? []).map((error: { field: string }) => error.field.split('.')[0])

const wrong: Record<string, unknown[]> = {
  object: [{ $ne: null }],
  array: [['x'], [[]]],
  boolean: [true],
  null: [null],
  number: [-1, 0.5, 1e300],
  string: ['a\u0000b', 'a\ud800b', 'x'.repeat(100_000)],
}

describe('every call with a body', () => {
  const bodies = () => calls.filter(({ endpoint }) => endpoint.body)
  const send = ({ method, ...endpoint }: Endpoint, body: unknown) =>
    admin.call(method, pathTo({ method, ...endpoint }), body)

  it('[D1.15] names each field whose value is of another kind', async () => {
    expect(bodies().length).toBeGreaterThan(3)
    for (const { name, endpoint } of bodies()) {
      for (const [field, schema] of Object.entries(shapeOf(endpoint.body).properties ?? {})) {
        const kinds = kindsOf(schema)
        for (const kind of ['object', 'array', 'boolean', 'null', 'number'].filter(kind => !kinds.has(kind))) {
          for (const value of wrong[kind] ?? []) {
            const answer = await send(endpoint, { [field]: value })
            const what = `${name}: ${field} is ${JSON.stringify(value)}`
            expectRefused(answer, what)
            if (answer.body.code === 'invalid-input') expect(fieldsNamed(answer), what).toContain(field)
          }
        }
      }
    }
  })

  it('[D1.15] names each text that is too long or that no database can hold (finding 35)', async () => {
    for (const { name, endpoint } of bodies()) {
      for (const [field, schema] of Object.entries(shapeOf(endpoint.body).properties ?? {})) {
        if (!kindsOf(schema).has('string')) continue
        for (const value of wrong['string'] ?? []) {
          const answer = await send(endpoint, { [field]: value })
          expectRefused(answer, `${name}: ${field}`)
          if (answer.body.code === 'invalid-input') expect(fieldsNamed(answer), `${name}: ${field}`).toContain(field)
        }
      }
    }
  })

  it('answers every number, however odd', async () => {
    for (const { name, endpoint } of bodies()) {
      for (const [field, schema] of Object.entries(shapeOf(endpoint.body).properties ?? {})) {
        if (!kindsOf(schema).has('number')) continue
        for (const value of [-1, 0, 0.5, 1e15, 1e300, '٣', '1e5', '-0', '9'.repeat(400), ' ']) {
          expectNoMistake(await send(endpoint, { [field]: value }), `${name}: ${field} is ${value}`)
        }
      }
    }
  })

  it('names each field that is missing', async () => {
    for (const { name, endpoint } of bodies()) {
      const { required = [] } = shapeOf(endpoint.body)
      const answer = await send(endpoint, {})
      expectNoMistake(answer, name)
      if (answer.body?.code === 'invalid-input')
        expect(fieldsNamed(answer), name).toEqual(expect.arrayContaining(required))
    }
  })

  it('passes over fields that it does not know', async () => {
    for (const { name, endpoint } of bodies()) {
      const answer = await send(endpoint, { isAdmin: true, constructor: { prototype: {} }, $where: '1', 'a.b': [1] })
      // A body is checked against names that reach into prototypes before anything else looks at it.
      expectNoMistake(answer, name)
      expect(fieldsNamed(answer), name).not.toContain('isAdmin')
    }
  })

  it('refuses what is no object, and JSON of any depth', async () => {
    for (const { name, endpoint } of bodies()) {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const [field = 'a'] = Object.keys(shapeOf(endpoint.body).properties ?? {})
      for (const body of ['[]', '"text"', '5', 'true', '{', '\u0000', deep, `{"${field}":${deep}}`]) {
        const answer = await admin.call(endpoint.method, pathTo(endpoint), body, { 'content-type': 'application/json' })
        expectRefused(answer, `${name}: ${body.slice(0, 40)}`)
      }
    }
  })
})

it('every call that takes a table asks how to read one that can be read in several ways, and says what can be chosen', async () => {
  const takeTables = calls.filter(({ endpoint: { body } }) => 'file' in (shapeOf(body).properties ?? {}))
  expect(takeTables.length).toBeGreaterThan(2)
  const { insertedId } = (await admin.call('POST', '/stockTakes', { note: 'Shelf 1' })).body
  const letters = Buffer.from('d2eef0eceee7edfbe520eaeeebeee4eae8', 'hex')
  const file = Buffer.concat([Buffer.from('part_number,counted,order,carrier\nA,1,T-1,'), letters]).toString('base64')
  for (const { name, endpoint } of takeTables) {
    const answer = await admin.call(endpoint.method, pathTo(endpoint, insertedId), { file })
    expect(answer, name).toMatchObject({
      status: 422,
      body: { code: 'table-unclear', errors: [{ field: 'encoding' }] },
    })
    expect(answer.body.errors[0].message, name).toContain('windows-1251')
  }
})

/** These take out what is the account's own. What is not there any more need not be taken out: another window did it. */
const ownThings = new Set(['removeOwnVehicle', 'eraseVin', 'removeLine', 'removeAddress', 'removeList'])

describe('every call with something in its address', () => {
  const withParams = () => calls.filter(({ endpoint }) => endpoint.params)
  const malformed = ['undefined', '507f1f77bcf86cd799439011', "' or 1=1 --", 'a\u0000b', 'x'.repeat(900), '😀', '../..']

  it('refuses what names nothing: well formed with 404, malformed with 400', async () => {
    for (const { name, endpoint } of withParams()) {
      for (const value of malformed) {
        const answer = await admin.call(endpoint.method, pathTo(endpoint, value), endpoint.body && {})
        expectRefused(answer, `${name}: ${value}`)
        // What is no upload is refused as such, wherever it should go.
        if (endpoint.upload) {
          expect(answer.status, `${name}: ${value}`).toBe(415)
          continue
        }
        expect([400, 404], `${name}: ${value}`).toContain(answer.status)
        if (pathTo(endpoint).includes('nothing')) continue
        expect(answer.body, `${name}: ${value}`).toMatchObject({ status: 400, code: 'unknown-id' })
      }
      if (endpoint.body || endpoint.upload) continue
      const answer = await admin.call(endpoint.method, pathTo(endpoint))
      expectNoMistake(answer, name)
      // A page of what belongs to nothing may as well be an empty page.
      if (endpoint.paged && answer.status === 200) expect(answer.body, name).toEqual([])
      // A VIN is read, a file's kind or a report is one of a few, and a line has a number: to none of them an id is well formed.
      else if (/:(vin|kind|report|line)\b/.test(endpoint.path)) expect(answer.status, name).toBe(400)
      // What the query must say, such as the version that was read, is asked before anything is looked up.
      else if (shapeOf(endpoint.query).required?.length) expect(answer.status, name).toBe(400)
      else if (ownThings.has(name)) {
        expect(answer.status, name).toBe(200)
        expect(Object.values(answer.body), name).toEqual([0])
      } else if (!endpoint.path.includes(':email')) expect(answer.status, name).toBe(404)
    }
  })

  it('refuses or passes over what its query does not know', async () => {
    for (const { name, endpoint } of calls.filter(one => one.endpoint.query)) {
      for (const [field, schema] of Object.entries(shapeOf(endpoint.query).properties ?? {})) {
        const mayRepeat = JSON.stringify(schema).includes('"array"')
        for (const value of ['a%00b', 'x'.repeat(5000), '-1', '1.5', '٣', '%F0%9F%98%80', '', `1&${field}=2`, '[]']) {
          const answer = await admin.call(endpoint.method, `${pathTo(endpoint)}?${field}=${value}`, endpoint.body && {})
          expectNoMistake(answer, `${name}?${field}=${value.slice(0, 40)}`)
          if (value.includes('&') && !mayRepeat && !endpoint.upload)
            expect(answer.status, `${name}?${field} twice`).toBe(400)
        }
      }
      expectNoMistake(await admin.call(endpoint.method, `${pathTo(endpoint)}?no=1&such[field]=2&__proto__=3`), name)
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#kernel/endpoint'
import { problemMediaType } from '#kernel/problem-media-type'
import { describeRefusal, type RefusalEntry } from '#kernel/refusals'
import { refusalsOf } from '#platform/http/openapi'
import { request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a document of foreign shape, looked at from all sides
type Json = any

let shop: TestShop
let document: Json
let calls: { name: string; endpoint: Endpoint }[]

beforeAll(async () => {
  shop = await startTestShop()
  document = (await request(`${shop.address}/api/openapi.json`, 'GET')).body
  calls = shop.api.mounted()
})
afterAll(() => shop.close())

const operationOf = ({ method, path }: Endpoint): Json =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** Every object and list inside, with where it stands. */
function inside(value: Json, place = '#'): { place: string; value: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  return [{ place, value }, ...Object.entries(value).flatMap(([key, part]) => inside(part, `${place}/${key}`))]
}

const isEmpty = (schema: Json) => !schema || Object.keys(schema).length === 0

describe('the OpenAPI document', () => {
  it('[D1.16] has every call that is mounted, each once and by its own name', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { name, endpoint } of calls) {
      expect(operationOf(endpoint), name).toMatchObject({ operationId: name, summary: expect.stringMatching(/\w/) })
    }
    const operations = Object.values<Json>(document.paths).flatMap(path => Object.values<Json>(path))
    expect(operations).toHaveLength(calls.length)
    expect(new Set(operations.map(operation => operation.operationId)).size).toBe(calls.length)
  })

  it('names nothing that it does not have', () => {
    for (const { place, value } of inside(document)) {
      if (typeof value.$ref !== 'string') continue
      const target = value.$ref
        .split('/')
        .slice(1)
        .reduce((part: Json, key: string) => part?.[key], document)
      expect(target, `${value.$ref} at ${place}`).toBeTruthy()
    }
    const schemes = Object.keys(document.components.securitySchemes)
    for (const { endpoint } of calls) {
      for (const need of operationOf(endpoint).security)
        expect(schemes).toEqual(expect.arrayContaining(Object.keys(need)))
    }
  })

  it('declares every parameter of a path, and no other', () => {
    for (const { name, endpoint } of calls) {
      const wanted = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      const declared = operationOf(endpoint).parameters.filter((one: Json) => one.in === 'path')
      expect(declared.map((one: Json) => one.name).toSorted(), name).toEqual(wanted.toSorted())
      expect(declared.every((one: Json) => one.required === true && !isEmpty(one.schema))).toBe(true)
    }
  })

  it('says of every refusal its status, its code and its sentence', () => {
    for (const { name, endpoint } of calls) {
      const { responses } = operationOf(endpoint)
      for (const code of refusalsOf(endpoint)) {
        const { status, message } = describeRefusal(code, shop.api.refusals.get(code) as RefusalEntry)
        const response = responses[status]
        expect(message, `${name}: ${code}`).not.toMatch(/NaN|undefined/)
        expect(response?.description, `${name}: ${code}`).toContain(`\`${code}\`: ${message}`)
        expect(response.content[problemMediaType].schema.allOf[1].properties.code.enum).toContain(code)
      }
    }
  })

  /** The document names each of these codes under its status. */
  function expectDeclared(name: string, endpoint: Endpoint, codes: readonly (readonly [number, string])[]): void {
    const { responses } = operationOf(endpoint)
    for (const [status, code] of codes) {
      const { schema } = responses[status].content[problemMediaType]
      expect(schema.allOf[1].properties.code.enum, name).toContain(code)
    }
  }

  it('says of every upload what reading a file may answer', () => {
    const uploads = calls.filter(({ endpoint }) => endpoint.upload)
    expect(uploads.length).toBeGreaterThan(5)
    for (const { name, endpoint } of uploads) {
      expectDeclared(name, endpoint, [
        [400, 'invalid-input'],
        [413, 'file-too-large'],
        [415, 'upload-expected'],
        [429, 'own-uploads-busy'],
        [503, 'uploads-busy'],
      ])
    }
  })

  it('says of every call what is answered to a body that nothing can read', async () => {
    const bodies = [
      { type: 'text/plain', body: 'a part' },
      { type: 'application/json', body: '{' },
      { type: 'application/json', body: `"${'x'.repeat(300_000)}"` },
    ]
    const met = new Set<string>()
    for (const { name, endpoint } of calls) {
      if (endpoint.method === 'GET') continue
      const address = `${shop.address}/api${endpoint.path.replace(/:\w+/g, 'x')}`
      for (const { type, body } of bodies) {
        const answer = await fetch(address, { method: endpoint.method, headers: { 'content-type': type }, body })
        const { code }: Json = await answer.json()
        const declared = operationOf(endpoint).responses[answer.status]?.content[problemMediaType].schema
        expect(declared?.allOf[1].properties.code.enum, `${name}: ${answer.status} ${code}`).toContain(code)
        met.add(code)
      }
    }
    expect([...met]).toEqual(expect.arrayContaining(['unsupported-media-type', 'malformed-request', 'body-too-large']))
  })

  it('says of every call what meets a request before it is read, or before its turn', () => {
    for (const { name, endpoint } of calls) {
      expectDeclared(name, endpoint, [
        [400, 'malformed-request'],
        [408, 'request-too-slow'],
        [429, 'too-many-requests'],
        [431, 'head-too-large'],
        [503, 'not-ready'],
      ])
    }
  })

  it('has a schema for all that is sent and answered', () => {
    for (const { name, endpoint } of calls) {
      const { responses, requestBody, parameters } = operationOf(endpoint)
      const answer = responses[200].content[endpoint.file ?? 'application/json'].schema
      for (const { place, value } of inside(answer)) {
        if (!/\/(properties\/[^/]+|items)$/.test(place)) continue
        expect(isEmpty(value), `the answer of ${name} at ${place}`).toBe(false)
      }
      expect(answer.type, name).toMatch(endpoint.file ? /string/ : /object|array/)
      expect(Boolean(requestBody), name).toBe(Boolean(endpoint.body ?? endpoint.rawBody ?? endpoint.upload))
      if (endpoint.body) {
        const { properties } = requestBody.content['application/json'].schema
        for (const [field, schema] of Object.entries(properties))
          expect(isEmpty(schema), `${name}: ${field}`).toBe(false)
      }
      expect(parameters.some((one: Json) => one.name === 'Idempotency-Key')).toBe(endpoint.idempotent !== undefined)
      expect(Object.keys(responses[200].headers ?? {})).toEqual(
        endpoint.paged ? ['X-Total-Count', 'X-Total-Is-More', 'Link'] : [],
      )
      if (endpoint.upload) {
        const { properties } = requestBody.content['multipart/form-data'].schema
        expect(properties[endpoint.upload.field]).toMatchObject({ type: 'string', format: 'binary' })
      }
    }
  })

  it('asks for a token where the call does', () => {
    const schemeOf = (call: string) => {
      const found = calls.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === call)
      return found && operationOf(found.endpoint).security
    }
    expect(schemeOf('GET /tools')).toEqual([])
    expect(schemeOf('POST /orders')).toEqual([{ accessToken: [] }])
    expect(schemeOf('PUT /user/:email')).toEqual([{ idToken: [] }])
    expect(schemeOf('POST /webhooks/payments')).toEqual([{ providerSignature: [] }])
  })
})

describe('/api/docs', () => {
  it('[D1.16] is a page that brings all it needs, under a policy that lets nothing else in', async () => {
    const page = await fetch(`${shop.address}/api/docs`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('<title>Tappet API</title>')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const needed = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(needed.length).toBeGreaterThan(4)
    for (const address of needed) {
      expect(address).toMatch(/^\/api\/docs\/static\//)
      expect((await fetch(`${shop.address}${address}`)).status, address).toBe(200)
    }
  })
})

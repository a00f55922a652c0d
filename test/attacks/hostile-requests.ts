import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  type Known,
  type Schema,
  hostileText,
  hostileValue,
  longRuns,
  objectFor,
  probesFor,
  rawNumbers,
  valueFor,
  withTextAtEach,
} from './hostile-values.ts'

export type Caller = 'visitor' | 'customer' | 'admin'

/** A request as it goes over the wire. */
export type HostileRequest = {
  caller: Caller
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** A call, as the reference of the shop or a list of the tests describes it. */
export type Operation = {
  method: string
  /** With parameters as `{id}`. */
  path: string
  params?: Schema
  query?: Schema
  body?: { type: 'json' | 'form' | 'file'; schema: Schema }
  headers?: fc.Arbitrary<Record<string, string>>
}

/** A text in an address: of a half character the bytes that some programs send, though they are no UTF-8. */
export function encoded(text: string): string {
  return text.replaceAll(/[\s\S]/gu, sign => {
    const code = sign.charCodeAt(0)
    const isHalf = sign.length === 1 && code >= 0xd800 && code <= 0xdfff
    if (!isHalf) return encodeURIComponent(sign)
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      .map(byte => `%${byte.toString(16)}`)
      .join('')
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Ends of addresses that no encoder writes. */
const brokenEnds = [
  '?%',
  '?q=%zz',
  '?q=%ff%fe',
  '?&&&=&=',
  '?a[b][c]=d&a=1',
  '?__proto__[x]=1',
  '/%',
  '/%2e%2e',
  '/..;/',
]

/** Every way of asking for this call that is meant to break something. */
export function requestFor(operation: Operation, known: Known): fc.Arbitrary<HostileRequest> {
  const { method, path, params = {}, query = {}, headers = fc.constant({}) } = operation
  return fc
    .record({
      caller: fc.constantFrom<Caller>('visitor', 'customer', 'customer', 'admin', 'admin'),
      path: pathFor(path, params, known),
      query: queryFor(query, known),
      body: operation.body ? bodyFor(operation.body, known) : fc.constant(undefined),
      headers,
      more: hostileHeaders,
    })
    .map(({ caller, body, ...request }) => ({
      caller,
      method,
      path: request.path + (request.path.includes('?') ? '' : request.query),
      headers: { ...body?.headers, ...request.headers, ...request.more },
      body: body?.bytes,
    }))
}

/** One text at a time in every field of a call, by an admin, whom no call turns away before it has looked. */
export function probesOf({ method, path, params = {}, query = {}, body }: Operation, known: Known): HostileRequest[] {
  const [fitting = ''] = fc.sample(pathFor(path, params, known), 1)
  const by = (request: Partial<HostileRequest>): HostileRequest => ({
    caller: 'admin',
    method,
    path: fitting,
    headers: {},
    body: undefined,
    ...request,
  })
  return [
    ...probesFor(params, known).map(values => by({ path: filled(path, values) })),
    ...probesFor(query, known).map(values => by({ path: fitting + queryOf(values) })),
    ...(body && body.type !== 'file' ? probesFor(body.schema, known) : []).map(values => {
      const { headers, bytes } = body?.type === 'form' ? asForm(values) : asJson(values)
      return by({ headers, body: bytes })
    }),
  ]
}

/** Long runs of one sign in every text of a body, however deep. */
export function longBodiesOf({ method, path, params = {}, body }: Operation, known: Known): HostileRequest[] {
  if (body?.type !== 'json') return []
  const [fitting = ''] = fc.sample(pathFor(path, params, known), 1)
  return longRuns.flatMap(run =>
    withTextAtEach(body.schema, run).map((value): HostileRequest => {
      const { headers, bytes } = asJson(value)
      return { caller: 'admin', method, path: fitting, headers, body: bytes }
    }),
  )
}

const filled = (path: string, values: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(asText(values[name])))

const pathFor = (path: string, { properties = {} }: Schema, known: Known) =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, known)])),
      ),
      fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...brokenEnds) }),
    )
    .map(([values, end]) => filled(path, values) + end)

const queryFor = (query: Schema, known: Known) => objectFor(query, known).map(queryOf)

function queryOf(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    const several = Array.isArray(value) ? value : [value]
    return several.map(one => `${encoded(name)}=${encoded(asText(one))}`)
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'k'.repeat(300) },
      { 'idempotency-key': 'one-key' },
      { authorization: 'Bearer a.b.c' },
      { authorization: 'Basic !!!' },
      { cookie: 'a=%; b="; =; __proto__=1' },
      { 'if-none-match': '*' },
      { 'accept-encoding': 'gzip;q=0, br;q=x, *;;;' },
      { 'user-agent': '\u00ff'.repeat(2000) },
      { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { host: 'a b<c>' },
      { 'accept-language': '-;q=é' },
      { 'x-forwarded-proto': 'javascript' },
    ),
  },
)

type Body = { headers: Record<string, string>; bytes: Buffer }

function bodyFor({ type, schema }: NonNullable<Operation['body']>, known: Known): fc.Arbitrary<Body> {
  if (type === 'file') return uploadFor(Object.keys(schema.properties ?? {})[0] ?? 'file')
  const object = objectFor(schema, known)
  const usual = type === 'json' ? object.map(asJson) : object.map(asForm)
  return fc.oneof({ weight: 10, arbitrary: usual }, { weight: 5, arbitrary: brokenBody(object) })
}

const json = (text: string | Buffer): Body => ({
  headers: { 'content-type': 'application/json' },
  bytes: Buffer.from(text),
})
const asJson = (value: unknown) => json(JSON.stringify(value) ?? '')

/** Names as they are, brackets and all: a name may hold a whole path. */
const asForm = (values: Record<string, unknown>): Body => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  bytes: Buffer.from(
    Object.entries(values)
      .map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`)
      .join('&'),
  ),
})

const mediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-16',
  'application/json;;;',
  'json',
  '',
]

const brokenTexts = [
  '',
  '{',
  '{"a":',
  '[1,',
  'null',
  'true',
  '[]',
  '"text"',
  '7',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  "{'a':1}",
  '{"a":1}{"a":2}',
]

function brokenBody(object: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Body> {
  return fc.oneof(
    fc.constantFrom(...brokenTexts).map(json),
    fc.constantFrom(Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1')).map(json),
    // Twice the same name, the second with another kind of value.
    fc.tuple(object, hostileValue).map(([value, other]) => {
      const names = Object.keys(value)
      const again = names.map(name => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
      return json(`{${[JSON.stringify(value).slice(1, -1), ...again].filter(Boolean).join(',')}}`)
    }),
    fc.tuple(object, fc.constantFrom(...rawNumbers)).map(([value, number]) => {
      const fields = Object.keys(value).map(name => `${JSON.stringify(name)}:${number}`)
      return json(`{${fields.join(',')}}`)
    }),
    fc.tuple(object, fc.constantFrom('[', '{"a":')).map(([value, open]) => {
      const deep = open.repeat(20_000) + (open === '[' ? '' : '1') + (open === '[' ? ']' : '}').repeat(20_000)
      const names = [...Object.keys(value), 'extra']
      return json(
        `{${names
          .slice(0, 2)
          .map(name => `${JSON.stringify(name)}:${deep}`)
          .join(',')}}`,
      )
    }),
    fc.constantFrom(250_000, 300_000).map(length => json(`{"a":"${'x'.repeat(length)}"}`)),
    fc.constant(json(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`)),
    fc.tuple(object, fc.constantFrom(...mediaTypes)).map(([value, type]) => ({
      ...asJson(value),
      headers: { 'content-type': type },
    })),
  )
}

/** The smallest PNG there is, and the beginnings of other files. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = [
  Buffer.alloc(0),
  Buffer.from('\0'),
  png,
  png.subarray(0, 40),
  Buffer.concat([png.subarray(0, 16), Buffer.from('ffffffffffffffff', 'hex'), png.subarray(24)]),
  Buffer.from('part_number,name,price\nA-1,"unclosed,5\n'),
  Buffer.from('part_number,constructor,__proto__\n\0,\ud800,1e999\n'),
  Buffer.from('<ACES version="4.2"><Header></Header><App'),
  Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  Buffer.from('PK\u0003\u0004'),
  gzipSync(Buffer.from('part_number,name\nA-1,Funnel\n')),
  gzipSync(Buffer.alloc(1_000_000)).subarray(0, 500),
]

function uploadFor(field: string): fc.Arbitrary<Body> {
  return fc
    .record({
      name: fc.oneof(fc.constant(field), hostileText),
      fileName: fc.oneof(fc.constant('file.csv'), hostileText),
      content: fc.oneof(
        fc.constantFrom(...files),
        fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
      ),
      boundary: fc.constantFrom('b', 'b', 'b', 'b'.repeat(70), 'b'.repeat(71), ''),
      end: fc.constantFrom('\r\n--b--\r\n', '\r\n--b--\r\n', '', '\r\n--b\r\n'),
    })
    .map(({ name, fileName, content, boundary, end }) => {
      const quoted = (text: string) => text.replaceAll(/["\r\n]/g, encodeURIComponent)
      const disposition = `form-data; name="${quoted(name)}"; filename="${quoted(fileName)}"`
      const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/png\r\n\r\n`
      return {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        bytes: Buffer.concat([Buffer.from(head), content, Buffer.from(end.replace('b', () => boundary))]),
      }
    })
}

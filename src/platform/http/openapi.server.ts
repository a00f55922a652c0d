import * as z from 'zod/mini'
import { type Access, needsAccount, permissionFor } from '#kernel/access'
import { Address } from '#kernel/addresses'
import type { Endpoint } from '#kernel/endpoint'
import { Problem } from '#kernel/problem'
import { problemMediaType } from '#kernel/problem-media-type'
import { type RefusalEntry, describeRefusal } from '#kernel/refusals'

/** What the reference needs of a call that is mounted. */
export type Described = { tag: string; name: string; endpoint: Endpoint }
export type About = { title: string; version: string }
type Refusals = ReadonlyMap<string, RefusalEntry>

type Schema = Record<string, unknown>
type Operation = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the calls, made from their contracts alone: what a contract says is what the parser
 * takes, so the reference cannot drift from the shop.
 */
export function openApiOf(calls: Described[], refusals: Refusals, about: About) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of calls) {
    const { endpoint } = call
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(call, refusals) }
  }
  return {
    openapi: '3.1.0',
    info: { ...about, description: introduction },
    servers: [{ url: '/api' }],
    tags: [...new Set(calls.map(({ tag }) => tag))].toSorted().map(name => ({ name })),
    paths,
    components: { schemas: { Problem: schemaOf(Problem, 'output') }, securitySchemes },
  }
}

const introduction = `The calls of this shop. Amounts are decimal numbers of the shop's currency; where a call takes a
number, it takes its text as well (\`"5"\`). Every refusal is \`${problemMediaType}\`: switch on its \`code\`, show its
\`message\`; \`errors\` name the fields. Lists that page answer with \`X-Total-Count\`, beside it
\`X-Total-Is-More: yes\` where more were not counted, and, unless it was the last page, \`Link: <…>; rel="next"\`.

To try the calls that need an account: log in to the shop in this browser, copy \`accessToken\` from its local storage,
and give it to **Authorize**.`

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that `PUT /user/{email}` answers. It lasts 15 minutes.',
  },
  idToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The signed ID token of the identity service: `GET /identity/token`.',
  },
  providerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Stripe-Signature',
    description: 'The payment provider’s signature over the body.',
  },
}

function operationOf({ tag, name, endpoint }: Described, refusals: Refusals): Operation {
  const { summary, access } = endpoint
  const requestBody = requestBodyOf(endpoint)
  return {
    operationId: name,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    description: sentenceOf(access),
    security: securityOf(access),
    parameters: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: responsesOf(endpoint, refusals),
  }
}

const whoMay: Record<Exclude<Access, `${string}:${string}`>, string> = {
  everyone: 'Open to everyone.',
  'id-token': 'For the holder of a valid ID token of the identity service.',
  'signed-in': 'For any signed-in account; it concerns the caller alone.',
  owner: 'For the account that it belongs to.',
  provider: 'For the payment provider, by its signature.',
}

function sentenceOf(access: Access): string {
  if (!access.includes(':')) return whoMay[access as keyof typeof whoMay]
  const [who, permission] = access.split(':')
  const staff = `staff whose role has the permission \`${permission}\`.`
  return who === 'staff' ? `For ${staff}` : `For the account that it belongs to, or ${staff}`
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'id-token') return [{ idToken: [] }]
  if (access === 'provider') return [{ providerSignature: [] }]
  return needsAccount(access) ? [{ accessToken: [] }] : []
}

function parametersOf({ params, query, idempotent }: Endpoint): Schema[] {
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body return the first answer; another body is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  }
  return [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...(idempotent ? [header] : [])]
}

function fieldsOf(part: z.core.$ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (!part) return []
  const { properties = {}, required = [] } = schemaOf(part, 'input')
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema,
  }))
}

function requestBodyOf({ body, rawBody, upload }: Endpoint): Schema | undefined {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `One file of at most ${upload.mostBytes} bytes.` }
    const schema = { type: 'object', properties: { [upload.field]: file }, required: [upload.field] }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (rawBody) {
    const schema = { type: 'object', description: 'An event of the payment provider, signed over its text.' }
    return { required: true, content: { 'application/json': { schema } } }
  }
  return body && { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } }
}

function responsesOf(endpoint: Endpoint, refusals: Refusals): Record<string, Schema> {
  const described = refusalsOf(endpoint).flatMap(code => {
    const entry = refusals.get(code)
    return entry ? [describeRefusal(code, entry)] : []
  })
  const byStatus = Map.groupBy(described, refusal => String(refusal.status))
  return {
    200: {
      description: 'Done.',
      ...(endpoint.paged && { headers: pageHeaders }),
      content: { [endpoint.file ?? 'application/json']: { schema: schemaOf(endpoint.answer, 'output') } },
    },
    ...Object.fromEntries([...byStatus].map(([status, refusals]) => [status, problemsOf(refusals)])),
    500: { description: 'A mistake of the shop; its log has the cause.', content: { [problemMediaType]: anyProblem } },
  }
}

const pageHeaders = {
  'X-Total-Count': { description: 'How many there are on all pages.', schema: { type: 'integer' } },
  'X-Total-Is-More': {
    description: '`yes` where there are more than that, which were not counted.',
    schema: { type: 'string' },
  },
  Link: { description: 'The next page: `<…>; rel="next"`. Missing on the last.', schema: { type: 'string' } },
}

const anyProblem = { schema: { $ref: '#/components/schemas/Problem' } }

function problemsOf(refusals: { code: string; message: string }[]): Schema {
  const codes = refusals.map(({ code }) => code)
  return {
    description: refusals.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n'),
    content: {
      [problemMediaType]: { schema: { allOf: [anyProblem.schema, { properties: { code: { enum: codes } } }] } },
    },
  }
}

/**
 * The refusals that a contract declares, and those that come with what the call takes and whom it lets in: what the document
 * says, and what the tests hold the handlers to.
 */
export function refusalsOf({
  method,
  access,
  personal,
  params,
  query,
  body,
  idempotent,
  upload,
  refusals = [],
}: Endpoint): string[] {
  const wantsToken = needsAccount(access) || access === 'id-token'
  const comesWith: [boolean, string[]][] = [
    [Boolean(query || body || idempotent || upload), ['invalid-input']],
    // A body is read before it is known that the call takes none.
    [method !== 'GET', ['body-too-large', 'unsupported-media-type']],
    [Boolean(upload), ['upload-expected', 'file-too-large', 'uploads-busy', 'own-uploads-busy']],
    [Boolean(params), ['unknown-id']],
    [wantsToken, ['sign-in-needed']],
    [wantsToken || personal === 'by-caller', ['token-expired']],
    [access.startsWith('owner') || access === 'id-token', ['not-yours']],
    [permissionFor(access) !== undefined, ['not-permitted']],
    [
      true,
      ['malformed-request', 'head-too-large', 'request-too-slow', 'too-many-requests', 'not-ready', 'storage-full'],
    ],
  ]
  return [...new Set([...refusals, ...comesWith.flatMap(([applies, codes]) => (applies ? codes : []))])]
}

/** A schema as JSON Schema. A pipe is what goes into it where a client sends, what comes out where it receives. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A client must not break when an answer gains a field.
      delete jsonSchema.additionalProperties
      if (zodSchema === Address) jsonSchema.format = 'uri'
    },
  })
  return rest
}

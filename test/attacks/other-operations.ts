import fc from 'fast-check'
import { openPaths } from '../../src/modules/identity/library/paths.server.ts'
import type { Operation } from './hostile-requests.ts'
import type { Schema } from './hostile-values.ts'

const text: Schema = { type: 'string' }
const email: Schema = { type: 'string', pattern: '@' }
const fieldsOf = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, text]))
const textsOf = (names: string): Schema => ({ properties: fieldsOf(names) })

/** What the identity service reads, path by path. */
const identityBodies = new Map<string, Schema>([
  [
    '/sign-up/email',
    { properties: { email, ...fieldsOf('name password image') }, required: ['email', 'name', 'password'] },
  ],
  [
    '/sign-in/email',
    { properties: { email, ...fieldsOf('password rememberMe callbackURL') }, required: ['email', 'password'] },
  ],
  ['/two-factor/verify-totp', textsOf('code trustDevice')],
  ['/two-factor/verify-backup-code', textsOf('code disableSession')],
  ['/passkey/verify-registration', { properties: { response: textsOf('id rawId type'), name: text } }],
  ['/passkey/verify-authentication', { properties: { response: textsOf('id rawId type') } }],
  ['/passkey/rename', { properties: fieldsOf('id name'), required: ['id', 'name'] }],
  ['/passkey/remove', { properties: fieldsOf('id'), required: ['id'] }],
])

const identity = openPaths.map((open): Operation => {
  const [method = '', path = ''] = open.split(' ')
  const schema = identityBodies.get(path) ?? { properties: fieldsOf('password'), required: ['password'] }
  return {
    method,
    path: `/identity${path}`,
    query: textsOf('name'),
    ...(method === 'POST' && { body: { type: 'json', schema: { type: 'object', ...schema } } }),
  }
})

const cardFields =
  'payment_method_data[type] payment_method_data[card][number] payment_method_data[card][exp_month] payment_method_data[card][cvc]'
const sandboxFields: Record<string, Schema> = {
  amount: { type: 'number' },
  currency: { enum: ['usd', 'jpy', 'constructor'] },
  limit: { type: 'number' },
  ...fieldsOf(cardFields),
  ...fieldsOf(
    'client_secret payment_intent charge reason metadata[order_id] metadata[__proto__] created[gte] payment_method evidence[uncategorized_text]',
  ),
}

const sandbox = [
  'POST /payment_intents',
  'GET /payment_intents/{id}',
  'POST /payment_intents/{id}',
  'POST /payment_intents/{id}/confirm',
  'POST /payment_intents/{id}/cancel',
  'POST /payment_intents/{id}/authenticate',
  'POST /refunds',
  'GET /refunds',
  'GET /refunds/{id}',
  'GET /disputes',
  'GET /disputes/{id}',
  'POST /disputes/{id}',
  'POST /disputes/{id}/close',
].map((route): Operation => {
  const [method = '', path = ''] = route.split(' ')
  return {
    method,
    path: `/sandbox/v1${path}`,
    params: textsOf('id'),
    ...(method === 'GET'
      ? { query: { properties: sandboxFields } }
      : { body: { type: 'form', schema: { properties: sandboxFields } } }),
    headers: fc.constantFrom<Record<string, string>>({}, { 'idempotency-key': 'same' }),
  }
})

const addresses = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/dev/mail',
  '/data/{name}',
  '/images/{name}',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-{name}.xml',
  '/share/{name}.png',
  '/api/{name}',
  '/{name}',
].map((path): Operation => ({ method: 'GET', path, params: textsOf('name'), query: textsOf('q after width') }))

/** What the shop answers beside the calls of its reference. */
export const otherOperations: readonly Operation[] = [...identity, ...sandbox, ...addresses]

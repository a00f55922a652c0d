import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, placeOrder } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { companyBodies } from './company-bodies.ts'
import { expectFields, expectProblem } from '../problems.ts'

let shop: TestShop
let person: Person
let admin: Person
let tool: string
let order: string

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '1000' } })
  person = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
  tool = await createTool(shop, { onHand: 1000, minimum: 2, price: 2500 })
  order = await placeOrder(person, tool, 2)
})
afterAll(() => shop.close())

const toolFields: [field: string, message: string][] = [
  ['name', 'Tool name is required'],
  ['description', 'description is required **'],
  ['price', 'price name is required'],
  ['minimumQuantity', 'minimumQuantity is required'],
  ['img', 'image is required'],
]

const missingOfAddress: [field: string, message: string][] = [
  ['name', 'Name is required'],
  ['street', 'Street is required'],
  ['country', 'Country is required'],
]

/** The calls that take a body, with what they miss in an empty one. */
const bodies: Record<
  string,
  {
    path: () => string
    by?: () => Person
    missing: [field: string, message: string | RegExp][]
    /** Null says something there. */
    isNullable?: true
  }
> = {
  'POST /orders': {
    path: () => '/orders',
    missing: [
      ['tools_id', /\w/],
      ['quantity', 'Choose a quantity'],
      ['phone', 'Phone number is required'],
      ['company', 'Company name is required'],
      ['address', 'Address is required'],
    ],
  },
  'PUT /basket/lines/:id': { path: () => `/basket/lines/${newId()}`, missing: [['quantity', 'Choose a quantity']] },
  'POST /lists': { path: () => '/lists', missing: [['name', 'Give the list a name.']] },
  'PUT /lists/:id/lines/:line': {
    path: () => `/lists/${newId()}/lines/1`,
    missing: [['quantity', 'Choose a quantity']],
  },
  'PUT /lists/:id': { path: () => `/lists/${newId()}`, missing: [['name', 'Give the list a name.']] },
  'PUT /account/mails': { path: () => '/account/mails', missing: [['mails', 'Say which mails you want.']] },
  'POST /addresses': { path: () => '/addresses', missing: missingOfAddress },
  'PUT /addresses/:id': { path: () => `/addresses/${newId()}`, missing: missingOfAddress },
  'POST /create-payment-intent': { path: () => '/create-payment-intent', missing: [['price', 'price is required']] },
  'PATCH /tools/:id': { path: () => `/tools/${order}`, missing: [['transactionId', 'transactionId is required']] },
  'POST /orders/:id/shipment': {
    path: () => `/orders/${order}/shipment`,
    by: () => admin,
    missing: [['carrier', 'Carrier is required']],
  },
  'POST /orders/:id/refunds/:refundId/tries': {
    path: () => `/orders/${order}/refunds/${order}/tries`,
    by: () => admin,
    missing: [['tries', 'Say how many tries there were']],
  },
  'PUT /user/:email': { path: () => `/user/${person.email}`, missing: [['email', 'Email is required']] },
  'DELETE /account': { path: () => '/account', missing: [['email', 'Email is required']] },
  'POST /password-reset': { path: () => '/password-reset', missing: [['email', 'Email is required']] },
  'PUT /password': {
    path: () => '/password',
    missing: [
      ['token', /link from the email/],
      ['password', 'Password is required'],
    ],
  },
  'POST /session/proof': { path: () => '/session/proof', missing: [['password', 'Password is required']] },
  'POST /password': {
    path: () => '/password',
    missing: [
      ['current', 'Password is required'],
      ['password', 'Password is required'],
    ],
  },
  'POST /email-confirmation': { path: () => '/email-confirmation', missing: [['token', /link from the email/]] },
  'PUT /email-confirmation': {
    path: () => '/email-confirmation',
    missing: [
      ['token', /link from the email/],
      ['password', 'Password is required'],
    ],
  },
  'PUT /email-confirmation/opened': {
    path: () => '/email-confirmation/opened',
    missing: [['token', /link from the email/]],
  },
  'PUT /email-confirmation/password': {
    path: () => '/email-confirmation/password',
    missing: [
      ['token', /link from the email/],
      ['newPassword', 'Password is required'],
    ],
  },
  'POST /email': {
    path: () => '/email',
    missing: [
      ['email', 'Email is required'],
      ['password', 'Password is required'],
    ],
  },
  'POST /review': {
    path: () => '/review',
    missing: [
      ['rating', 'Choose a rating from 5 to 1'],
      ['review', 'review is required **'],
      ['img', 'image is required'],
    ],
  },
  'POST /tools': {
    path: () => '/tools',
    by: () => admin,
    missing: [...toolFields, ['availableQuantity', 'availableQuantity is required']],
  },
  'PUT /tools/:id': {
    path: () => `/tools/${tool}`,
    by: () => admin,
    // Whether it needs a picture, what the shop shows of it tells.
    missing: [...toolFields.filter(([field]) => field !== 'img'), ['version', 'version is required']],
  },
  'POST /orders/:id/notes': {
    path: () => `/orders/${order}/notes`,
    by: () => admin,
    missing: [['text', 'Write a note first.']],
  },
  'PUT /orders/:id/parcels/:parcelId': {
    path: () => `/orders/${order}/parcels/${order}`,
    by: () => admin,
    missing: [['carrier', 'Carrier is required']],
  },
  'POST /shipments': { path: () => '/shipments', by: () => admin, missing: [['csv', /^Choose a file/]] },
  'POST /shipments/preview': {
    path: () => '/shipments/preview',
    by: () => admin,
    missing: [['csv', /^Choose a file/]],
  },
  'POST /stockTakes': { path: () => '/stockTakes', by: () => admin, missing: [['note', /^Say what is counted/]] },
  'POST /stockTakes/:id/file': {
    path: () => `/stockTakes/${newId()}/file`,
    by: () => admin,
    missing: [['csv', /^Choose a file/]],
  },
  'POST /customers/:id/notes': {
    path: () => `/customers/${person.accountId}/notes`,
    by: () => admin,
    missing: [['text', 'Write a note first.']],
  },
  ...Object.fromEntries(
    Object.entries(companyBodies).map(([call, { isOwn, ...body }]) => [
      call,
      isOwn ? body : { ...body, by: () => admin },
    ]),
  ),
  'POST /customer-groups': {
    path: () => '/customer-groups',
    by: () => admin,
    missing: [['name', 'Give the group a name.']],
  },
  'PUT /customer-groups/:id': {
    path: () => `/customer-groups/${newId()}`,
    by: () => admin,
    missing: [
      ['name', 'Give the group a name.'],
      ['version', 'version is required'],
    ],
  },
  'POST /customer-groups/:id/members': {
    path: () => `/customer-groups/${newId()}/members`,
    by: () => admin,
    missing: [['email', 'Email is required']],
  },
  'POST /categories': { path: () => '/categories', by: () => admin, missing: [['name', 'Give the category a name.']] },
  'PUT /categories/:id': {
    path: () => `/categories/${newId()}`,
    by: () => admin,
    missing: [['name', 'Give the category a name.']],
  },
  'POST /categories/:id/attributes': {
    path: () => `/categories/${newId()}/attributes`,
    by: () => admin,
    missing: [
      ['name', 'Give the attribute a name.'],
      ['kind', 'Say what kind of value it has: text, number, yes-no or choice.'],
    ],
  },
  'PUT /attributes/:id': {
    path: () => `/attributes/${newId()}`,
    by: () => admin,
    missing: [
      ['name', 'Give the attribute a name.'],
      ['version', 'version is required'],
    ],
  },
  'POST /categories/standard': {
    path: () => '/categories/standard',
    by: () => admin,
    missing: [['branches', 'Choose at least one branch.']],
  },
  'POST /staff/invitations': {
    path: () => '/staff/invitations',
    by: () => admin,
    missing: [
      ['email', 'Email is required'],
      ['role', 'Choose a role.'],
    ],
  },
  'PUT /staff/:id/role': {
    path: () => `/staff/${newId()}/role`,
    by: () => admin,
    missing: [['role', 'Choose a role.']],
  },
  'POST /tools/:id/stock': {
    path: () => `/tools/${tool}/stock`,
    by: () => admin,
    missing: [
      ['delta', /\w/],
      ['reason', /\w/],
    ],
  },
  'PUT /reviews/:id/state': {
    path: () => `/reviews/${newId()}/state`,
    by: () => admin,
    missing: [
      ['state', 'This is missing.'],
      ['version', 'Send the version that was read.'],
    ],
  },
}

/** Calls whose body may be empty, or is a list: what they take is tried with the calls themselves. */
const triedElsewhere = [
  'POST /stockTakes/:id/counts',
  'POST /toolEdits',
  'POST /account/vehicles',
  'POST /basket/lines',
  'POST /basket/order',
  'POST /basket/priced',
  'POST /lists/:id/lines',
  'PUT /basket/accepted',
  'PUT /basket/joined',
  'PUT /basket/lines',
  'PUT /brands/:id',
  'PUT /content-entries/:name',
  'POST /imports',
  'POST /imports/:id/commit',
  'POST /imports/known-numbers',
  'POST /order-pad',
  'POST /orderFilters',
  'POST /orders/:id/cancellation',
  'POST /orders/:id/refunds',
  'POST /price-lists',
  'PUT /price-lists/:id',
  'PUT /price-lists/:id/entries/:tool',
  'PUT /attributes/:id/place',
  'POST /staff/roles',
  'PUT /categories/:id/place',
  'PUT /customers/:id/block',
  'PUT /settings',
  'PUT /shop-logo',
  'PUT /sources/:id',
  'PUT /staff/roles/:key',
  'PUT /users/myProfile',
]

describe('a call with a body', () => {
  it('is tried below, whichever it is', () => {
    const withBody = shop.api.mounted().filter(({ endpoint }) => endpoint.body)
    expect(withBody.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
      [...Object.keys(bodies), ...triedElsewhere].toSorted(),
    )
  })

  const calls = Object.entries(bodies).map(([call, row]) => ({ call, method: call.split(' ')[0] ?? '', ...row }))

  it.each(calls)(
    '[S5.06 S5.07 S5.08 D1.08 D1.10] $call names the missing fields in the specification’s words',
    async ({ method, path, missing, by = () => person }) => {
      for (const body of [{}, undefined, null]) expectFields(await by().call(method, path(), body), missing)
      const blank = Object.fromEntries(missing.map(([field]) => [field, '   ']))
      const answer = await by().call(method, path(), blank)
      expectProblem(answer, 400, 'invalid-input')
      expect(answer.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(
        missing.map(([field]) => field).toSorted(),
      )
    },
  )

  it.each(calls)(
    '[D1.15] $call refuses values of other types, field by field',
    async ({ method, path, missing, isNullable, by = () => person }) => {
      for (const value of [{ $ne: null }, ['x'], true, ...(isNullable ? [] : [null])]) {
        const body = Object.fromEntries(missing.map(([field]) => [field, value]))
        const answer = await by().call(method, path(), body)
        expectProblem(answer, 400, 'invalid-input')
        expect(answer.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(
          missing.map(([field]) => field).toSorted(),
        )
      }
    },
  )

  it.each(calls)('$call refuses what is no JSON object', async ({ method, path, by = () => person }) => {
    const sent = (body: string, type = 'application/json') => by().call(method, path(), body, { 'content-type': type })
    for (const body of ['[]', '[{}]', '"text"', '5', 'true']) expectProblem(await sent(body), 400, 'malformed-request')
    for (const body of ['{', '{"a":}', 'phone=1', '{"a":1}}', "{'a':1}", '{"__proto__":{"role":"admin"}}', '\u0000']) {
      expectProblem(await sent(body), 400, 'malformed-request')
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data']) {
      expectProblem(await sent('phone=1', type), 415, 'unsupported-media-type')
    }
    expectProblem(await sent(JSON.stringify({ a: 'x'.repeat(300_000) })), 413, 'body-too-large')
  })

  it('is told a hundred times at most what is wrong, however often it is', async () => {
    const wrong = Array.from({ length: 280 }, () => ({ acknowledged: Array.from({ length: 200 }, () => 0) }))
    const unstorable = Array.from({ length: 14_000 }, () => '\0')
    const answer = await person.call('POST', '/basket/priced', { lines: wrong, more: unstorable })
    expectProblem(answer, 400, 'invalid-input')
    expect(answer.body.errors).toHaveLength(100)
  })
})

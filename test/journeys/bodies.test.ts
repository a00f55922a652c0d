import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, placeOrder } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectFields, expectProblem } from '../problems.ts'

let shop: TestShop
let person: Person
let admin: Person
let tool: string
let order: string

beforeAll(async () => {
  shop = await startTestShop()
  person = await createPerson(shop)
  admin = await createPerson(shop, 'admin')
  tool = await createTool(shop)
  order = await placeOrder(person, tool)
})
afterAll(() => shop.close())

type BodyRow = {
  path: () => string
  /** None: every field may be left out. */
  missing: [field: string, message: string | RegExp][]
  forAdmins?: true
}

/** What every tool needs, in the specification's words. */
const toolFields: BodyRow['missing'] = [
  ['name', 'Tool name is required'],
  ['description', 'description is required **'],
  ['price', 'price name is required'],
  ['availableQuantity', 'availableQuantity is required'],
  ['minimumQuantity', 'minimumQuantity is required'],
  ['img', 'image is required'],
]

/** The calls that take a body, with what they miss in an empty one. */
const bodies: Record<string, BodyRow> = {
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
  'POST /create-payment-intent': { path: () => '/create-payment-intent', missing: [['price', 'price is required']] },
  'PATCH /tools/:id': { path: () => `/tools/${order}`, missing: [['transactionId', 'transactionId is required']] },
  'PUT /user/:email': { path: () => `/user/${person.email}`, missing: [['email', 'Email is required']] },
  'PUT /users/myProfile': { path: () => `/users/myProfile?email=${person.email}`, missing: [] },
  'DELETE /account': { path: () => '/account', missing: [['email', 'Email is required']] },
  'POST /review': {
    path: () => '/review',
    missing: [
      ['rating', 'Choose a rating from 5 to 1'],
      ['review', 'review is required **'],
      ['img', 'image is required'],
    ],
  },
  'POST /tools': { path: () => '/tools', missing: toolFields, forAdmins: true },
  'PUT /tools/:id': {
    path: () => `/tools/${tool}`,
    missing: [...toolFields.filter(([field]) => field !== 'availableQuantity'), ['version', 'version is required']],
    forAdmins: true,
  },
  'POST /tools/:id/stock': {
    path: () => `/tools/${tool}/stock`,
    missing: [
      ['delta', /\w/],
      ['reason', 'Say why, for the ledger.'],
    ],
    forAdmins: true,
  },
  'PUT /reviews/:id/state': {
    path: () => `/reviews/${newId()}/state`,
    missing: [
      ['state', /\w/],
      ['version', 'Send the version that was read.'],
    ],
    forAdmins: true,
  },
}

describe('a call with a body', () => {
  it('is tried below, whichever it is', () => {
    const withBody = shop.api.mounted().filter(({ endpoint }) => endpoint.body)
    expect(withBody.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
      Object.keys(bodies).toSorted(),
    )
  })

  const calls = Object.entries(bodies).map(([call, row]) => ({ call, method: call.split(' ')[0] ?? '', ...row }))
  const demanding = calls.filter(({ missing }) => missing.length > 0)
  const callerOf = ({ forAdmins }: BodyRow) => (forAdmins ? admin : person)

  it.each(demanding)('$call names the missing fields in the specification’s words', async row => {
    const { method, path, missing } = row
    const person = callerOf(row)
    for (const body of [{}, undefined, null]) expectFields(await person.call(method, path(), body), missing)
    const blank = Object.fromEntries(missing.map(([field]) => [field, '   ']))
    const answer = await person.call(method, path(), blank)
    expectProblem(answer, 400, 'invalid-input')
    expect(answer.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(
      missing.map(([field]) => field).toSorted(),
    )
  })

  it.each(demanding)('$call refuses values of other types, field by field', async row => {
    const { method, path, missing } = row
    const person = callerOf(row)
    for (const value of [{ $ne: null }, ['x'], true, null]) {
      const body = Object.fromEntries(missing.map(([field]) => [field, value]))
      const answer = await person.call(method, path(), body)
      expectProblem(answer, 400, 'invalid-input')
      expect(answer.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(
        missing.map(([field]) => field).toSorted(),
      )
    }
  })

  it.each(calls)('$call refuses what is no JSON object', async row => {
    const { method, path } = row
    const person = callerOf(row)
    const sent = (body: string, type = 'application/json') =>
      person.call(method, path(), body, { 'content-type': type })
    for (const body of ['[]', '[{}]', '"text"', '5', 'true']) expectProblem(await sent(body), 400, 'malformed-request')
    for (const body of ['{', '{"a":}', 'phone=1', '{"a":1}}', "{'a':1}", '{"__proto__":{"role":"admin"}}', '\u0000']) {
      expectProblem(await sent(body), 400, 'malformed-request')
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data']) {
      expectProblem(await sent('phone=1', type), 415, 'unsupported-media-type')
    }
    expectProblem(await sent(JSON.stringify({ a: 'x'.repeat(300_000) })), 413, 'body-too-large')
  })
})

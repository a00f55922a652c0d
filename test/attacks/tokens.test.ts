import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#kernel/access'
import { accessTokens, ensureAccount } from '#services/accounts'
import {
  type Answer,
  type Person,
  bearer,
  createPerson,
  createTool,
  placeOrder,
  request,
  signIn,
  visitor,
} from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

/** As the harness gives it to its shops. */
const secret = 'test-secret-that-is-long-enough-for-signing'
const password = 'a long test password'

let shop: TestShop
let people: { owner: Person; other: Person; admin: Person }

beforeAll(async () => {
  shop = await startTestShop()
  people = {
    owner: await createPerson(shop),
    other: await createPerson(shop),
    admin: await createPerson(shop, 'admin'),
  }
})
afterAll(() => shop.close())

const unpaidOrder = async (owner: Person) => placeOrder(owner, await createTool(shop))

async function idTokenOf(email: string): Promise<string> {
  const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
  return (await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))).body.token
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The calls that tell whether a token is accepted at all. */
async function refusedWith(token: string, where = shop): Promise<void> {
  const answers = [
    await request(`${where.address}/api/orders?email=${people.owner.email}`, 'GET', undefined, bearer(token)),
    await request(`${where.address}/api/session`, 'DELETE', undefined, bearer(token)),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(['sign-in-needed', 'token-expired']).toContain(answer.body.code)
  }
}

async function newAccount(role: Role = 'customer'): Promise<string> {
  const email = `person-${randomBytes(4).toString('hex')}@example.com`
  await ensureAccount(shop.system, shop.identity, { email, password, name: 'Test Person', role })
  return email
}

describe('an access token', () => {
  it('[D2.06 D2.08 D8.07] of another email opens nothing of this one', async () => {
    const { owner, other } = people
    const order = await unpaidOrder(owner)
    const answers: Answer[] = [
      await other.call('GET', `/orders?email=${owner.email}`),
      await other.call('GET', `/admin/${owner.email}`),
      await other.call('GET', `/orders/${order}`),
    ]
    expect(answers.map(answer => [answer.status, answer.body.code])).toEqual([
      [403, 'not-yours'],
      [403, 'not-yours'],
      [404, 'order-gone'],
    ])
  })

  it.each([
    ['cut short', (token: string) => token.slice(0, -2)],
    ['with another signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`],
    ['without a signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'with other claims under the old signature',
      (token: string) => {
        const [header, , signature] = token.split('.')
        return [
          header,
          encode({ sub: people.admin.accountId, sid: 'x', iss: 'urn:tappet', aud: 'urn:tappet:api', exp: 9e9 }),
          signature,
        ].join('.')
      },
    ],
    [
      'that says alg none',
      (token: string) => {
        const [, claims] = token.split('.')
        return `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`
      },
    ],
    ['that is no token', () => 'undefined'],
  ])('%s is refused', async (_kind, forge) => {
    await refusedWith(forge(people.owner.token))
    expect((await people.owner.call('GET', `/orders?email=${people.owner.email}`)).status).toBe(200)
  })

  it('signed with another secret, or for a session of somebody else, is refused', async () => {
    const [, claims = ''] = people.owner.token.split('.')
    const { sid: sessionId } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const own = { accountId: people.owner.accountId, sessionId }
    const sign = async (key: string, given: typeof own) => (await accessTokens([key]).sign(given, new Date())).token
    await refusedWith(await sign(`another-${secret}`, own))
    await refusedWith(await sign(secret, { ...own, accountId: people.admin.accountId }))
    await refusedWith(await sign(secret, { ...own, sessionId: people.owner.accountId }))
    const good = bearer(await sign(secret, own))
    expect((await visitor(shop).call('GET', `/orders?email=${people.owner.email}`, undefined, good)).status).toBe(200)
  })

  it('[D2.05] is no ID token, and an ID token is none', async () => {
    const { email, token } = people.owner
    await refusedWith(await idTokenOf(email))
    expect((await visitor(shop).call('PUT', `/user/${email}`, { email }, bearer(token))).status).toBe(401)
  })

  it('[D3.04] is void after the logout, and the identity service’s token opens no new session', async () => {
    const email = await newAccount()
    const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    const enter = () => visitor(shop).call('PUT', `/user/${email}`, { email }, bearer(idToken.body.token))
    const { token } = (await enter()).body
    const leave = await visitor(shop).call('DELETE', '/session', undefined, bearer(token))
    expect(leave.body).toEqual({ deletedCount: 1 })
    await refusedWith(token)
    expect(await enter()).toMatchObject({ status: 401, body: { code: 'token-expired' } })
    // Another session of the same account is not touched.
    expect((await signIn(shop, email)).token).toEqual(expect.any(String))
  })

  it('[D2.04 S6.09 S7.03 S3.12] speaks for the role that the account has now, not for the one it had', async () => {
    const admin = await signIn(shop, await newAccount('admin'))
    const order = await unpaidOrder(people.owner)
    expect((await admin.call('GET', `/orders/${order}`)).status).toBe(200)
    await sql`update account set role = 'customer' where id = ${admin.accountId}`.execute(shop.db)
    expect((await admin.call('GET', `/orders/${order}`)).status).toBe(404)
  })

  it('[D3.01] expires after fifteen minutes', async () => {
    const later = await startTestShop()
    try {
      const person = await createPerson(later)
      later.passTime(14 * 60_000)
      expect((await person.call('GET', `/orders?email=${person.email}`)).status).toBe(200)
      later.passTime(60_000 + 1000)
      await refusedWith(person.token, later)
      const again = await signIn(later, person.email)
      expect((await again.call('GET', `/orders?email=${person.email}`)).status).toBe(200)
    } finally {
      await later.close()
    }
  })
})

describe('a rotation of the secret', () => {
  const [old, fresh] = [`old-${secret}`, `new-${secret}`]
  const claims = { accountId: 'a', sessionId: 's' }
  const now = new Date()

  it('[D3.05] signs nobody out: what the old one signed is accepted beside the new one, which signs', async () => {
    const before = await accessTokens([old]).sign(claims, now)
    const after = await accessTokens([fresh, old]).sign(claims, now)
    expect(await accessTokens([fresh, old]).verify(before.token, now)).toEqual(claims)
    expect(await accessTokens([fresh]).verify(after.token, now)).toEqual(claims)
    expect(await accessTokens([fresh]).verify(before.token, now)).toBeUndefined()
  })

  it('keeps the fifteen minutes, whichever secret signed', async () => {
    const { token, expiresAt } = await accessTokens([old]).sign(claims, now)
    expect(expiresAt.getTime() - now.getTime()).toBeLessThanOrEqual(15 * 60_000)
    expect(await accessTokens([fresh, old]).verify(token, new Date(expiresAt.getTime() - 1000))).toEqual(claims)
    expect(await accessTokens([fresh, old]).verify(token, expiresAt)).toBeUndefined()
  })
})

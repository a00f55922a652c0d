import { createHmac, randomBytes } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { secret } from '../shop/compose.ts'
import { type TestShop, startTestShop } from '../harness.ts'

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

/** The status of a call with exactly these headers: name, value, name, value. */
function rawStatus(path: string, headers: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const host = ['host', new URL(shop.address).host]
    const sent = plainRequest(`${shop.address}${path}`, { headers: [...host, ...headers] }, answer => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject).end()
  })
}

async function newAccount(role = 'customer'): Promise<string> {
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
    const sign = (key: string, given: typeof own) => accessTokens([key]).sign(given, new Date()).token
    await refusedWith(sign(`another-${secret}`, own))
    await refusedWith(sign(secret, { ...own, accountId: people.admin.accountId }))
    await refusedWith(sign(secret, { ...own, sessionId: people.owner.accountId }))
    const good = bearer(sign(secret, own))
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

  it('is void after the account is deleted', async () => {
    const person = await createPerson(shop)
    expect((await person.call('DELETE', '/account', { email: person.email })).status).toBe(200)
    await refusedWith(person.token)
    expect((await people.owner.call('GET', `/orders?email=${people.owner.email}`)).status).toBe(200)
  })

  it('does not bring its own key, or say where one is', async () => {
    const [head = '', claims = ''] = people.owner.token.split('.')
    const own = JSON.parse(Buffer.from(head, 'base64url').toString())
    const k = Buffer.from('a key of the attacker’s own choice').toString('base64url')
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    for (const more of [
      { jwk: { kty: 'oct', k } },
      { jku: `${shop.address}/images/keys.json` },
      { x5u: 'https://evil.example/keys.pem' },
      ...['../../../../dev/null', '/dev/null', "' union select 'key' --", ''].map(kid => ({ kid })),
    ]) {
      for (const key of [k, '', 'a key of the attacker’s own choice']) {
        const signed = `${encode({ ...own, ...more })}.${claims}`
        const signature = createHmac('sha256', key).update(signed).digest('base64url')
        await refusedWith(`${signed}.${signature}`)
      }
    }
    const jwk = await exportJWK(publicKey)
    const signing = new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
    const token = await signing.setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', jwk }).sign(privateKey)
    expect(shop.tokens.verify(token, new Date())).toBeUndefined()
    await refusedWith(token)
  })

  it('is refused under another algorithm, type or critical header, also when its signature is right', async () => {
    const claims = JSON.parse(Buffer.from(people.owner.token.split('.')[1] ?? '', 'base64url').toString())
    const key = new TextEncoder().encode(secret)
    for (const head of [
      { alg: 'HS512', typ: 'at+jwt' },
      { alg: 'HS256', typ: 'JWT' },
      { alg: 'HS256' },
      { alg: 'HS256', typ: 'at+jwt', kid: 'x' },
    ])
      await refusedWith(await new SignJWT(claims).setProtectedHeader(head).sign(key))
    // As a library would sign it, and as ours does: the same token.
    const same = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key)
    expect(same).toBe(people.owner.token)
  })

  it.each([
    ['for another audience', { aud: 'urn:tappet:shop' }],
    ['for several audiences', { aud: ['urn:tappet:api', 'evil'] }],
    ['of another issuer', { iss: 'urn:tappet:identity' }],
    ['that never ends', { exp: undefined }],
    ['that ends at a word', { exp: 'never' }],
    ['of nobody', { sub: undefined }],
    ['without a session', { sid: undefined }],
  ])('%s is refused, also when its signature is right', async (_what, changes) => {
    const claims = JSON.parse(Buffer.from(people.owner.token.split('.')[1] ?? '', 'base64url').toString())
    const signing = new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    const token = await signing.sign(new TextEncoder().encode(secret))
    expect(accessTokens([secret]).verify(token, new Date())).toBeUndefined()
    await refusedWith(token)
  })

  it('is read from one header of one shape', async () => {
    const { owner, other } = people
    const raw = (headers: string[]) => rawStatus(`/api/orders?email=${owner.email}`, headers)
    const authorization = (token: string) => ['authorization', `Bearer ${token}`]
    expect(await raw(authorization(owner.token))).toBe(200)
    // Of two headers the first counts, for whoever stands in front as for the shop; never is it the second alone.
    expect(await raw([...authorization(other.token), ...authorization(owner.token)])).toBe(403)
    expect(await raw(['authorization', `Bearer ${other.token}, Bearer ${owner.token}`])).toBe(401)
    expect(await raw(['authorization', `Bearer ${owner.token} ${other.token}`])).toBe(401)
    expect(await raw(['authorization', `Basic ${owner.token}`])).toBe(401)
    expect(await raw(['cookie', `token=${owner.token}`])).toBe(401)
  })

  it('may be as long as it likes', async () => {
    await refusedWith(`${people.owner.token}${'A'.repeat(8000)}`)
    await refusedWith('.'.repeat(8000))
    const path = `/api/orders?email=${people.owner.email}`
    expect(await rawStatus(path, ['authorization', `Bearer ${'A'.repeat(64_000)}`])).toBe(431)
    expect((await people.owner.call('GET', `/orders?email=${people.owner.email}`)).status).toBe(200)
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

  it('[D3.05] signs nobody out: what the old one signed is accepted beside the new one, which signs', () => {
    const before = accessTokens([old]).sign(claims, now)
    const after = accessTokens([fresh, old]).sign(claims, now)
    expect(accessTokens([fresh, old]).verify(before.token, now)).toEqual(claims)
    expect(accessTokens([fresh]).verify(after.token, now)).toEqual(claims)
    expect(accessTokens([fresh]).verify(before.token, now)).toBeUndefined()
  })

  it('keeps the fifteen minutes, whichever secret signed', () => {
    const { token, expiresAt } = accessTokens([old]).sign(claims, now)
    expect(expiresAt.getTime() - now.getTime()).toBeLessThanOrEqual(15 * 60_000)
    expect(accessTokens([fresh, old]).verify(token, new Date(expiresAt.getTime() - 1000))).toEqual(claims)
    expect(accessTokens([fresh, old]).verify(token, expiresAt)).toBeUndefined()
  })
})

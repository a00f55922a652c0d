import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareSecrets } from '../../src/app/start-up.server.ts'
import { bearer, createTool, orderOf, request, signUp } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const person = { name: 'Padma Fleet Service', email: 'padma@example.com', password: 'a workshop password' }
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  request(`${shop.address}/identity/${path}`, 'POST', body, headers)

describe('a new account', () => {
  it('[S2.13 S3.11 S7.01 S7.34 D2.02 D2.07] is made at first sight, by issuer and subject, with the name that was typed', async () => {
    const signedUp = await post('sign-up/email', person)
    const none = await sql`select from account where email = ${person.email}`.execute(shop.db)
    expect(none.rows).toEqual([])
    const id = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(signedUp.body.token))
    const enter = () =>
      request(`${shop.address}/api/user/${person.email}`, 'PUT', { email: person.email }, bearer(id.body.token))
    expect((await enter()).body).toMatchObject({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      account: { name: person.name, email: person.email, emailVerified: false, admin: false },
    })
    await enter()
    const { rows } = await sql`select issuer, subject <> email as own, display_name from account
      where email = ${person.email}`.execute(shop.db)
    expect(rows).toEqual([{ issuer: 'urn:tappet:identity', own: true, display_name: person.name }])
  })

  it('[D2.07] may order before its email is confirmed', async () => {
    const newcomer = await signUp(shop, 'unconfirmed@example.com')
    expect((await newcomer.call('POST', '/orders', orderOf(await createTool(shop)))).status).toBe(200)
  })

  it('[S7.34] is let in with its password, and not with another', async () => {
    const { email, password } = person
    expect((await post('sign-in/email', { email, password })).status).toBe(200)
    const refused = await post('sign-in/email', { email, password: 'another password' })
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
  })
})

describe('the session of the identity service', () => {
  it('[D3.03] is a cookie that scripts cannot read and other sites do not send', async () => {
    const { email, password } = person
    const answer = await post('sign-in/email', { email, password })
    const session = answer.headers.getSetCookie().find(cookie => /session_token=/.test(cookie))
    expect(session).toMatch(/; HttpOnly/i)
    expect(session).toMatch(/; SameSite=Lax/i)
    expect(session).toMatch(/; Path=\//)
  })

  it('[S5.23] is not opened from an origin that the service does not know', async () => {
    const { email, password } = person
    const elsewhere = await post(
      'sign-in/email',
      { email, password },
      { origin: 'https://evil.example', cookie: 'a=b' },
    )
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'unauthorized-domain' } })
    expect(elsewhere.headers.getSetCookie()).toEqual([])
    expect((await post('sign-in/email', { email, password }, { origin: shop.address, cookie: 'a=b' })).status).toBe(200)
  })
})

describe('an origin', () => {
  const app = 'https://app.example'
  let other: TestShop
  beforeAll(async () => {
    other = await startTestShop({ environment: { CORS_ORIGINS: app } })
    await signUp(other, person.email)
  })
  afterAll(() => other.close())

  const logIn = (origin: string | undefined, more: Record<string, string> = {}) => {
    const body = { email: person.email, password: 'a long test password' }
    const headers = { ...(origin !== undefined && { origin }), ...more }
    return request(`${other.address}/identity/sign-in/email`, 'POST', body, headers)
  }

  it('[S5.23] of CORS_ORIGINS signs in from preflight to orders, by tokens alone', async () => {
    const preflight = await fetch(`${other.address}/identity/sign-in/email`, {
      method: 'OPTIONS',
      headers: {
        origin: app,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, app])
    const session = await logIn(app, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })
    const idToken = await request(`${other.address}/identity/token`, 'GET', undefined, {
      ...bearer(session.body.token),
      origin: app,
    })
    for (const answer of [session, idToken]) {
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, app])
      // So that no page elsewhere acts by the cookie of somebody who is signed in here.
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const headers = { ...bearer(idToken.body.token), origin: app }
    const entered = await request(`${other.address}/api/user/${person.email}`, 'PUT', { email: person.email }, headers)
    expect([entered.status, entered.headers.get('access-control-allow-origin')]).toEqual([200, app])
  })

  it.each([
    'https://evil.example',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'https://sub.app.example',
  ])('[S5.23 S8.16] %s is not known, and nobody signs in from there, with a cookie or without', async origin => {
    for (const headers of [{}, { cookie: 'a=b' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }]) {
      const answer = await logIn(origin, headers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'unauthorized-domain' } })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('of the shop itself is known by both names of this machine, and a program names none', async () => {
    const { port } = new URL(other.address)
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, undefined]) {
      expect((await logIn(origin)).status).toBe(200)
    }
    expect((await logIn('http://localhost:1')).status).toBe(403)
  })
})

describe('the sandbox', () => {
  it('[D5.18] has secrets that are made once, and kept in the data folder', async () => {
    const settings = { ...shop.system.settings, secrets: [] }
    const first = await prepareSecrets(settings)
    expect(first.sandboxSecrets.secretKey).toMatch(/^sk_test_sandbox_[\w-]{24}$/)
    expect(await prepareSecrets(settings)).toEqual(first)
    const dataDir = await mkdtemp(join(tmpdir(), 'tappet-secrets-'))
    expect(await prepareSecrets({ ...settings, dataDir })).not.toEqual(first)
    await rm(dataDir, { recursive: true })
  })

  it('has secrets that follow from SECRET where there is one, so that processes on other disks have the same', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tappet-secrets-'))
    const given = { ...shop.system.settings, secrets: ['a'.repeat(32)] }
    const first = await prepareSecrets(given)
    expect(await prepareSecrets({ ...given, dataDir })).toEqual(first)
    // A rotated secret stands in front of the old one.
    const { sandboxSecrets } = await prepareSecrets({ ...given, secrets: ['b'.repeat(32), 'a'.repeat(32)] })
    expect(sandboxSecrets).toEqual(first.sandboxSecrets)
    expect((await prepareSecrets({ ...given, secrets: ['b'.repeat(32)] })).sandboxSecrets).not.toEqual(sandboxSecrets)
    await rm(dataDir, { recursive: true })
  })

  it('[D5.16 S9.10] in a shop that others reach needs leave, and then says that it is a test', async () => {
    const environment = { PUBLIC_URL: 'https://shop.example' }
    await expect(startTestShop({ environment })).rejects.toThrow(/ALLOW_SANDBOX=yes/)
    const open = await startTestShop({ environment: { ...environment, ALLOW_SANDBOX: 'yes' } })
    const { port } = open.http.server.address() as { port: number }
    try {
      const { body } = await request(`http://127.0.0.1:${port}/api/config`, 'GET')
      expect(body.payments).toMatchObject({
        provider: 'sandbox',
        testMode: true,
        publishableKey: expect.stringMatching(/^pk_test_/),
      })
    } finally {
      await open.close()
    }
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '#test/identity/authenticator'
import { bearer, createPerson, request } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestDatabase } from '#test/shop/databases'
import { type TestShop, createTestDatabase, startTestShop } from '#test/harness'
import { withCurrentSignatures } from '../library/secrets.server.ts'

const secret = (which: string) => `${which}-secret-that-is-long-enough-for-signing`
const [first, second, third] = [secret('first'), secret('second'), secret('third')]
const password = 'a long test password'

let issuer: Issuer
let database: TestDatabase
/** The same shop with each list of secrets, as its operator starts it one after the other. */
let shops: TestShop[]
beforeAll(async () => {
  issuer = await startIssuer()
  database = await createTestDatabase()
  shops = []
  for (const secrets of [[first], [second, first], [third, second, first]])
    shops.push(await startTestShop({ database, secrets, environment: issuer.environment() }))
})
afterAll(async () => {
  for (const shop of shops) await shop.close()
  await database.drop()
  await issuer.close()
})

/** A cookie as the library signs it. */
function signatureOf(name: string, key: string): string {
  const value = 'a'.repeat(32)
  return `${name}=${value}.${encodeURIComponent(createHmac('sha256', key).update(value).digest('base64'))}`
}

const cookieOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')

/** What a browser asks this shop with what it kept of another start. */
const ask = (shop: TestShop, path: string, headers: Record<string, string>, body?: object) =>
  request(`${shop.address}${path}`, body ? 'POST' : 'GET', body, { origin: shop.address, ...headers })

describe('a SECRET that is rotated twice', () => {
  it('[D3.05] signs nobody out: the session, the ID token and the access token of before open the shop of today', async () => {
    const [before, , today] = shops as [TestShop, TestShop, TestShop]
    const { email } = await createPerson(before)
    const session = await ask(before, '/identity/sign-in/email', {}, { email, password })
    const cookie = cookieOf(session)
    const idToken = (await ask(before, '/identity/token', { cookie })).body.token
    const entered = await request(`${before.address}/api/user/${email}`, 'PUT', { email }, bearer(idToken))
    const orders = `/api/orders?email=${email}`
    for (const shop of shops) {
      expect((await ask(shop, orders, bearer(entered.body.token))).status).toBe(200)
      expect((await ask(shop, '/identity/token', { cookie })).status).toBe(200)
      const again = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(idToken))
      expect(again.status).toBe(200)
      // The token of the service that a program keeps, without a cookie.
      expect((await ask(shop, '/identity/token', bearer(session.body.token))).status).toBe(200)
    }
    // And what today signs, the shop of before cannot have known.
    const fresh = cookieOf(await ask(today, '/identity/sign-in/email', {}, { email, password }))
    expect((await ask(before, '/identity/token', { cookie: fresh })).status).toBe(401)
  })

  it('[D3.05] breaks off no sign-in at Google that is under way', async () => {
    const [before, ...later] = shops as [TestShop, TestShop, TestShop]
    for (const shop of later) {
      const browser = googleBrowser(before)
      const person = { sub: `sub-${shop.address}`, email: `by-google-${new URL(shop.address).port}@example.com` }
      const back = issuer.approve(await browser.begin(), person).replace(before.address, shop.address)
      const end = await browser.follow(back, address => address.includes('/google/done'))
      expect(outcomeOf(end).error).toBeNull()
      expect((await browser.go(`${shop.address}/identity/token`)).status).toBe(200)
    }
  })

  it('[D3.05] breaks off no second factor that is being asked for, and keeps the app’s key', async () => {
    const [before, ...later] = shops as [TestShop, TestShop, TestShop]
    const { email } = await createPerson(before)
    const own = cookieOf(await ask(before, '/identity/sign-in/email', {}, { email, password }))
    const { body } = await ask(before, '/identity/two-factor/enable', { cookie: own }, { password })
    const on = await ask(
      before,
      '/identity/two-factor/verify-totp',
      { cookie: own },
      { code: codeOf(body.totpURI, -1) },
    )
    expect(on.status).toBe(200)
    for (const [step, shop] of later.entries()) {
      const cookie = cookieOf(await ask(before, '/identity/sign-in/email', {}, { email, password }))
      const code = codeOf(body.totpURI, step)
      expect((await ask(shop, '/identity/two-factor/verify-totp', { cookie }, { code })).status).toBe(200)
    }
  })

  it('[D3.05] takes the cookies of every plug-in along, and none that somebody forged', () => {
    const own = signatureOf('tappet.better-auth-passkey', first)
    const made = (key: string) => withCurrentSignatures(`theme=dark; ${own}`, [key, first])
    expect(made(second)).toBe(`theme=dark; ${signatureOf('tappet.better-auth-passkey', second)}`)
    const forged = own.replace('=a', '=b')
    expect(withCurrentSignatures(forged, [second, first])).toBe(forged)
  })
})

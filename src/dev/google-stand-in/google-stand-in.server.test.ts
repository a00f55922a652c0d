import { createHash, randomBytes } from 'node:crypto'
import { request as ask } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from '#test/factories'
import { googleBrowser } from '#test/identity/google'
import { type TestShop, startTestShop } from '#test/harness'
import { readSettings } from '../../app/settings.server.ts'
import { demoAdmin } from '#rules/identity'
import { googleClient } from '../../modules/identity/google/google.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ environment: { DEMO: 'yes' } })
})
afterAll(() => shop.close())

const nadia = { person: 'nadia.karim@stand-in.example' }
const discovery = '/google-stand-in/.well-known/openid-configuration'

/** A raw request, whose `Host` may be anything. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  ask(`${shop.address}${path}`, { headers }, answer => {
    answer.resume()
    resolve(answer.statusCode)
  })
    .on('error', reject)
    .end()
  return promise
}

describe('the stand-in for Google', () => {
  it('[D5.02] signs an invented person in, from the button to the access token, and nothing of it is kept', async () => {
    const browser = googleBrowser(shop)
    expect(await browser.choose(await browser.begin(), nadia)).toEqual({ event: browser.event, error: null })
    expect(await browser.enter()).toMatchObject({
      status: 200,
      body: { account: { name: 'Nadia Karim', email: nadia.person, emailVerified: true, admin: false } },
    })
    const { rows } = await sql`
      select "providerId", "accessToken", "refreshToken", "idToken", "image" from identity.account a
      join identity."user" u on u.id = a."userId"`.execute(shop.db)
    const nothing = { accessToken: null, refreshToken: null, idToken: null, image: null }
    expect(rows).toEqual([{ providerId: 'google', ...nothing }])
  })

  it('says what is typed, also that an address is not confirmed', async () => {
    const browser = googleBrowser(shop)
    const typed = { name: 'Padma Fleet', email: 'Padma@Example.com' }
    expect((await browser.choose(await browser.begin(), typed)).error).toBeNull()
    expect((await browser.enter()).body.account).toMatchObject({
      name: 'Padma Fleet',
      email: 'padma@example.com',
      emailVerified: false,
    })
  })

  it('asks anew each time who somebody is', async () => {
    const browser = googleBrowser(shop)
    await browser.choose(await browser.begin(), nadia)
    const page = await browser.follow(await browser.begin())
    expect(page).toContain('/google-stand-in/sign-in/')
  })

  it('does not speak for the first admin, nor for a name that is none', async () => {
    const browser = googleBrowser(shop)
    const page = await browser.follow(await browser.begin())
    const send = async (form: Record<string, string>) =>
      (await browser.go(page, { method: 'POST', body: new URLSearchParams(form) })).text()
    const owner = await send({ name: 'Me', email: demoAdmin.email.toUpperCase(), confirmed: 'on' })
    expect(owner).toContain('The stand-in cannot sign in the shop’s owner.')
    const wrong = await send({ name: '<script>', email: '"><script>alert(1)</script>' })
    expect(wrong).toContain('Provide a valid Email')
    expect(wrong).not.toContain('<script')
  })

  it('[S4.18] tells the shop that somebody cancelled', async () => {
    const browser = googleBrowser(shop)
    expect((await browser.choose(await browser.begin(), { cancel: 'yes' })).error).toBe('access_denied')
  })

  it('knows no attempt but those that this browser began', async () => {
    const page = await googleBrowser(shop).follow(await googleBrowser(shop).begin())
    const stranger = googleBrowser(shop)
    for (const init of [{}, { method: 'POST', body: new URLSearchParams(nadia) }]) {
      const answer = await stranger.go(page, init)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('This sign-in is over')
    }
  })

  it('takes no attempt without PKCE, and sends nobody to another address', async () => {
    const browser = googleBrowser(shop)
    const bare = new URL(await browser.begin())
    bare.searchParams.delete('code_challenge')
    bare.searchParams.delete('code_challenge_method')
    const end = new URL(await browser.follow(bare.href, address => address.includes('error=')))
    expect(end.searchParams.get('error')).toBe('invalid_request')
    const astray = new URL(await browser.begin())
    astray.searchParams.set('redirect_uri', 'https://evil.example/')
    const answer = await browser.go(astray.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  it('gives one token for a code, and none for another verifier or another secret', async () => {
    const { client, codeFor } = attemptOfOurOwn()
    const token = async (code: string, more: Record<string, string>) =>
      (
        await fetch(`${shop.address}/google-stand-in/token`, {
          method: 'POST',
          body: new URLSearchParams({ ...client, code, grant_type: 'authorization_code', ...more }),
        })
      ).status
    const verifier = 'v'.repeat(64)
    expect(await token(await codeFor(verifier), { code_verifier: 'w'.repeat(64) })).toBe(400)
    expect(await token(await codeFor(verifier), { code_verifier: verifier, client_secret: 'guessed' })).toBe(401)
    const code = await codeFor(verifier)
    expect(await token(code, { code_verifier: verifier })).toBe(200)
    expect(await token(code, { code_verifier: verifier })).toBe(400)
  })

  it('[D5.02] is labelled on the shop’s own pages', async () => {
    const { body } = await request(`${shop.address}/api/config`, 'GET')
    expect(body.identity.google).toEqual({ enabled: true, standIn: true })
  })
})

/** The shop's part at the stand-in, played by the test, with a verifier that it knows. */
function attemptOfOurOwn() {
  const { clientId = '', clientSecret = '' } = shop.google ?? {}
  const redirect_uri = `${shop.address}/identity/callback/google`
  return {
    client: { client_id: clientId, client_secret: clientSecret, redirect_uri },
    async codeFor(verifier: string): Promise<string> {
      const browser = googleBrowser(shop)
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri,
        response_type: 'code',
        scope: 'openid email profile',
        state: randomBytes(8).toString('hex'),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const page = await browser.follow(`${shop.address}/google-stand-in/auth?${query}`)
      const sent = await browser.go(page, { method: 'POST', body: new URLSearchParams(nadia) })
      const onwards = new URL(sent.headers.get('location') ?? '', page).href
      const back = await browser.follow(onwards, address => address.includes('code='))
      return new URL(back).searchParams.get('code') ?? ''
    },
  }
}

describe('where the stand-in is not', () => {
  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'shop.example' },
    { host: 'localhost.evil.example' },
  ])('a request with %j finds nothing', async headers => {
    expect(await statusOf(discovery, { host: new URL(shop.address).host, ...headers })).toBe(404)
    expect(await statusOf('/google-stand-in/sign-in/a', { host: new URL(shop.address).host, ...headers })).toBe(404)
  })

  it('a request from this very machine finds it', async () => {
    expect(await statusOf(discovery, { host: new URL(shop.address).host })).toBe(200)
  })

  it('a shop that is no demo has neither it nor the button', async () => {
    const plain = await startTestShop()
    try {
      for (const path of [discovery, '/google-stand-in/sign-in/a', '/google-stand-in/auth'])
        expect((await fetch(`${plain.address}${path}`)).status).toBe(404)
      const { start, event } = googleBrowser(plain)
      expect((await start({ event, way: 'popup', page: '/login' })).status).toBe(404)
      const { body } = await request(`${plain.address}/api/config`, 'GET')
      expect(body.identity.google).toEqual({ enabled: false, standIn: false })
    } finally {
      await plain.close()
    }
  })

  const google = { GOOGLE_CLIENT_ID: 'shop.apps.example', GOOGLE_CLIENT_SECRET: 'a client secret' }
  const secret = { SECRET: 'a-secret-of-at-least-thirty-two-characters' }
  it.each([
    ['in demo mode', {}, true],
    ['without demo mode', { DEMO: 'no' }, undefined],
    ['in production', { NODE_ENV: 'production', ...secret }, undefined],
    ['where others reach the shop', { HOST: '0.0.0.0' }, undefined],
    ['where the shop has a public address', { PUBLIC_URL: 'https://shop.example' }, undefined],
    ['in demo mode with Google set up', google, false],
    ['in production with Google set up', { NODE_ENV: 'production', ...secret, ...google }, false],
  ])('%s: %j', (_where, environment, standIn) => {
    const where = { ownUrl: () => 'http://127.0.0.1:1', publicUrl: () => 'http://127.0.0.1:1' }
    expect(googleClient(readSettings(environment), where)?.standIn).toBe(standIn)
  })
})

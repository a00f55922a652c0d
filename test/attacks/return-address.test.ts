import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaths } from '../../src/modules/identity/library/paths.server.ts'
import { createPerson } from '../factories.ts'
import { googleBrowser } from '../identity/google.ts'
import { type Issuer, startIssuer } from '../identity/google-issuer.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { browserAt, password } from './browser.ts'

/** What the login page remembers is held by `safeReturnPath`: identity/sign-in.rules.test.ts, with thousands of such addresses. */
const stolen = [
  'https://evil.example/',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/shop/..//evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '/dashboard?next=//evil.example/../..//evil.example',
]

let issuer: Issuer
let shop: TestShop
beforeAll(async () => {
  issuer = await startIssuer()
  shop = await startTestShop({ environment: issuer.environment() })
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})

/** Not an attack, but only here is there a Google: who comes from there is known to the account from then on. */
it('a browser that came back from Google is known to the account, also when strangers have closed it', async () => {
  const { email } = await createPerson(shop)
  const google = googleBrowser(shop)
  await google.follow(issuer.approve(await google.begin(), { sub: `10${email}`, email, name: 'Padma' }))
  for (let time = 0; time < 10; time += 1) await browserAt(shop).logIn(email, 'a guess')
  expect((await browserAt(shop).logIn(email)).status).toBe(429)
  const own = browserAt(shop)
  for (const { name, value } of google.cookies) if (name.includes('known_')) own.cookies.set(name, value)
  expect((await own.logIn(email)).status).toBe(200)
})

const isHere = (address: string) => new URL(address, shop.address).origin === shop.address

describe('a stolen return address', () => {
  it.each(stolen)('on the way to Google and back: %j ends in the shop', async from => {
    const { event, start, follow } = googleBrowser(shop)
    const answer = await start({ event, way: 'redirect', page: '/login', from })
    const { url } = (await answer.json()) as { url: string }
    const unique = randomBytes(4).toString('hex')
    const back = issuer.approve(url, { sub: unique, email: `${unique}@example.com`, name: 'Padma' })
    const end = await follow(back, address => new URL(address).pathname === '/login')
    expect(isHere(end)).toBe(true)
    // What the page takes from there goes through the same rule once more.
    expect(new URL(end).searchParams.get('from') ?? '/').toMatch(/^\/(?![/\\])/)
  })

  it.each(['https://evil.example', '//evil.example', '/login/..//evil.example', 'javascript:alert(1)'])(
    'as the page where the attempt began: %j is refused',
    async page => {
      const { event, start } = googleBrowser(shop)
      expect((await start({ event, way: 'redirect', page })).status).toBe(400)
    },
  )

  it.each(stolen)('in the parameters of the identity service: %j leads nowhere', async address => {
    const { email } = await createPerson(shop)
    const parameters = {
      callbackURL: address,
      errorCallbackURL: address,
      newUserCallbackURL: address,
      redirectTo: address,
    }
    for (const open of openPaths) {
      const [method = '', path = ''] = open.split(' ')
      const browser = browserAt(shop)
      const body = { email, password, name: 'Padma', code: '123456', ...parameters }
      const query = new URLSearchParams({ token: 'none', ...parameters }).toString()
      const answer = await browser.send(method, `${path}?${query}`, method === 'POST' ? body : undefined, {})
      const leads = [answer.headers.get('location'), answer.body?.url].filter(to => typeof to === 'string')
      expect([path, leads.every(isHere)]).toEqual([path, true])
    }
  })
})

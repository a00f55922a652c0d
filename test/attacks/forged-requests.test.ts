import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaths } from '../../src/modules/identity/library/paths.server.ts'
import { createPerson, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { browserAt, password } from './browser.ts'

let shop: TestShop
let victim: { email: string; browser: ReturnType<typeof browserAt> }

beforeAll(async () => {
  shop = await startTestShop({ environment: { DEMO: 'yes' } })
  const { email } = await createPerson(shop)
  victim = { email, browser: browserAt(shop) }
  await victim.browser.logIn(email)
})
afterAll(() => shop.close())

const pathsOf = (method: 'GET' | 'POST') =>
  openPaths.filter(open => open.startsWith(method)).map(open => open.slice(method.length + 1))

/** A body with which the call would do something, were it the victim's own. */
const bodies: Record<string, () => object> = {
  '/sign-in/email': () => ({ email: victim.email, password }),
  '/sign-up/email': () => ({ email: 'forged@example.com', name: 'Forged', password }),
  '/two-factor/enable': () => ({ password }),
  '/two-factor/disable': () => ({ password }),
  '/two-factor/generate-backup-codes': () => ({ password }),
  '/google': () => ({ event: 'a-forged-event-of-enough-letters', way: 'popup', page: '/login' }),
}
const bodyOf = (path: string) => bodies[path]?.() ?? { code: '123456' }

/** Everything that the identity service keeps of anybody, and which of the shop's sessions are open. */
async function state(): Promise<string> {
  const { rows } = await sql`
    select (select json_agg(u order by u."id") from identity."user" u) as users,
      (select json_agg(s order by s."id") from identity."session" s) as sessions,
      (select json_agg(a order by a."id") from identity."account" a) as accounts,
      (select json_agg(f order by f."id") from identity."twoFactor" f) as factors,
      (select json_agg(v order by v."id") from identity."verification" v) as asked,
      (select count(*) from account_session where ended_at is null) as open`.execute(shop.db)
  return JSON.stringify(rows)
}

/** The victim's browser, told by another site's page to send this. */
async function forge(path: string, headers: Record<string, string | undefined>, body: string): Promise<number> {
  const all = { 'content-type': 'application/json', cookie: victim.browser.cookieHeader(), ...headers }
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
  const answer = await fetch(`${shop.address}/identity${path}`, {
    method: 'POST',
    headers: sent,
    body,
    redirect: 'manual',
  })
  await answer.text()
  return answer.status
}

const foreign: [string, Record<string, string | undefined>][] = [
  ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['of another site that sends no Fetch Metadata', { origin: 'https://evil.example' }],
  ['of a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['that says nothing of its origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['with a referrer alone', { referer: 'https://evil.example/page', 'sec-fetch-site': 'cross-site' }],
  ['of a site whose name begins like the shop’s', { origin: 'http://127.0.0.1.evil.example' }],
]

describe('CSRF on every call that carries a cookie', () => {
  const all = [...pathsOf('POST'), '/google']

  it.each(foreign)('by a request %s: refused, and nothing changes', async (_what, headers) => {
    const before = await state()
    for (const path of all)
      expect([path, await forge(path, headers, JSON.stringify(bodyOf(path)))]).toEqual([path, 403])
    expect(await state()).toBe(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    'by a form, which needs no leave of the shop: %s',
    async type => {
      const before = await state()
      const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': type }
      for (const path of all) {
        const form = type?.includes('urlencoded')
          ? new URLSearchParams(Object.entries(bodyOf(path)).map(([name, value]) => [name, String(value)])).toString()
          : JSON.stringify(bodyOf(path))
        expect([path, [400, 403, 415].includes(await forge(path, cross, form))]).toEqual([path, true])
      }
      expect(await state()).toBe(before)
    },
  )

  it('by a link or a picture: what is read changes nothing, and no other site may read it', async () => {
    const before = await state()
    for (const path of [...pathsOf('GET'), ...pathsOf('POST')]) {
      const headers = {
        cookie: victim.browser.cookieHeader(),
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      }
      const answer = await request(`${shop.address}/identity${path}`, 'GET', undefined, headers)
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
      expect([path, pathsOf('GET').includes(path) || answer.status === 404]).toEqual([path, true])
    }
    expect(await state()).toBe(before)
  })

  it('by a login into the attacker’s account, before there is a cookie', async () => {
    const before = await state()
    for (const path of ['/sign-in/email', '/sign-up/email'])
      for (const headers of [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      ])
        expect([path, await forge(path, { ...headers, cookie: undefined }, JSON.stringify(bodyOf(path)))]).toEqual([
          path,
          403,
        ])
    expect(await state()).toBe(before)
  })

  it('of the API: a cookie is nothing there', async () => {
    const headers = { cookie: victim.browser.cookieHeader() }
    const answer = await request(`${shop.address}/api/orders?email=${victim.email}`, 'GET', undefined, headers)
    expect(answer.status).toBe(401)
    expect((await request(`${shop.address}/api/session`, 'DELETE', undefined, headers)).status).toBe(401)
  })

  // The other side of it: the same requests from the shop's own page are not what is refused.
  it('leaves the shop’s own pages alone', async () => {
    for (const path of all) {
      const status = await forge(path, { origin: shop.address }, JSON.stringify(bodyOf(path)))
      expect([path, [403, 415, 404].includes(status)]).toEqual([path, false])
    }
    expect(await state()).toContain('forged@example.com')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, startTestShop } from '#test/harness'
import { googleBrowser } from '#test/google'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ environment: { DEMO: 'yes' } })
})
afterAll(() => shop.close())

describe('the stand-in for Google', () => {
  it('signs an invented person in, from the button to the access token', async () => {
    const browser = googleBrowser(shop)
    const url = await browser.begin()
    const done = await browser.choose(url, { person: 'nadia.karim@stand-in.example' })
    expect(done).toEqual({ event: browser.event, error: null })
    const entered = await browser.enter()
    expect(entered).toMatchObject({
      status: 200,
      body: {
        account: { name: 'Nadia Karim', email: 'nadia.karim@stand-in.example', emailVerified: true, admin: false },
      },
    })
    const { rows } = await sql`select "providerId", "accessToken", "idToken" from identity.account`.execute(shop.db)
    expect(rows).toEqual([{ providerId: 'google', accessToken: null, idToken: null }])
  })
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { signUp } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestShop, startTestShop } from '#test/harness'

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
afterEach(() => {
  issuer.takesClient(true)
  issuer.down(false)
  vi.useRealTimers()
})

const somebody = () => {
  const unique = randomBytes(4).toString('hex')
  return { sub: `10${unique}`, email: `owner-${unique}@example.com`, name: 'Padma Owner' }
}

async function usersOf(email: string): Promise<number> {
  const { rows } = await sql`select from identity."user" where "email" = ${email}`.execute(shop.db)
  return rows.length
}

describe('an ID token', () => {
  it.each(['expired', 'unsigned', 'by the client’s secret', 'forged'] as const)('%s signs nobody in', async signing => {
    const [browser, person] = [googleBrowser(shop), somebody()]
    const end = await browser.follow(issuer.approve(await browser.begin(), person, signing))
    expect(outcomeOf(end).error).toBe('unable_to_get_user_info')
    expect((await browser.enter()).status).toBe(401)
    expect(await usersOf(person.email)).toBe(0)
  })

  it('is taken after the provider has changed its key', async () => {
    const own = await startIssuer()
    const other = await startTestShop({ environment: own.environment() })
    const outcome = async () => {
      const browser = googleBrowser(other)
      return outcomeOf(await browser.follow(own.approve(await browser.begin(), somebody()))).error
    }
    try {
      expect(await outcome()).toBeNull()
      await own.rotate()
      // Keys that were read a moment ago are not read again: half a minute keeps strangers from having them read for nothing.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
      expect(await outcome()).toBeNull()
    } finally {
      await other.close()
      await own.close()
    }
  })
})

describe('an answer', () => {
  it('with the code of somebody else’s attempt signs nobody in: it belongs to another PKCE secret', async () => {
    const [victim, stranger] = [googleBrowser(shop), googleBrowser(shop)]
    const theirs = new URL(issuer.approve(await stranger.begin(), somebody())).searchParams.get('code') ?? ''
    const back = new URL(issuer.approve(await victim.begin(), somebody()))
    back.searchParams.set('code', theirs)
    expect(outcomeOf(await victim.follow(back.href)).error).toBe('invalid_code')
    expect((await victim.enter()).status).toBe(401)
  })

  it('of an attempt that a newer one of the same browser has replaced signs nobody in', async () => {
    const browser = googleBrowser(shop)
    const first = issuer.approve(await browser.begin(), somebody())
    await browser.begin()
    expect(outcomeOf(await browser.follow(first)).error).toBe('state_mismatch')
    expect((await browser.enter()).status).toBe(401)
  })

  it('is taken once, also with the cookies that it was taken with', async () => {
    const browser = googleBrowser(shop)
    const back = issuer.approve(await browser.begin(), somebody())
    const before = [...browser.cookies]
    expect(outcomeOf(await browser.follow(back)).error).toBeNull()
    browser.cookies.splice(0, browser.cookies.length, ...before)
    expect(outcomeOf(await browser.follow(back)).error).toBe('state_mismatch')
    expect((await browser.enter()).status).toBe(401)
  })

  it('that names another issuer is somebody else’s', async () => {
    const [browser, person] = [googleBrowser(shop), somebody()]
    const url = await browser.begin()
    const end = await browser.follow(issuer.approve(url, person, 'own', { iss: 'https://accounts.evil.example' }))
    expect(outcomeOf(end).error).toBe('issuer_mismatch')
    expect(await usersOf(person.email)).toBe(0)
  })

  it('[S8.20] is told as the shop’s own trouble when the provider does not take the shop for its client', async () => {
    const browser = googleBrowser(shop)
    const back = issuer.approve(await browser.begin(), somebody())
    issuer.takesClient(false)
    expect(outcomeOf(await browser.follow(back)).error).toBe('invalid_client')
  })

  it('is told as out of reach when the provider is gone by then', async () => {
    const browser = googleBrowser(shop)
    const back = issuer.approve(await browser.begin(), somebody())
    issuer.down(true)
    expect(outcomeOf(await browser.follow(back)).error).toBe('server_error')
    issuer.down(false)
    const again = issuer.approve(await browser.begin(), somebody())
    expect(outcomeOf(await browser.follow(again)).error).toBeNull()
  })
})

describe('any OpenID provider', () => {
  it.each(['/tenant/v2.0', '/', '/realms/workshop/'])('signs in with the issuer %s', async path => {
    const own = await startIssuer({ path })
    const other = await startTestShop({ environment: own.environment() })
    try {
      const browser = googleBrowser(other)
      const { GOOGLE_ISSUER: iss } = own.environment()
      const end = await browser.follow(own.approve(await browser.begin(), somebody(), 'own', { iss }))
      expect(outcomeOf(end).error).toBeNull()
      expect((await browser.enter()).status).toBe(200)
    } finally {
      await other.close()
      await own.close()
    }
  })

  it('[S8.19] that calls itself by another name than GOOGLE_ISSUER is not believed, until it does', async () => {
    const own = await startIssuer()
    const other = await startTestShop({ environment: own.environment() })
    try {
      const browser = googleBrowser(other)
      const start = () => browser.start({ event: browser.event, way: 'popup', page: '/login' })
      own.callItself('https://accounts.evil.example')
      const answer = await start()
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'auth-domain-config-required' }])
      own.callItself(undefined)
      expect((await start()).status).toBe(200)
    } finally {
      await other.close()
      await own.close()
    }
  })
})

it('a mailbox that got its owner has no links left that the stranger before had mailed', async () => {
  const owner = somebody()
  await signUp(shop, owner.email)
  await sql`
    insert into identity."mailedLink" select 'stranger''s', "id", 'change-email', 'stranger@example.com', now() + interval '1 day'
    from identity."user" where "email" = ${owner.email}`.execute(shop.db)
  const browser = googleBrowser(shop)
  expect(outcomeOf(await browser.follow(issuer.approve(await browser.begin(), owner))).error).toBeNull()
  expect((await sql`select from identity."mailedLink" where "hash" = 'stranger''s'`.execute(shop.db)).rows).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson, request, signUp } from '#test/factories'
import { eventually } from '#test/eventually'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestShop, startTestShop } from '#test/harness'

/** What `signUp` of the factories types. */
const strangersPassword = 'a long test password'

let issuer: Issuer
let shop: TestShop
const logged: string[] = []
beforeAll(async () => {
  issuer = await startIssuer()
  const log = pino({ level: 'error' }, { write: line => void logged.push(line) })
  shop = await startTestShop({ environment: issuer.environment(), log })
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})
beforeEach(() => issuer.down(false))

type Claims = Record<string, unknown>

const somebody = (more: Claims = {}): Claims & { sub: string; email: string } => {
  const unique = randomBytes(4).toString('hex')
  return { sub: `10${unique}`, email: `owner-${unique}@example.com`, name: 'Padma Owner', ...more }
}

/** Goes to Google and back as this person, in a browser of its own. */
async function continueAs(claims: Claims, signing?: 'forged' | 'none') {
  const browser = googleBrowser(shop)
  const back = issuer.approve(await browser.begin(), claims, signing)
  return { ...browser, back, outcome: outcomeOf(await browser.follow(back)) }
}

const logIn = (email: string, password = strangersPassword) =>
  request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })

async function accountsOf(email: string) {
  const { rows } = await sql<{ id: string }>`
    select id, email_verified, display_name as name from account where email = ${email}`.execute(shop.db)
  return rows
}

async function linksMailedTo(email: string): Promise<string[]> {
  const outbox = await request(`${shop.address}/dev/mail`, 'GET', undefined, { accept: 'application/json' })
  return (outbox.body as { to: string; links: string[] }[])
    .filter(({ to }) => to === email)
    .flatMap(({ links }) => links)
}

describe('who comes from Google', () => {
  it('[S1.20 D5.02] gets an account at first sight, and the same one the next time', async () => {
    const person = somebody()
    const first = await continueAs(person)
    expect(first.outcome).toEqual({ event: first.event, error: null })
    expect(await first.enter()).toMatchObject({
      status: 200,
      body: { account: { name: 'Padma Owner', email: person.email, emailVerified: true, admin: false } },
    })
    const again = await continueAs({ ...person, name: 'Another Name' })
    expect(await again.enter()).toMatchObject({ status: 200, body: { account: { name: 'Padma Owner' } } })
    expect(await accountsOf(person.email)).toHaveLength(1)
  })

  it('is in the security log with a new account and with each sign-in, as whoever types a password is', async () => {
    logged.length = 0
    const person = somebody()
    await continueAs(person)
    await continueAs(person)
    const events = logged.map(line => JSON.parse(line)).filter(line => line.security)
    const by = { way: '/callback/:id', user: expect.any(String), address: '127.0.0.1' }
    expect(events).toMatchObject([
      { security: 'sign-up', ...by },
      { security: 'sign-in', ...by },
      { security: 'sign-in', ...by },
    ])
  })

  it('is the person behind a password when both sides have confirmed the address', async () => {
    const person = await createPerson(shop)
    const { enter } = await continueAs(somebody({ email: person.email }))
    expect((await enter()).status).toBe(200)
    expect(await accountsOf(person.email)).toMatchObject([{ id: person.accountId, name: 'Test Person' }])
    expect((await logIn(person.email)).status).toBe(200)
    expect((await person.call('GET', `/orders?email=${person.email}`)).status).toBe(200)
  })

  it('takes an address over from a stranger who never confirmed it, with her password and her sessions', async () => {
    const owner = somebody()
    const stranger = await signUp(shop, owner.email)
    const session = await logIn(owner.email)
    const { enter, outcome } = await continueAs(owner)
    expect(outcome.error).toBeNull()
    expect(await enter()).toMatchObject({ status: 200, body: { account: { emailVerified: true } } })
    expect(await accountsOf(owner.email)).toEqual([
      { id: expect.not.stringContaining(stranger.accountId), email_verified: true, name: 'Padma Owner' },
    ])
    expect((await stranger.call('GET', `/orders?email=${owner.email}`)).status).toBe(401)
    expect((await logIn(owner.email)).status).toBe(401)
    const headers = { authorization: `Bearer ${session.body.token}` }
    expect((await request(`${shop.address}/identity/token`, 'GET', undefined, headers)).status).toBe(401)
  })

  it('makes no stranger of a user by an address that Google has not confirmed', async () => {
    const [confirmed, unconfirmed] = [await createPerson(shop), await signUp(shop, somebody().email)]
    for (const { email, call } of [confirmed, unconfirmed]) {
      const { enter, outcome } = await continueAs(somebody({ email, email_verified: false }))
      expect(outcome.error).toBe('account_not_linked')
      expect((await enter()).status).toBe(401)
      expect((await logIn(email)).status).toBe(200)
      expect((await call('GET', `/orders?email=${email}`)).status).toBe(200)
    }
  })

  it.each([false, 'true', undefined])('has no confirmed address where Google says %j', async email_verified => {
    const person = somebody({ email_verified })
    const { enter } = await continueAs(person)
    expect(await enter()).toMatchObject({ status: 200, body: { account: { emailVerified: false } } })
    const [link = ''] = await eventually(
      () => linksMailedTo(person.email),
      links => links.length > 0,
    )
    expect(new URL(link).pathname).toBe('/confirm-email')
    const later = await continueAs({ ...person, email_verified: true })
    expect(await later.enter()).toMatchObject({ body: { account: { emailVerified: true } } })
    expect(await accountsOf(person.email)).toHaveLength(1)
  })

  it('takes an address over from another account of Google’s that never confirmed it', async () => {
    const owner = somebody()
    const stranger = await continueAs(somebody({ email: owner.email, email_verified: false }))
    expect((await stranger.enter()).status).toBe(200)
    expect((await (await continueAs(owner)).enter()).body).toMatchObject({ account: { emailVerified: true } })
    expect((await stranger.enter()).status).toBe(401)
  })

  it('gets one account, and one way in, when two windows come back at once', async () => {
    const person = somebody()
    const browsers = [googleBrowser(shop), googleBrowser(shop)]
    const ways = await Promise.all(
      browsers.map(async browser => ({ browser, back: issuer.approve(await browser.begin(), person) })),
    )
    const ends = await Promise.all(ways.map(({ browser, back }) => browser.follow(back)))
    expect(ends.map(outcomeOf).filter(({ error }) => error === null).length).toBeGreaterThanOrEqual(1)
    const { rows } = await sql`
      select count(distinct u.id)::integer as users, count(*)::integer as ways from identity."user" u
      join identity.account a on a."userId" = u.id where u.email = ${person.email}`.execute(shop.db)
    expect(rows).toEqual([{ users: 1, ways: 1 }])
    expect((await (await continueAs(person)).enter()).status).toBe(200)
  })

  it.each([
    ['no email', { email: undefined }, 'email_not_found'],
    ['an email that is none', { email: 'somebody' }, 'INVALID_EMAIL'],
  ])('needs an address: %s', async (_what, claims, error) => {
    expect((await continueAs(somebody(claims))).outcome.error).toBe(error)
  })

  it('has a name that fits, whatever Google says', async () => {
    const long = somebody({ name: 'x'.repeat(300) })
    const none = somebody({ name: undefined })
    expect((await (await continueAs(long)).enter()).body.account.name).toBe('x'.repeat(80))
    expect((await (await continueAs(none)).enter()).body.account.name).toBe(none.email.split('@')[0])
  })
})

describe('an answer', () => {
  it('carries state, nonce and PKCE on its way', async () => {
    const query = new URL(await googleBrowser(shop).begin()).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)?.length).toBeGreaterThan(30)
  })

  it('[S4.19] is taken once', async () => {
    const { back, go, follow, cookies } = await continueAs(somebody())
    cookies.length = 0
    expect(outcomeOf(await follow(back)).error).toBe('state_mismatch')
    expect((await go(`${shop.address}/identity/token`)).status).toBe(401)
  })

  it.each([
    ['from another browser', (back: string) => back, true],
    [
      'of another attempt',
      (back: string) => back.replace(/state=(.)/, (_, first) => `state=${first === '0' ? '1' : '0'}`),
      false,
    ],
    ['without state', (back: string) => back.replace(/&state=.*/, ''), false],
    ['without a code', (back: string) => back.replace(/code=[^&]*&/, ''), false],
    ['with a code that nobody gave', (back: string) => back.replace(/code=[^&]*/, 'code=guessed'), false],
  ])('%s signs nobody in', async (_what, change, isElsewhere) => {
    const browser = googleBrowser(shop)
    const back = issuer.approve(await browser.begin(), somebody())
    const other = isElsewhere ? googleBrowser(shop) : browser
    expect(outcomeOf(await other.follow(change(back))).error).toMatch(/^(state_|no_code|invalid_code)/)
    expect((await other.enter()).status).toBe(401)
  })

  it.each([
    ['without the nonce', { nonce: undefined }, undefined],
    ['with another attempt’s nonce', { nonce: 'a nonce of another attempt' }, undefined],
    ['for another client', { aud: 'another.apps.example' }, undefined],
    ['of another issuer', { iss: 'https://accounts.evil.example' }, undefined],
    ['signed by somebody else', {}, 'forged' as const],
    ['without an ID token', {}, 'none' as const],
  ])('%s signs nobody in', async (_what, claims, signing) => {
    const person = somebody(claims)
    const { outcome, enter } = await continueAs(person, signing)
    expect(outcome.error).toBe('unable_to_get_user_info')
    expect((await enter()).status).toBe(401)
    expect(await accountsOf(person.email)).toEqual([])
  })

  it('that lost its attempt is told in words, with a way back', async () => {
    const page = await request(`${shop.address}/identity/google/done?error=state_mismatch`, 'GET')
    expect(page.body).toContain('did not belong to this attempt')
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  })
})

describe('the beginning', () => {
  const start = (more: Claims = {}, headers: Record<string, string> = {}) => {
    const { event, start } = googleBrowser(shop)
    return start({ event, way: 'popup', page: '/login', ...more }, headers)
  }

  it.each([
    { event: 'short' },
    { way: 'iframe' },
    { page: 'https://evil.example' },
    { callbackURL: 'https://evil.example' },
  ])('takes nothing but its own four fields: %j', async more => {
    const answer = await start(more)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'argument-error' })
  })

  it.each(['https://evil.example', 'null', ''])('[S5.23] is refused at the origin %j', async origin => {
    const answer = await start({}, { origin })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'unauthorized-domain' })
  })

  it('brings a redirect back to the page, and to nowhere else', async () => {
    const { event, start, follow } = googleBrowser(shop)
    const answer = await start({ event, way: 'redirect', page: '/signUp', from: '//evil.example/' })
    const { url } = (await answer.json()) as { url: string }
    const end = await follow(issuer.approve(url, somebody()), address => address.includes('/signUp'))
    expect(end).toBe(`${shop.address}/signUp?google=${event}`)
  })

  it('says so while Google does not answer, which keeps nobody from a password', async () => {
    const person = await createPerson(shop)
    const own = await startIssuer()
    own.down(true)
    const other = await startTestShop({ environment: own.environment() })
    try {
      const browser = googleBrowser(other)
      const answer = await browser.start({ event: browser.event, way: 'popup', page: '/login' })
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ code: 'google-unreachable' })
      await signUp(other, person.email)
      own.down(false)
      expect(await browser.begin()).toContain('/authorize?')
    } finally {
      await other.close()
      await own.close()
    }
  })
})

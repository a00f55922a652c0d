import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '#kernel/endpoint'
import { emailContract, passwordsContract } from '#contracts/identity'
import { type Answer, type Person, bearer, createPerson, mailedLink, request } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { codeOf } from '#test/identity/authenticator'
import type { IdentityBrowser } from '#test/identity/browser'
import { googleBrowser } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { addPasskey, passkeyStep, passkeysAt, passkeysOf, password } from '#test/identity/passkeys'
import { softwarePasskey } from '#test/identity/software-passkey'
import { changesOfWays } from './changes-of-ways.server.ts'
import { openPaths } from '../library/paths.server.ts'

let issuer: Issuer
let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  issuer = await startIssuer()
  shop = await startTestShop({ environment: issuer.environment() })
  at = passkeysAt(shop)
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})
beforeEach(() => sql`delete from rate_limit`.execute(shop.db))

const ofShop = { ...passwordsContract, ...emailContract }

/** Every call that somebody who is logged in, or has a mailed link, may make of the identity service. */
const calls = [
  ...openPaths.map(path => path.replace(' ', ' /identity')),
  ...Object.values(ofShop).map(({ method, path }) => `${method} /api${path}`),
  'GET /identity/callback/google',
].toSorted()

/** All that opens an account, so that any change of it shows. */
async function waysOf(email: string): Promise<unknown> {
  const { rows } = await sql`
    select "user"."email", "twoFactorEnabled",
      (select jsonb_agg(way order by way ->> 'id') from (
        select jsonb_build_object('id', "id", 'by', "providerId", 'account', "accountId", 'password', "password") as way
        from identity."account" where "userId" = "user"."id") ways) as accounts,
      (select jsonb_agg("id" order by "id") from identity."passkey" where "userId" = "user"."id") as passkeys,
      case when "twoFactorEnabled" then
        (select "secret" || "backupCodes" from identity."twoFactor" where "userId" = "user"."id") end as factor
    from identity."user" where "user"."id" = (select "subject" from account where "email" = ${email})`.execute(shop.db)
  return rows
}

async function noticesTo(email: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job where name = 'mail' and data ->> 'to' = ${email}
    order by created_on`.execute(shop.db)
  return rows.map(({ subject }) => subject)
}

type Here = { person: Person; own: IdentityBrowser }
type Case = {
  /** What the account has before. */
  before?: (here: Here) => Promise<unknown>
  /** The call by whoever has an open session alone. */
  unproven: (here: Here) => Promise<unknown>
  proven: (here: Here) => Promise<unknown>
  notice: RegExp
}

const setups = new WeakMap<Person, { address: string; recovery: string[] }>()

async function begin({ person, own }: Here) {
  const { body } = await own.send('POST', '/two-factor/enable', { password })
  const setup = { address: body.totpURI as string, recovery: body.backupCodes as string[] }
  setups.set(person, setup)
  return setup
}

async function turnOn(here: Here): Promise<void> {
  const { address } = await begin(here)
  expect((await here.own.send('POST', '/two-factor/verify-totp', { code: codeOf(address) })).status).toBe(200)
}

/** An account that asks for a code, entered with it, so that it has an open session here. */
const factorOf = (person: Person) => setups.get(person) ?? expect.unreachable()

const api = ({ person }: Here, call: keyof typeof ofShop, body: object) =>
  person.call(ofShop[call].method, pathOf(ofShop[call], {}), body)

const link = ({ person }: Here, purpose: 'reset' | 'confirm' | 'change-email', to?: string) =>
  mailedLink(shop, person.email, purpose, to)

const firstPasskey = async ({ person }: Here) => (await passkeysOf(person))[0].id as string
const noToken = 'x'.repeat(43)

/** Goes to Google and back in this browser, which may be logged in. */
async function throughGoogle({ person, own }: Here, isJoining: boolean): Promise<string> {
  const browser = googleBrowser(shop)
  for (const [name, value] of own.cookies) browser.cookies.push({ name, value, path: '/' })
  const answer = await browser.start({
    event: browser.event,
    way: 'popup',
    page: '/login',
    ...(isJoining && { join: true }),
  })
  const { url } = (await answer.json()) as { url: string }
  const end = await browser.follow(
    issuer.approve(url, { sub: `of ${person.email}`, email: person.email, name: 'Owner' }),
  )
  return new URL(end).searchParams.get('error') ?? ''
}

const cases: Record<string, Case> = {
  'POST /identity/passkey/verify-registration': {
    async unproven({ own }) {
      const { body } = await passkeyStep.begin(own)
      return passkeyStep.finish(
        own,
        softwarePasskey(at.origin).register({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' }, ...body }),
      )
    },
    proven: ({ own }) => addPasskey(own, softwarePasskey(at.origin)),
    notice: /passkey was added/,
  },
  'POST /identity/passkey/remove': {
    before: ({ own }) => addPasskey(own, softwarePasskey(at.origin)),
    unproven: async here => here.own.send('POST', '/passkey/remove', { id: await firstPasskey(here) }),
    async proven(here) {
      await passkeyStep.prove(here.own)
      return here.own.send('POST', '/passkey/remove', { id: await firstPasskey(here) })
    },
    notice: /passkey was removed/,
  },
  'POST /identity/two-factor/verify-totp': {
    unproven: ({ own }) => own.send('POST', '/two-factor/verify-totp', { code: '123456' }),
    proven: turnOn,
    notice: /second factor .* was turned on/,
  },
  'POST /identity/two-factor/disable': {
    before: turnOn,
    unproven: ({ own }) => own.send('POST', '/two-factor/disable', { password: 'not the one' }),
    proven: ({ own }) => own.send('POST', '/two-factor/disable', { password }),
    notice: /second factor .* was turned off/,
  },
  'POST /identity/two-factor/generate-backup-codes': {
    before: turnOn,
    unproven: ({ own }) => own.send('POST', '/two-factor/generate-backup-codes', {}),
    proven: ({ own }) => own.send('POST', '/two-factor/generate-backup-codes', { password }),
    notice: /New recovery codes/,
  },
  'POST /identity/two-factor/verify-backup-code': {
    before: turnOn,
    unproven: ({ own }) => own.send('POST', '/two-factor/verify-backup-code', { code: 'aaaaa-bbbbb' }),
    async proven({ person }) {
      const guest = await at.logInBrowser(person.email)
      return guest.send('POST', '/two-factor/verify-backup-code', { code: factorOf(person).recovery[0] })
    },
    notice: /recovery code .* was used/,
  },
  'POST /identity/google/remove': {
    before: here => throughGoogle(here, true),
    unproven: ({ own }) => own.send('POST', '/google/remove', {}),
    async proven({ own }) {
      await passkeyStep.prove(own)
      return own.send('POST', '/google/remove', {})
    },
    notice: /Google was removed/,
  },
  'GET /identity/callback/google': {
    before: turnOn,
    async unproven(here) {
      expect(await throughGoogle(here, false)).toBe('google_needs_code')
      expect(await throughGoogle(here, true)).toBe('google_needs_code')
      // The mailbox alone, in a browser that is not logged in.
      const { person } = here
      const guest = { person, own: { ...here.own, cookies: new Map<string, string>() } }
      expect(await throughGoogle(guest, false)).toBe('google_needs_code')
    },
    async proven(here) {
      expect((await passkeyStep.prove(here.own)).status).toBe(200)
      expect(await throughGoogle(here, true)).toBe('')
    },
    notice: /Google was joined/,
  },
  'POST /api/password': {
    unproven: here => api(here, 'changePassword', { current: 'not the one', password: 'another password' }),
    proven: here => api(here, 'changePassword', { current: password, password: 'another password' }),
    notice: /password .* was changed/,
  },
  'PUT /api/password': {
    unproven: here => api(here, 'resetPassword', { token: noToken, password: 'another password' }),
    proven: async here =>
      api(here, 'resetPassword', { token: await link(here, 'reset'), password: 'another password' }),
    notice: /password .* was changed/,
  },
  'PUT /api/email-confirmation/password': {
    before: ({ person }) =>
      sql`update identity."user" set "emailVerified" = false where "email" = ${person.email}`.execute(shop.db),
    unproven: here => api(here, 'confirmAnew', { token: noToken, newPassword: 'another password' }),
    proven: async here =>
      api(here, 'confirmAnew', { token: await link(here, 'confirm'), newPassword: 'another password' }),
    notice: /password .* was changed/,
  },
  'POST /api/email-confirmation': {
    unproven: here => api(here, 'confirmEmail', { token: noToken }),
    proven: async here =>
      api(here, 'confirmEmail', { token: await link(here, 'change-email', `new-${here.person.email}`) }),
    notice: /email address .* was changed/,
  },
}

async function somebody(): Promise<Here> {
  const person = await createPerson(shop)
  return { person, own: await at.logInBrowser(person.email) }
}

it('each change of a way in stands in the table of changes, and each of the table is tried here (finding 28)', () => {
  const listed = changesOfWays.map(({ call }) => call).toSorted()
  expect(Object.keys(cases).toSorted()).toEqual(listed)
  expect(calls).toEqual(expect.arrayContaining(listed))
})

describe.each(changesOfWays.map(({ call }) => call))('%s', call => {
  const { before, unproven, proven, notice } = cases[call] ?? expect.unreachable(call)

  it('changes no way in without its proof, and tells nobody (finding 28)', async () => {
    const here = await somebody()
    await before?.(here)
    const [ways, mails] = [await waysOf(here.person.email), await noticesTo(here.person.email)]
    expect(ways).toHaveLength(1)
    await unproven(here)
    expect(await waysOf(here.person.email)).toEqual(ways)
    expect(await noticesTo(here.person.email)).toEqual(mails)
  })

  it('changes it with its proof, and its owner is told by one mail (finding 28)', async () => {
    const here = await somebody()
    await before?.(here)
    const { email, accountId } = here.person
    const subject = (
      await sql<{ subject: string }>`select subject from account where id = ${accountId}`.execute(shop.db)
    ).rows[0]?.subject
    const waysNow = async () =>
      waysOf(
        (await sql<{ email: string }>`select email from account where subject = ${subject}`.execute(shop.db)).rows[0]
          ?.email ?? '',
      )
    const [ways, mails] = [await waysNow(), await noticesTo(email)]
    await proven(here)
    expect(await waysNow()).not.toEqual(ways)
    const news = (await noticesTo(email)).slice(mails.length)
    expect(news).toEqual([expect.stringMatching(notice)])
  })
})

/** What each other call takes, so that it gets as far as it can. */
const plain = { password, code: '123456', id: 'none', name: 'A name', token: noToken, email: 'somebody@example.com' }

it.each(calls.filter(call => !cases[call] && !call.endsWith('/sign-up/email')))(
  '%s changes no way into an account (finding 28)',
  async call => {
    const here = await somebody()
    await addPasskey(here.own, softwarePasskey(at.origin))
    const ways = await waysOf(here.person.email)
    const [method = '', path = ''] = call.split(' ')
    const body = method === 'GET' ? undefined : { ...plain, email: here.person.email }
    const answer: Answer = path.startsWith('/identity')
      ? await here.own.send(method, path.replace('/identity', ''), body)
      : await request(`${shop.address}${path}`, method, body, bearer(here.person.token))
    expect(answer.status).toBeLessThan(500)
    expect(await waysOf(here.person.email)).toEqual(ways)
  },
)

describe('an account that asks for a code', () => {
  it('is not entered by Google with its address alone: the mailbox does not pass the second factor (finding 27)', async () => {
    const here = await somebody()
    await turnOn(here)
    const guest = googleBrowser(shop)
    const { email } = here.person
    await guest.follow(issuer.approve(await guest.begin(), { sub: 'whoever reads the mail', email, name: 'Mallory' }))
    expect((await guest.enter()).status).toBe(401)
    expect((await here.person.call('GET', '/account/ways-in')).status).toBe(401)
  })

  it('is entered by Google once its owner has joined it by password and code (finding 27)', async () => {
    const here = await somebody()
    await turnOn(here)
    await passkeyStep.prove(here.own)
    expect(await throughGoogle(here, true)).toBe('')
    const browser = googleBrowser(shop)
    const { email } = here.person
    await browser.follow(issuer.approve(await browser.begin(), { sub: `of ${email}`, email, name: 'Owner' }))
    expect((await browser.enter()).status).toBe(200)
  })

  it('is joined by no Google account of another address (finding 27)', async () => {
    const here = await somebody()
    const other = await createPerson(shop)
    const mixed = { own: here.own, person: { ...here.person, email: other.email } }
    expect(await throughGoogle(mixed, true)).toBe('email_does_not_match')
  })

  it('is no longer entered by Google once its owner has removed it, with one proof for one change (finding 28)', async () => {
    const here = await somebody()
    await turnOn(here)
    await passkeyStep.prove(here.own)
    expect(await throughGoogle(here, true)).toBe('')
    await passkeyStep.prove(here.own)
    expect((await here.own.send('POST', '/google/remove', {})).status).toBe(200)
    expect((await here.own.send('POST', '/google/remove', {})).body.code).toBe('PASSKEY_PROOF_NEEDED')
    expect(await throughGoogle(here, false)).toBe('google_needs_code')
  })

  it('is not left by Google where nothing else opens it (finding 28)', async () => {
    const here = await somebody()
    expect(await throughGoogle(here, true)).toBe('')
    await passkeyStep.prove(here.own)
    await sql`
      delete from identity."account" where "providerId" = 'credential'
        and "userId" = (select subject from account where id = ${here.person.accountId})`.execute(shop.db)
    expect((await here.own.send('POST', '/google/remove', {})).body.code).toBe('LAST_WAY_IN')
  })
})

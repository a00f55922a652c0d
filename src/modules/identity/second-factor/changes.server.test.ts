import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeOf } from '#test/identity/authenticator'
import { bearer, createPerson, request } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestShop, startTestShop } from '#test/harness'
import { type IdentityBrowser, identityBrowser } from '#test/identity/browser'
import { mailTo } from '#test/mailbox'
import { inTurn } from '#test/races/in-turn'
import { cheapHash } from '#test/shop/password-hash'
import { password, passkeysAt } from '#test/identity/passkeys'
import { hashOfToken } from '../sessions/session-tokens.server.ts'

/** Waited for before a password is looked at. */
const looking = vi.fn<() => Promise<void>>(async () => undefined)
const passwordHash = {
  ...cheapHash,
  async verify(pair: { hash: string; password: string }) {
    await looking()
    return cheapHash.verify(pair)
  },
}

let issuer: Issuer
let shop: TestShop
beforeAll(async () => {
  issuer = await startIssuer()
  shop = await startTestShop({ environment: issuer.environment(), passwordHash })
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})

const logIn = (email: string) => passkeysAt(shop).logInBrowser(email)

async function begin(at: IdentityBrowser, typed = password): Promise<{ address: string; recovery: string[] }> {
  const { status, body } = await at.send('POST', '/two-factor/enable', { password: typed })
  expect(status).toBe(200)
  return { address: body.totpURI, recovery: body.backupCodes }
}

async function turnOn(at: IdentityBrowser): Promise<{ address: string; recovery: string[] }> {
  const setup = await begin(at)
  expect((await at.send('POST', '/two-factor/verify-totp', { code: codeOf(setup.address) })).status).toBe(200)
  return setup
}

const waysIn = async (token: string) =>
  (await request(`${shop.address}/api/account/ways-in`, 'GET', undefined, bearer(token))).body.waysIn

/** An access token of the shop for the session of this browser. */
async function enter(at: IdentityBrowser, email: string): Promise<string> {
  const { body } = await at.idToken()
  return (await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(body.token))).body.token
}

describe('[D5.03 S7.36] a second factor that is turned on', () => {
  it('ends every other session, in the identity service and in the shop, and keeps its owner here', async () => {
    const { email } = await createPerson(shop)
    const [own, other] = [await logIn(email), await logIn(email)]
    const otherToken = await enter(other, email)
    await begin(own)
    expect((await other.idToken()).status).toBe(200)
    await turnOn(own)
    expect((await other.idToken()).status).toBe(401)
    const refused = await request(`${shop.address}/api/account/data`, 'GET', undefined, bearer(otherToken))
    expect(refused.status).toBe(401)
    expect((await own.idToken()).status).toBe(200)
    expect(await waysIn(await enter(own, email))).toMatchObject({ secondFactor: { on: true, recoveryCodesLeft: 10 } })
  })

  it('is whole in one step: whoever is cut off right after it can answer the question for a code', async () => {
    const { email } = await createPerson(shop)
    const own = await logIn(email)
    const { address } = await begin(own)
    // What the library does first, and then no more of it.
    await sql`update identity."user" set "twoFactorEnabled" = true where "email" = ${email}`.execute(shop.db)
    expect((await own.idToken()).status).toBe(401)
    const guest = await logIn(email)
    expect((await guest.idToken()).status).toBe(401)
    expect((await guest.send('POST', '/two-factor/verify-totp', { code: codeOf(address) })).status).toBe(200)
    expect((await guest.idToken()).status).toBe(200)
  })

  it('leaves nobody logged in by the password alone whose password is looked at in that moment', async () => {
    const { email } = await createPerson(shop)
    const own = await logIn(email)
    const { address } = await begin(own)
    const guest = identityBrowser(shop)
    const { promise, resolve } = Promise.withResolvers<void>()
    looking.mockClear().mockImplementationOnce(() => promise)
    const loggingIn = guest.send('POST', '/sign-in/email', { email, password })
    await expect.poll(() => looking.mock.calls.length).toBe(1)
    expect((await own.send('POST', '/two-factor/verify-totp', { code: codeOf(address) })).status).toBe(200)
    resolve()
    expect((await loggingIn).body).toMatchObject({ twoFactorRedirect: true })
    expect((await guest.idToken()).status).toBe(401)
    expect((await guest.send('POST', '/two-factor/verify-totp', { code: codeOf(address, 1) })).status).toBe(200)
    expect((await guest.idToken()).status).toBe(200)
  })
})

describe('[D5.03] the changes of a second factor', () => {
  it('are told to the owner by mail', async () => {
    const { email } = await createPerson(shop)
    const own = await logIn(email)
    await turnOn(own)
    await own.send('POST', '/two-factor/generate-backup-codes', { password })
    await own.send('POST', '/two-factor/disable', { password })
    const { rows } = await sql<{ subject: string }>`
      select data ->> 'subject' as subject from pgboss.job where name = 'mail' and data ->> 'to' = ${email}
      order by created_on`.execute(shop.db)
    expect(rows.map(row => row.subject)).toEqual([
      expect.stringContaining('was turned on'),
      expect.stringContaining('New recovery codes'),
      expect.stringContaining('was turned off'),
    ])
  })

  it('are closed for a while to whoever guesses at the password, from any address and in any session', async () => {
    const { email } = await createPerson(shop)
    const own = await logIn(email)
    await turnOn(own)
    const paths = ['enable', 'disable', 'generate-backup-codes']
    for (let count = 0; count < 10; count += 1) {
      const answer = await own.send('POST', `/two-factor/${paths[count % 3]}`, { password: `guess ${count}` })
      expect(answer.body.code).toBe('INVALID_PASSWORD')
    }
    const closed = { status: 429, body: { code: 'TOO_MANY_PASSWORDS' } }
    for (const path of paths) expect(await own.send('POST', `/two-factor/${path}`, { password })).toMatchObject(closed)
    shop.passTime(15 * 60_000)
    expect((await own.send('POST', '/two-factor/disable', { password })).status).toBe(200)
  })

  it('are open to whoever mistypes now and then', async () => {
    const { email } = await createPerson(shop)
    const own = await logIn(email)
    await turnOn(own)
    for (let count = 0; count < 12; count += 1) {
      await own.send('POST', '/two-factor/generate-backup-codes', { password: 'mistyped' })
      expect((await own.send('POST', '/two-factor/generate-backup-codes', { password })).status).toBe(200)
    }
  })

  it('are counted: how many recovery codes are left is told on the account page and in the download', async () => {
    const person = await createPerson(shop)
    const { recovery } = await turnOn(await logIn(person.email))
    const guest = identityBrowser(shop)
    for (const code of recovery.slice(0, 7)) {
      await guest.send('POST', '/sign-in/email', { email: person.email, password })
      expect((await guest.send('POST', '/two-factor/verify-backup-code', { code })).status).toBe(200)
      await guest.send('POST', '/sign-out', {})
    }
    await guest.send('POST', '/sign-in/email', { email: person.email, password })
    await guest.send('POST', '/two-factor/verify-backup-code', { code: recovery[7] })
    const token = await enter(guest, person.email)
    expect((await waysIn(token)).secondFactor).toEqual({ on: true, recoveryCodesLeft: 2 })
    const data = await request(`${shop.address}/api/account/data`, 'GET', undefined, bearer(token))
    expect(data.body.waysIn.secondFactor).toEqual({ on: true, recoveryCodesLeft: 2 })
    expect(JSON.stringify(data.body)).not.toContain(recovery[9])
  })

  it('are open to whoever came by Google, once there is a password', async () => {
    const email = 'google-then-password@example.com'
    const google = googleBrowser(shop)
    const back = issuer.approve(await google.begin(), { sub: '109100', email, name: 'Owner', email_verified: true })
    expect(outcomeOf(await google.follow(back)).error).toBeNull()
    const own = identityBrowser(shop)
    for (const { name, value } of google.cookies) own.cookies.set(name, value)
    expect((await own.send('POST', '/two-factor/enable', { password })).status).toBe(400)
    await shop.identity.ensureUser({ email, password, name: 'Owner' })
    await turnOn(own)
    expect((await (await logIn(email)).idToken()).status).toBe(401)
  })
})

it('ten wrong codes after a right password are told to the owner by mail, once (finding 33)', async () => {
  const { email } = await createPerson(shop)
  await turnOn(await logIn(email))
  for (const challenge of [1, 2]) {
    const guesser = identityBrowser(shop)
    const typed = await guesser.send('POST', '/sign-in/email', { email, password })
    expect(typed.body.twoFactorRedirect).toBe(true)
    for (const nth of [1, 2, 3, 4, 5]) {
      const code = `00${challenge}00${nth}`
      expect((await guesser.send('POST', '/two-factor/verify-totp', { code })).status).toBe(401)
    }
  }
  expect((await mailTo(shop, email, /^Wrong codes/)).text).toContain('ten wrong codes')
  const again = identityBrowser(shop)
  await again.send('POST', '/sign-in/email', { email, password })
  const closed = await again.send('POST', '/two-factor/verify-totp', { code: '003001' })
  expect(closed.body.code).toBe('ACCOUNT_TEMPORARILY_LOCKED')
  const { rows } = await sql`
    select from pgboss.job where name = 'mail' and data ->> 'to' = ${email} and data ->> 'subject' like 'Wrong codes%'`.execute(
    shop.db,
  )
  expect(rows).toHaveLength(1)
})

describe('a program, which sends its session as a bearer', () => {
  const identity = (method: string, path: string, token: string, body?: object) =>
    request(`${shop.address}/identity${path}`, method, body, bearer(token))
  const logInProgram = async () => {
    const { email } = await createPerson(shop)
    const { body } = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
    return { email, token: body.token as string }
  }

  it('turns the second factor on, and goes on with the token that it is answered (finding 36)', async () => {
    const { email, token } = await logInProgram()
    const { body } = await identity('POST', '/two-factor/enable', token, { password })
    const answer = await identity('POST', '/two-factor/verify-totp', token, { code: codeOf(body.totpURI) })
    expect(answer.status).toBe(200)
    expect((await identity('GET', '/token', token)).status).toBe(401)
    const idToken = (await identity('GET', '/token', answer.body.token)).body.token
    const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(idToken))
    expect((await waysIn(entered.body.token)).secondFactor.on).toBe(true)
  })

  it('has its wrong passwords counted as a browser has (finding 36)', async () => {
    const { token } = await logInProgram()
    const tries = []
    for (let tried = 0; tried < 11; tried += 1)
      tries.push((await identity('POST', '/two-factor/enable', token, { password: 'not the password' })).body.code)
    expect(tries.slice(0, 10).every(code => code === 'INVALID_PASSWORD')).toBe(true)
    expect(tries[10]).toBe('TOO_MANY_PASSWORDS')
  })

  it('cannot log in with what the table of sessions holds (finding 36)', async () => {
    const { email, token } = await logInProgram()
    const { rows } = await sql<{ token: string }>`
      select "session"."token" from identity."session" join identity."user" on "user"."id" = "userId"
      where "user"."email" = ${email}`.execute(shop.db)
    expect(rows).toContainEqual({ token: hashOfToken(token) })
    expect(rows).not.toContainEqual({ token })
    expect((await identity('GET', '/token', hashOfToken(token))).status).toBe(401)
    expect((await identity('GET', '/token', token)).status).toBe(200)
  })

  it('is logged out at the identity service when it leaves the shop (finding 36)', async () => {
    const { email, token } = await logInProgram()
    const { body } = await identity('GET', '/token', token)
    const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(body.token))
    const left = await request(`${shop.address}/api/session`, 'DELETE', undefined, bearer(entered.body.token))
    expect(left.body).toEqual({ deletedCount: 1 })
    expect((await identity('GET', '/token', token)).status).toBe(401)
  })
})

it('an app lists the codes of an account beside the name of the shop, as its owner calls it now (finding 30)', async () => {
  const shop = await startTestShop({ environment: { SHOP_NAME: 'Padma Parts' } })
  try {
    const own = await passkeysAt(shop).logInBrowser((await createPerson(shop)).email)
    const { body } = await own.send('POST', '/two-factor/enable', { password })
    const address = new URL(body.totpURI)
    expect(address.searchParams.get('issuer')).toBe('Padma Parts')
    expect(decodeURIComponent(address.pathname)).toContain('Padma Parts:')
  } finally {
    await shop.close()
  }
})

it('a recovery code that is used twice at once opens one session, and the other is told why (finding 30)', async () => {
  const { email } = await createPerson(shop)
  const { recovery } = await turnOn(await logIn(email))
  const guests = [await logIn(email), await logIn(email)]
  const held = sql`select from identity."twoFactor" where "userId" = (
    select "id" from identity."user" where "email" = ${email}) for update`
  const answers = await inTurn(
    shop.db,
    held,
    guests.map(guest => () => guest.send('POST', '/two-factor/verify-backup-code', { code: recovery[0] })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'RECOVERY_CODE_JUST_USED',
    message: 'A recovery code was used at this very moment. Take another one.',
  })
})

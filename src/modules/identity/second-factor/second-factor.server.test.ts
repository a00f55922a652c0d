import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf } from '#test/identity/authenticator'
import { type Answer, bearer, createPerson, request, signUp } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestDatabase } from '#test/shop/databases'
import { type TestShop, createTestDatabase, startTestShop } from '#test/harness'

/** What `signUp` of the factories types. */
const password = 'a long test password'

let issuer: Issuer
let database: TestDatabase
let shop: TestShop
let opened: TestShop[]

beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  database = await createTestDatabase()
  opened = []
  shop = await open()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const one of opened) await one.close()
  await database.drop()
})

async function open(secrets?: string[]): Promise<TestShop> {
  const one = await startTestShop({ database, environment: issuer.environment(), ...(secrets && { secrets }) })
  opened.push(one)
  return one
}

/** A browser's cookies, as far as the identity service sets them. */
function browser(at = shop) {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const origin = new URL(at.address).origin
    const answer = await request(`${at.address}/identity${path}`, method, body, { cookie, origin })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    send,
    logIn: (email: string, typed = password) => send('POST', '/sign-in/email', { email, password: typed }),
    typeCode: (code: string) => send('POST', '/two-factor/verify-totp', { code }),
    typeRecovery: (code: string) => send('POST', '/two-factor/verify-backup-code', { code }),
    idToken: () => send('GET', '/token'),
  }
}
type Browser = ReturnType<typeof browser>

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** Turns the second factor on, and lets so much time pass that its first code is history. */
async function turnOn(at: Browser): Promise<{ address: string; recovery: string[] }> {
  const answer = await at.send('POST', '/two-factor/enable', { password })
  expect(answer.status).toBe(200)
  const address: string = answer.body.totpURI
  expect((await at.typeCode(codeOf(address))).status).toBe(200)
  later(120)
  return { address, recovery: answer.body.backupCodes }
}

async function protectedPerson(at = shop) {
  const person = await createPerson(at)
  const own = browser(at)
  expect((await own.logIn(person.email)).status).toBe(200)
  return { person, own, email: person.email, ...(await turnOn(own)) }
}

const rowsOf = async (table: 'twoFactor' | 'typedCode') =>
  (await sql<Record<string, string>>`select * from identity.${sql.ref(table)}`.execute(shop.db)).rows

describe('[D5.03 S7.36] an account with a second factor', () => {
  it('gets neither session nor token for a right password, and both for the code', async () => {
    const { email, address } = await protectedPerson()
    const guest = browser()
    const answer = await guest.logIn(email)
    expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } })
    expect(answer.body.token).toBeUndefined()
    expect(answer.headers.get('set-auth-token')).toBeNull()
    expect(guest.cookies.has('tappet.session_token')).toBe(false)
    expect((await guest.idToken()).status).toBe(401)

    const wrong = codeOf(address) === '123456' ? '654321' : '123456'
    expect(await guest.typeCode(wrong)).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
    expect((await guest.idToken()).status).toBe(401)

    expect((await guest.typeCode(codeOf(address))).status).toBe(200)
    const token = await guest.idToken()
    expect(token.status).toBe(200)
    const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(token.body.token))
    expect(entered.status).toBe(200)
  })

  it('is as it was while the first code is missing', async () => {
    const { email } = await createPerson(shop)
    const own = browser()
    await own.logIn(email)
    expect((await own.send('POST', '/two-factor/enable', { password: 'not the one' })).body.code).toBe(
      'INVALID_PASSWORD',
    )
    expect((await own.send('POST', '/two-factor/enable', { password })).status).toBe(200)
    expect((await browser().logIn(email)).body.token).toEqual(expect.any(String))
  })

  it('takes each code once, also from two browsers at once', async () => {
    const { email, address } = await protectedPerson()
    const [one, other] = [browser(), browser()]
    await one.logIn(email)
    await other.logIn(email)
    const code = codeOf(address)
    const answers = await Promise.all([one.typeCode(code), other.typeCode(code)])
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(answers.find(answer => answer.status === 401)?.body.code).toBe('CODE_ALREADY_USED')
    const third = browser()
    await third.logIn(email)
    expect((await third.typeCode(code)).body.code).toBe('CODE_ALREADY_USED')
    expect((await third.typeCode(codeOf(address, 1))).status).toBe(200)
  })

  it('takes each recovery code once', async () => {
    const { email, recovery } = await protectedPerson()
    expect(new Set(recovery).size).toBe(10)
    const [code = '', next = ''] = recovery
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    const guest = browser()
    await guest.logIn(email)
    expect((await guest.typeRecovery('aaaaa-aaaaa')).body.code).toBe('INVALID_BACKUP_CODE')
    expect((await guest.typeRecovery(code)).status).toBe(200)
    expect((await guest.idToken()).status).toBe(200)
    const again = browser()
    await again.logIn(email)
    expect(await again.typeRecovery(code)).toMatchObject({ status: 401, body: { code: 'INVALID_BACKUP_CODE' } })
    expect((await again.typeRecovery(next)).status).toBe(200)
  })

  it('asks for the password again after five wrong codes, and closes for a while after ten', async () => {
    const { email, address } = await protectedPerson()
    const wrong = (count: number) => String((Number(codeOf(address)) + 1000 + count) % 1_000_000).padStart(6, '0')
    for (const round of [0, 1]) {
      const guest = browser()
      await guest.logIn(email)
      for (let count = 0; count < 5; count += 1)
        expect((await guest.typeCode(wrong(round * 5 + count))).body.code).toBe('INVALID_CODE')
      expect((await guest.typeCode(codeOf(address, round))).status).toBeGreaterThanOrEqual(400)
      expect((await guest.idToken()).status).toBe(401)
    }
    const guest = browser()
    await guest.logIn(email)
    later(120)
    expect(await guest.typeCode(codeOf(address))).toMatchObject({
      status: 429,
      body: { code: 'ACCOUNT_TEMPORARILY_LOCKED' },
    })
    later(15 * 60)
    await guest.logIn(email)
    expect((await guest.typeCode(codeOf(address))).status).toBe(200)
  })

  it('trusts no browser for longer than its session, and shows its key once', async () => {
    const { email, address, own } = await protectedPerson()
    const guest = browser()
    await guest.logIn(email)
    const body = { code: codeOf(address), trustDevice: true }
    expect((await guest.send('POST', '/two-factor/verify-totp', body)).status).toBe(400)
    expect((await guest.idToken()).status).toBe(401)
    expect((await own.send('POST', '/two-factor/get-totp-uri', { password })).status).toBe(404)
  })

  it('is turned off, and gets new recovery codes, by the password alone', async () => {
    const { email, own, recovery } = await protectedPerson()
    const refused = { status: 400, body: { code: 'INVALID_PASSWORD' } }
    expect(await own.send('POST', '/two-factor/disable', { password: 'not the one' })).toMatchObject(refused)
    expect(await own.send('POST', '/two-factor/generate-backup-codes', { password: 'not the one' })).toMatchObject(
      refused,
    )
    expect((await browser().logIn(email)).body.twoFactorRedirect).toBe(true)

    const renewed = await own.send('POST', '/two-factor/generate-backup-codes', { password })
    expect(renewed.body.backupCodes).toHaveLength(10)
    const guest = browser()
    await guest.logIn(email)
    expect((await guest.typeRecovery(recovery[0] ?? '')).status).toBe(401)
    expect((await guest.typeRecovery(renewed.body.backupCodes[0])).status).toBe(200)

    expect((await own.send('POST', '/two-factor/disable', { password })).status).toBe(200)
    expect((await own.idToken()).status).toBe(200)
    expect(await rowsOf('twoFactor')).toEqual([])
    expect((await browser().logIn(email)).body.token).toEqual(expect.any(String))
  })

  it('is let in without a code from Google, which it had joined before: Google’s sign-in is one of its own', async () => {
    const { email, person } = await protectedPerson()
    const sub = `10${person.accountId}`
    await sql`
      insert into identity.account (id, "userId", "providerId", "accountId", "createdAt", "updatedAt")
      select gen_random_uuid()::text, id, 'google', ${sub}, now(), now() from identity."user" where email = ${email}`.execute(
      shop.db,
    )
    const google = googleBrowser(shop)
    const back = issuer.approve(await google.begin(), { sub, email, name: 'Test Person' })
    expect(outcomeOf(await google.follow(back)).error).toBeNull()
    expect(await google.enter()).toMatchObject({ status: 200, body: { account: { email } } })
    expect((await browser().logIn(email)).body.twoFactorRedirect).toBe(true)
  })
})

describe('what is kept of a second factor', () => {
  it('goes with the account', async () => {
    const { email, own } = await protectedPerson()
    expect(await rowsOf('typedCode')).toHaveLength(1)
    // Turning it on has ended every session but the one that did it.
    const { body } = await own.idToken()
    const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(body.token))
    const gone = await request(`${shop.address}/api/account`, 'DELETE', { email }, bearer(entered.body.token))
    expect(gone.status).toBeLessThan(300)
    await vi.waitFor(async () => expect(await rowsOf('twoFactor')).toEqual([]))
    expect(await rowsOf('typedCode')).toEqual([])
  })

  it('does not keep the owner of a mailbox out whom a stranger’s account was given to', async () => {
    const boss = { email: 'boss@example.com', password: 'the operator’s password', name: 'Shop Owner' }
    await signUp(shop, boss.email)
    const stranger = browser()
    await stranger.logIn(boss.email)
    const { address } = await turnOn(stranger)
    const waiting = browser()
    await waiting.logIn(boss.email)
    await shop.identity.ensureUser(boss)
    expect((await waiting.typeCode(codeOf(address))).status).toBeGreaterThanOrEqual(400)
    expect((await waiting.idToken()).status).toBe(401)
    expect((await browser().logIn(boss.email, boss.password)).body.token).toEqual(expect.any(String))
  })

  it('[D3.05] is encrypted, and moves to a new SECRET at the next start', async () => {
    const [old, next] = ['an-old-secret-that-is-long-enough-to-sign', 'a-new-secret-that-is-long-enough-to-sign']
    const { email, address, recovery } = await protectedPerson(await open([old]))
    const [row] = await rowsOf('twoFactor')
    expect(row?.['secret']).toMatch(/^\$ba\$\d+\$/)
    expect(row?.['backupCodes']).not.toContain(recovery[0])
    await open([next, old])
    const guest = browser(await open([next]))
    await guest.logIn(email)
    expect((await guest.typeCode(codeOf(address))).status).toBe(200)
    const again = browser(opened.at(-1))
    await again.logIn(email)
    expect((await again.typeRecovery(recovery[0] ?? '')).status).toBe(200)
  })
})

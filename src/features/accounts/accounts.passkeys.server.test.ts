import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Person, bearer, createPerson, eventually, request, signUp } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/google'
import { type Issuer, startIssuer } from '#test/google-issuer'
import { type TestShop, startTestShop } from '#test/harness'
import { type IdentityBrowser, identityBrowser } from '#test/identity-browser'
import { type SoftwarePasskey, softwarePasskey } from '#test/software-passkey'

/** What the factories type. */
const password = 'a long test password'

let issuer: Issuer
let shop: TestShop
let origin: string
beforeAll(async () => {
  issuer = await startIssuer()
  shop = await startTestShop({ environment: issuer.environment() })
  const { port } = new URL(shop.address)
  origin = `http://localhost:${port}`
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})
beforeEach(() => sql`delete from attempt`.execute(shop.db))

const wayTo = {
  prove: (at: IdentityBrowser, typed: string | undefined = password) =>
    at.send('POST', '/passkey/prove', typed === undefined ? {} : { password: typed }),
  begin: (at: IdentityBrowser) => at.send('GET', '/passkey/generate-register-options'),
  finish: (at: IdentityBrowser, response: object, more: object = {}) =>
    at.send('POST', '/passkey/verify-registration', { response, name: 'Workshop tablet', ...more }),
  ask: (at: IdentityBrowser) => at.send('GET', '/passkey/generate-authenticate-options'),
  answer: (at: IdentityBrowser, response: object) => at.send('POST', '/passkey/verify-authentication', { response }),
}

async function add(at: IdentityBrowser, key: SoftwarePasskey): Promise<Answer> {
  expect((await wayTo.prove(at)).status).toBe(200)
  const { body: options } = await wayTo.begin(at)
  return wayTo.finish(at, key.register(options))
}

async function logInWith(key: SoftwarePasskey, bent: Parameters<SoftwarePasskey['answer']>[1] = {}) {
  const at = identityBrowser(shop)
  const { body: options } = await wayTo.ask(at)
  return { at, answer: await wayTo.answer(at, key.answer(options, bent)) }
}

async function logInBrowser(email: string): Promise<IdentityBrowser> {
  const at = identityBrowser(shop)
  expect((await at.send('POST', '/sign-in/email', { email, password })).status).toBe(200)
  return at
}

/** A person whose account a passkey opens. */
async function personWithPasskey() {
  const person = await createPerson(shop)
  const own = await logInBrowser(person.email)
  const key = softwarePasskey(origin)
  expect((await add(own, key)).status).toBe(200)
  return { person, own, key }
}

const passkeysOf = async (person: Person) => (await person.call('GET', '/account/ways-in')).body.waysIn.passkeys

async function mailTo(email: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job where name = 'mail' and data ->> 'to' = ${email}
    order by created_on`.execute(shop.db)
  return rows.map(row => row.subject)
}

describe('a passkey', () => {
  it('opens its owner’s account, without a password and without a code', async () => {
    const { person, key } = await personWithPasskey()
    const { at, answer } = await logInWith(key)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    const token = await at.idToken()
    const entered = await request(
      `${shop.address}/api/user/${person.email}`,
      'PUT',
      { email: person.email },
      bearer(token.body.token),
    )
    expect(entered.body.account).toMatchObject({ email: person.email })
    expect(await passkeysOf(person)).toEqual([
      {
        id: expect.any(String),
        name: 'Workshop tablet',
        addedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        synced: false,
        keeper: null,
      },
    ])
  })

  it('is asked to check who holds it, and to be found without a name', async () => {
    const { own, key } = await personWithPasskey()
    await wayTo.prove(own)
    const { body: made } = await wayTo.begin(own)
    expect(made).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
    for (const at of [own, identityBrowser(shop)]) {
      const { body: asked } = await wayTo.ask(at)
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      expect(asked.allowCredentials).toBeUndefined()
    }
  })

  it('is told to its owner by mail, when it is added and when it is removed', async () => {
    const { person, own } = await personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    expect((await own.send('POST', '/passkey/rename', { id, name: '  Front desk  ' })).status).toBe(200)
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Front desk' }])
    expect((await own.send('POST', '/passkey/rename', { id, name: 'x'.repeat(61) })).status).toBe(400)
    expect((await own.send('POST', '/passkey/remove', { id })).status).toBe(200)
    expect((await own.send('POST', '/passkey/remove', { id })).status).toBe(200)
    expect(await mailTo(person.email)).toEqual([
      expect.stringContaining('A passkey was added to your account'),
      expect.stringContaining('A passkey was removed from your account'),
    ])
  })

  it('may belong to an account whose address nobody has confirmed', async () => {
    const person = await signUp(shop, 'unconfirmed-passkey@example.com')
    const key = softwarePasskey(origin)
    expect((await add(await logInBrowser(person.email), key)).status).toBe(200)
    expect((await logInWith(key)).answer.status).toBe(200)
  })
})

describe('no session is opened by', () => {
  const refused = async (key: SoftwarePasskey, bent: Parameters<SoftwarePasskey['answer']>[1], code: string) => {
    const { at, answer } = await logInWith(key, bent)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.code).toBe(code)
    expect((await at.idToken()).status).toBe(401)
  }

  it('an answer that was given to a page of another origin', async () => {
    const { key } = await personWithPasskey()
    for (const foreign of ['https://evil.example', shop.address, `${origin}.evil.example`, 'http://localhost'])
      await refused(key, { origin: foreign }, 'AUTHENTICATION_FAILED')
    expect((await logInWith(key)).answer.status).toBe(200)
  })

  it('an answer that was given to another host', async () => {
    const { key } = await personWithPasskey()
    await refused(key, { host: 'evil.example' }, 'AUTHENTICATION_FAILED')
  })

  it('a device that did not check who holds it', async () => {
    const { key } = await personWithPasskey()
    await refused(key, { verified: false }, 'PASSKEY_UNVERIFIED')
  })

  it('an answer that is sent a second time, in the same browser or another', async () => {
    const { key } = await personWithPasskey()
    const at = identityBrowser(shop)
    const { body: options } = await wayTo.ask(at)
    const response = key.answer(options)
    const kept = new Map(at.cookies)
    expect((await wayTo.answer(at, response)).status).toBe(200)
    const again = identityBrowser(shop)
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect((await wayTo.answer(again, response)).body.code).toBe('CHALLENGE_NOT_FOUND')
    const fresh = identityBrowser(shop)
    await wayTo.ask(fresh)
    expect((await wayTo.answer(fresh, response)).body.code).toBe('AUTHENTICATION_FAILED')
    expect((await again.idToken()).status).toBe(401)
    expect((await fresh.idToken()).status).toBe(401)
  })

  it('a question that was answered wrongly before', async () => {
    const { key } = await personWithPasskey()
    const at = identityBrowser(shop)
    const { body: options } = await wayTo.ask(at)
    expect((await wayTo.answer(at, key.answer(options, { verified: false }))).body.code).toBe('PASSKEY_UNVERIFIED')
    expect((await wayTo.answer(at, key.answer(options))).body.code).toBe('CHALLENGE_NOT_FOUND')
  })

  it('one answer that is sent many times at once, more than once', async () => {
    const { key } = await personWithPasskey()
    const at = identityBrowser(shop)
    const { body: options } = await wayTo.ask(at)
    const response = key.answer(options)
    const answers = await Promise.all(Array.from({ length: 6 }, () => wayTo.answer(at, response)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  it('a question for a new passkey that was answered as one for a login', async () => {
    const { own, key } = await personWithPasskey()
    await wayTo.prove(own)
    const { body: options } = await wayTo.begin(own)
    const response = key.answer({ challenge: options.challenge, rpId: 'localhost' })
    expect((await wayTo.answer(own, response)).body.code).toBe('CHALLENGE_NOT_FOUND')
  })

  it('another key under the name of a passkey', async () => {
    const { key } = await personWithPasskey()
    await refused(softwarePasskey(origin, Buffer.from(key.id, 'base64url')), {}, 'AUTHENTICATION_FAILED')
  })

  it('a copy of the device, once the device itself was used', async () => {
    const { key } = await personWithPasskey()
    for (const round of [1, 2, 3]) expect((await logInWith(key)).answer.status, `${round}`).toBe(200)
    key.turnBackTo(1)
    await refused(key, {}, 'AUTHENTICATION_FAILED')
    key.turnBackTo(2)
    await refused(key, {}, 'AUTHENTICATION_FAILED')
    expect((await logInWith(key)).answer.status).toBe(200)
  })

  it('a passkey that was removed, and says so', async () => {
    const { person, own, key } = await personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    await own.send('POST', '/passkey/remove', { id })
    await refused(key, {}, 'PASSKEY_NOT_FOUND')
  })

  it('a passkey of an account that was deleted', async () => {
    const { person, key } = await personWithPasskey()
    expect((await person.call('DELETE', '/account', { email: person.email })).status).toBe(200)
    await eventually(
      async () => (await logInWith(key)).answer.body.code,
      code => code === 'PASSKEY_NOT_FOUND',
    )
    const { rows } = await sql`select from identity.passkey where "credentialID" = ${key.id}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

describe('no passkey is added by', () => {
  it('somebody who only found an open session', async () => {
    const { email } = await createPerson(shop)
    const thief = await logInBrowser(email)
    expect(await wayTo.begin(thief)).toMatchObject({ status: 403, body: { code: 'PASSKEY_PROOF_NEEDED' } })
    expect((await wayTo.prove(thief, 'not the one')).body.code).toBe('INVALID_PASSWORD')
    expect((await thief.send('POST', '/passkey/prove', {})).body.code).toBe('INVALID_PASSWORD')
    expect((await wayTo.begin(thief)).body.code).toBe('PASSKEY_PROOF_NEEDED')
    expect((await wayTo.begin(identityBrowser(shop))).status).toBe(401)
  })

  it('the proof of another session of the same account', async () => {
    const { email } = await createPerson(shop)
    expect((await wayTo.prove(await logInBrowser(email))).status).toBe(200)
    expect((await wayTo.begin(await logInBrowser(email))).body.code).toBe('PASSKEY_PROOF_NEEDED')
  })

  it('a proof that was used, or is over', async () => {
    const { own } = await personWithPasskey()
    expect((await wayTo.begin(own)).body.code).toBe('PASSKEY_PROOF_NEEDED')
    await wayTo.prove(own)
    const { body: options } = await wayTo.begin(own)
    await sql`update identity."passkeyProof" set "expiresAt" = now()`.execute(shop.db)
    const late = await wayTo.finish(own, softwarePasskey(origin).register(options))
    expect(late.body.code).toBe('PASSKEY_PROOF_NEEDED')
  })

  it('one answer twice, also at once', async () => {
    const { email } = await createPerson(shop)
    const own = await logInBrowser(email)
    await wayTo.prove(own)
    const { body: options } = await wayTo.begin(own)
    const response = softwarePasskey(origin).register(options)
    const answers = await Promise.all([1, 2, 3].map(() => wayTo.finish(own, response)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  it('one proof twice, with two devices at once', async () => {
    const person = await createPerson(shop)
    const own = await logInBrowser(person.email)
    await wayTo.prove(own)
    const answers = await Promise.all(
      [1, 2].map(async () => {
        const one = identityBrowser(shop)
        for (const [name, value] of own.cookies) one.cookies.set(name, value)
        const { body: options } = await wayTo.begin(one)
        return wayTo.finish(one, softwarePasskey(origin).register(options))
      }),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('a page of another origin, a device that checks nobody, or a name that is none', async () => {
    const person = await createPerson(shop)
    const own = await logInBrowser(person.email)
    await wayTo.prove(own)
    const tries: [string, Parameters<SoftwarePasskey['register']>[1], object][] = [
      ['FAILED_TO_VERIFY_REGISTRATION', { origin: 'https://evil.example' }, {}],
      ['FAILED_TO_VERIFY_REGISTRATION', { host: 'evil.example' }, {}],
      ['FAILED_TO_VERIFY_REGISTRATION', { challenge: 'YW5vdGhlcg' }, {}],
      ['PASSKEY_UNVERIFIED', { verified: false }, {}],
      ['VALIDATION_ERROR', {}, { name: ' ' }],
      ['VALIDATION_ERROR', {}, { name: 'x'.repeat(61) }],
      ['VALIDATION_ERROR', {}, { createSession: true }],
    ]
    for (const [code, bent, more] of tries) {
      const { body: options } = await wayTo.begin(own)
      const answer = await wayTo.finish(own, softwarePasskey(origin).register(options, bent), more)
      expect([answer.status >= 400, answer.body.code]).toEqual([true, code])
    }
    expect(await passkeysOf(person)).toEqual([])
  })

  it('somebody who gives it the name of another account’s passkey', async () => {
    const victim = await personWithPasskey()
    const { email } = await createPerson(shop)
    const thief = await logInBrowser(email)
    const twin = softwarePasskey(origin, Buffer.from(victim.key.id, 'base64url'))
    expect((await add(thief, twin)).body.code).toBe('PASSKEY_TAKEN')
    const { answer } = await logInWith(victim.key)
    expect(answer.body.user.email).toBe(victim.person.email)
  })

  it('the answer of another account’s device, or a question that another account was asked', async () => {
    const [one, other] = [await createPerson(shop), await createPerson(shop)]
    const [mine, theirs] = [await logInBrowser(one.email), await logInBrowser(other.email)]
    await wayTo.prove(mine)
    await wayTo.prove(theirs)
    const { body: options } = await wayTo.begin(theirs)
    mine.cookies.set('tappet.passkey_challenge', theirs.cookies.get('tappet.passkey_challenge') ?? '')
    const answer = await wayTo.finish(mine, softwarePasskey(origin).register(options))
    expect(answer.status).toBe(401)
    expect([await passkeysOf(one), await passkeysOf(other)]).toEqual([[], []])
  })

  it('somebody who has enough of them', async () => {
    const { person, own } = await personWithPasskey()
    await sql`alter table identity.passkey disable trigger passkey_needs_proof`.execute(shop.db)
    await sql`
      insert into identity.passkey ("id", "userId", "credentialID", "publicKey", "counter", "deviceType", "backedUp")
      select 'more-' || n, "userId", 'more-' || n, "publicKey", 0, "deviceType", false
      from identity.passkey, generate_series(1, 19) n where "credentialID" = (
        select "credentialID" from identity.passkey join public.account on account.subject = "userId"
        where account.email = ${person.email})`.execute(shop.db)
    await sql`alter table identity.passkey enable trigger passkey_needs_proof`.execute(shop.db)
    await wayTo.prove(own)
    expect((await wayTo.begin(own)).body.code).toBe('TOO_MANY_PASSKEYS')
  })

  it('who guesses at the password of an open session', async () => {
    const { email } = await createPerson(shop)
    const thief = await logInBrowser(email)
    for (let count = 0; count < 10; count += 1)
      expect((await wayTo.prove(thief, `guess ${count}`)).body.code).toBe('INVALID_PASSWORD')
    expect(await wayTo.prove(thief)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_PASSWORDS' } })
    expect((await thief.send('POST', '/two-factor/enable', { password })).status).toBe(429)
  })
})

describe('the passkeys of one account', () => {
  it('are out of another one’s reach', async () => {
    const { person, key } = await personWithPasskey()
    const stranger = await logInBrowser((await createPerson(shop)).email)
    const [{ id }] = await passkeysOf(person)
    expect((await stranger.send('POST', '/passkey/rename', { id, name: 'Mine now' })).status).toBe(404)
    await stranger.send('POST', '/passkey/remove', { id })
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Workshop tablet' }])
    expect((await logInWith(key)).answer.status).toBe(200)
    const anybody = identityBrowser(shop)
    for (const path of ['/passkey/rename', '/passkey/remove', '/passkey/prove'])
      expect((await anybody.send('POST', path, { id, name: 'Mine now', password })).status, path).toBe(401)
  })

  it('have no other paths than the shop’s own', async () => {
    const { person, own } = await personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    expect((await own.send('GET', '/passkey/list-user-passkeys')).status).toBe(404)
    expect((await own.send('POST', '/passkey/delete-passkey', { id })).status).toBe(404)
    expect((await own.send('POST', '/passkey/update-passkey', { id, name: 'Other' })).status).toBe(404)
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('are in the download of one’s data, without their keys', async () => {
    const { person, key } = await personWithPasskey()
    const { body } = await person.call('GET', '/account/data')
    expect(body.waysIn).toMatchObject({
      password: true,
      google: false,
      secondFactor: { on: false, recoveryCodesLeft: null },
      passkeys: [{ name: 'Workshop tablet', synced: false }],
    })
    expect(JSON.stringify(body)).not.toContain(key.id)
  })
})

describe('whoever takes a mailbox over', () => {
  it('finds no passkey of the stranger who typed its address first', async () => {
    const email = 'taken-by-passkey@example.com'
    await signUp(shop, email)
    const key = softwarePasskey(origin)
    expect((await add(await logInBrowser(email), key)).status).toBe(200)
    const google = googleBrowser(shop)
    const back = issuer.approve(await google.begin(), { sub: '109001', email, name: 'The Owner', email_verified: true })
    expect(outcomeOf(await google.follow(back)).error).toBeNull()
    expect((await logInWith(key)).answer.body.code).toBe('PASSKEY_NOT_FOUND')
  })

  it('is not followed by a passkey that was just being added, or just being used', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const email = `race-${round}@example.com`
      await signUp(shop, email)
      const stranger = await logInBrowser(email)
      const [used, added] = [softwarePasskey(origin), softwarePasskey(origin)]
      expect((await add(stranger, used)).status).toBe(200)
      await wayTo.prove(stranger)
      const { body: options } = await wayTo.begin(stranger)
      const guest = identityBrowser(shop)
      const { body: asked } = await wayTo.ask(guest)
      await Promise.all([
        shop.identity.ensureUser({ email, password: 'the owner’s own password', name: 'The Owner' }),
        wayTo.finish(stranger, added.register(options)),
        wayTo.answer(guest, used.answer(asked)),
      ])
      const { rows } = await sql`
        select from identity.passkey join identity."user" on "user"."id" = "userId" where "email" = ${email}`.execute(
        shop.db,
      )
      expect(rows).toEqual([])
      expect((await guest.idToken()).status).toBe(401)
      expect((await stranger.idToken()).status).toBe(401)
    }
  })
})

describe('an account without a password', () => {
  it('adds a passkey soon after a login at Google, and not later', async () => {
    const email = 'google-only@example.com'
    const google = googleBrowser(shop)
    const back = issuer.approve(await google.begin(), {
      sub: '109002',
      email,
      name: 'Google Only',
      email_verified: true,
    })
    expect(outcomeOf(await google.follow(back)).error).toBeNull()
    const own = identityBrowser(shop)
    for (const { name, value } of google.cookies) own.cookies.set(name, value)
    const { body: entered } = await google.enter()
    await sql`update identity."session" set "createdAt" = now() - interval '11 minutes'`.execute(shop.db)
    expect((await own.send('POST', '/passkey/prove', {})).body.code).toBe('SESSION_NOT_FRESH')
    await sql`update identity."session" set "createdAt" = now() - interval '9 minutes'`.execute(shop.db)
    expect((await own.send('POST', '/passkey/prove', {})).status).toBe(200)
    const { body: options } = await wayTo.begin(own)
    const key = softwarePasskey(origin)
    expect((await wayTo.finish(own, key.register(options))).status).toBe(200)
    expect((await logInWith(key)).answer.status).toBe(200)
    const waysIn = await request(`${shop.address}/api/account/ways-in`, 'GET', undefined, bearer(entered.token))
    expect(waysIn.body.waysIn).toMatchObject({ password: false, google: true })
  })
})

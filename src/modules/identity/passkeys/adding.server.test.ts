import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, createPerson, request, signUp } from '#test/factories'
import { googleBrowser, outcomeOf } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { type TestShop, startTestShop } from '#test/harness'
import { identityBrowser } from '#test/identity/browser'
import { addPasskey, password, passkeyStep, passkeysAt, passkeysOf } from '#test/identity/passkeys'
import { type SoftwarePasskey, softwarePasskey } from '#test/identity/software-passkey'

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

describe('no passkey is added by', () => {
  it('somebody who only found an open session', async () => {
    const { email } = await createPerson(shop)
    const thief = await at.logInBrowser(email)
    expect(await passkeyStep.begin(thief)).toMatchObject({ status: 403, body: { code: 'PASSKEY_PROOF_NEEDED' } })
    expect((await passkeyStep.prove(thief, 'not the one')).body.code).toBe('INVALID_PASSWORD')
    expect((await thief.send('POST', '/passkey/prove', {})).body.code).toBe('INVALID_PASSWORD')
    expect((await passkeyStep.begin(thief)).body.code).toBe('PASSKEY_PROOF_NEEDED')
    expect((await passkeyStep.begin(identityBrowser(shop))).status).toBe(401)
  })

  it('the proof of another session of the same account', async () => {
    const { email } = await createPerson(shop)
    expect((await passkeyStep.prove(await at.logInBrowser(email))).status).toBe(200)
    expect((await passkeyStep.begin(await at.logInBrowser(email))).body.code).toBe('PASSKEY_PROOF_NEEDED')
  })

  it('a proof that was used, or is over', async () => {
    const { own } = await at.personWithPasskey()
    expect((await passkeyStep.begin(own)).body.code).toBe('PASSKEY_PROOF_NEEDED')
    await passkeyStep.prove(own)
    const { body: options } = await passkeyStep.begin(own)
    await sql`update identity."passkeyProof" set "expiresAt" = now()`.execute(shop.db)
    const late = await passkeyStep.finish(own, softwarePasskey(at.origin).register(options))
    expect(late.body.code).toBe('PASSKEY_PROOF_NEEDED')
  })

  it('one answer twice, also at once', async () => {
    const { email } = await createPerson(shop)
    const own = await at.logInBrowser(email)
    await passkeyStep.prove(own)
    const { body: options } = await passkeyStep.begin(own)
    const response = softwarePasskey(at.origin).register(options)
    const answers = await Promise.all([1, 2, 3].map(() => passkeyStep.finish(own, response)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  it('a forged answer, which is no fault of the shop (finding 32)', async () => {
    const { email } = await createPerson(shop)
    const own = await at.logInBrowser(email)
    const forge = (response: ReturnType<SoftwarePasskey['register']>) => [
      { ...response, response: { ...response.response, clientDataJSON: 'e30' } },
      { ...response, response: { ...response.response, attestationObject: 'AAAA' } },
      { ...response, response: {} },
      { ...response, id: 'another' },
      { id: 'x' },
      {},
    ]
    for (const at_ of [0, 1, 2, 3, 4, 5]) {
      await passkeyStep.prove(own)
      const { body: options } = await passkeyStep.begin(own)
      const forged = forge(softwarePasskey(at.origin).register(options))[at_]
      const answer = await passkeyStep.finish(own, forged as never)
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/\.$/) } })
    }
  })

  it('one proof twice, with two devices at once', async () => {
    const person = await createPerson(shop)
    const own = await at.logInBrowser(person.email)
    await passkeyStep.prove(own)
    const answers = await Promise.all(
      [1, 2].map(async () => {
        const one = identityBrowser(shop)
        for (const [name, value] of own.cookies) one.cookies.set(name, value)
        const { body: options } = await passkeyStep.begin(one)
        return passkeyStep.finish(one, softwarePasskey(at.origin).register(options))
      }),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('a page of another origin, a device that checks nobody, or a name that is none', async () => {
    const person = await createPerson(shop)
    const own = await at.logInBrowser(person.email)
    await passkeyStep.prove(own)
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
      const { body: options } = await passkeyStep.begin(own)
      const answer = await passkeyStep.finish(own, softwarePasskey(at.origin).register(options, bent), more)
      expect([answer.status >= 400, answer.body.code]).toEqual([true, code])
    }
    expect(await passkeysOf(person)).toEqual([])
  })

  it('somebody who gives it the name of another account’s passkey', async () => {
    const victim = await at.personWithPasskey()
    const { email } = await createPerson(shop)
    const thief = await at.logInBrowser(email)
    const twin = softwarePasskey(at.origin, Buffer.from(victim.key.id, 'base64url'))
    expect((await addPasskey(thief, twin)).body.code).toBe('PASSKEY_TAKEN')
    const { answer } = await at.logInWith(victim.key)
    expect(answer.body.user.email).toBe(victim.person.email)
  })

  it('the answer of another account’s device, or a question that another account was asked', async () => {
    const [one, other] = [await createPerson(shop), await createPerson(shop)]
    const [mine, theirs] = [await at.logInBrowser(one.email), await at.logInBrowser(other.email)]
    await passkeyStep.prove(mine)
    await passkeyStep.prove(theirs)
    const { body: options } = await passkeyStep.begin(theirs)
    mine.cookies.set('tappet.passkey_challenge', theirs.cookies.get('tappet.passkey_challenge') ?? '')
    const answer = await passkeyStep.finish(mine, softwarePasskey(at.origin).register(options))
    expect(answer.status).toBe(401)
    expect([await passkeysOf(one), await passkeysOf(other)]).toEqual([[], []])
  })

  it('somebody who has enough of them', async () => {
    const { person, own } = await at.personWithPasskey()
    await sql`alter table identity.passkey disable trigger passkey_needs_proof`.execute(shop.db)
    await sql`
      insert into identity.passkey ("id", "userId", "credentialID", "publicKey", "counter", "deviceType", "backedUp")
      select 'more-' || n, "userId", 'more-' || n, "publicKey", 0, "deviceType", false
      from identity.passkey, generate_series(1, 19) n where "credentialID" = (
        select "credentialID" from identity.passkey join public.account on account.subject = "userId"
        where account.email = ${person.email})`.execute(shop.db)
    await sql`alter table identity.passkey enable trigger passkey_needs_proof`.execute(shop.db)
    await passkeyStep.prove(own)
    expect((await passkeyStep.begin(own)).body.code).toBe('TOO_MANY_PASSKEYS')
  })

  it('who guesses at the password of an open session', async () => {
    const { email } = await createPerson(shop)
    const thief = await at.logInBrowser(email)
    for (let count = 0; count < 10; count += 1)
      expect((await passkeyStep.prove(thief, `guess ${count}`)).body.code).toBe('INVALID_PASSWORD')
    expect(await passkeyStep.prove(thief)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_PASSWORDS' } })
    expect((await thief.send('POST', '/two-factor/enable', { password })).status).toBe(429)
  })
})

describe('whoever takes a mailbox over', () => {
  it('finds no passkey of the stranger who typed its address first', async () => {
    const email = 'taken-by-passkey@example.com'
    await signUp(shop, email)
    const key = softwarePasskey(at.origin)
    expect((await addPasskey(await at.logInBrowser(email), key)).status).toBe(200)
    const google = googleBrowser(shop)
    const back = issuer.approve(await google.begin(), { sub: '109001', email, name: 'The Owner', email_verified: true })
    expect(outcomeOf(await google.follow(back)).error).toBeNull()
    expect((await at.logInWith(key)).answer.body.code).toBe('PASSKEY_NOT_FOUND')
  })

  it('is not followed by a passkey that was just being added, or just being used', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const email = `race-${round}@example.com`
      await signUp(shop, email)
      const stranger = await at.logInBrowser(email)
      const [used, added] = [softwarePasskey(at.origin), softwarePasskey(at.origin)]
      expect((await addPasskey(stranger, used)).status).toBe(200)
      await passkeyStep.prove(stranger)
      const { body: options } = await passkeyStep.begin(stranger)
      const guest = identityBrowser(shop)
      const { body: question } = await passkeyStep.ask(guest)
      await Promise.all([
        shop.identity.ensureUser({ email, password: 'the owner’s own password', name: 'The Owner' }),
        passkeyStep.finish(stranger, added.register(options)),
        passkeyStep.answer(guest, used.answer(question)),
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

it('whoever types the password adds a passkey in a session of last week as in a new one', async () => {
  const { email } = await createPerson(shop)
  const own = await at.logInBrowser(email)
  await sql`update identity."session" set "createdAt" = now() - interval '7 days'`.execute(shop.db)
  expect((await addPasskey(own, softwarePasskey(at.origin))).status).toBe(200)
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
    const { body: options } = await passkeyStep.begin(own)
    const key = softwarePasskey(at.origin)
    expect((await passkeyStep.finish(own, key.register(options))).status).toBe(200)
    expect((await at.logInWith(key)).answer.status).toBe(200)
    const waysIn = await request(`${shop.address}/api/account/ways-in`, 'GET', undefined, bearer(entered.token))
    expect(waysIn.body.waysIn).toMatchObject({ password: false, google: true })
  })
})

it('a device names one account by one handle, however many passkeys it has (finding 30)', async () => {
  const { own } = await at.personWithPasskey()
  const handles: string[] = []
  for (let time = 0; time < 2; time += 1) {
    await passkeyStep.prove(own)
    handles.push((await passkeyStep.begin(own)).body.user.id)
  }
  const other = await at.logInBrowser((await createPerson(shop)).email)
  await passkeyStep.prove(other)
  const { body } = await passkeyStep.begin(other)
  expect(new Set(handles).size).toBe(1)
  expect(handles).not.toContain(body.user.id)
  expect(Buffer.from(body.user.id, 'base64url')).toHaveLength(32)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, createPerson, request, signUp } from '#test/factories'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { identityBrowser } from '#test/identity/browser'
import { addPasskey, password, passkeyStep, passkeysAt, passkeysOf } from '#test/identity/passkeys'
import { type SoftwarePasskey, softwarePasskey } from '#test/identity/software-passkey'

let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  shop = await startTestShop()
  at = passkeysAt(shop)
})
afterAll(() => shop.close())

async function mailTo(email: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job where name = 'mail' and data ->> 'to' = ${email}
    order by created_on`.execute(shop.db)
  return rows.map(row => row.subject)
}

describe('a passkey', () => {
  it('opens its owner’s account, without a password and without a code', async () => {
    const { person, key } = await at.personWithPasskey()
    const { at: guest, answer } = await at.logInWith(key)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    const token = await guest.idToken()
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
    const { own, key } = await at.personWithPasskey()
    await passkeyStep.prove(own)
    const { body: made } = await passkeyStep.begin(own)
    expect(made).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
    for (const guest of [own, identityBrowser(shop)]) {
      const { body: options } = await passkeyStep.ask(guest)
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      expect(options.allowCredentials).toBeUndefined()
    }
  })

  it('is told to its owner by mail, when it is added and when it is removed', async () => {
    const { person, own } = await at.personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    expect((await own.send('POST', '/passkey/rename', { id, name: '  Front desk  ' })).status).toBe(200)
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Front desk' }])
    expect((await own.send('POST', '/passkey/rename', { id, name: 'x'.repeat(61) })).status).toBe(400)
    for (let press = 0; press < 2; press += 1) {
      await passkeyStep.prove(own)
      expect((await own.send('POST', '/passkey/remove', { id })).status).toBe(200)
    }
    expect(await mailTo(person.email)).toEqual([
      expect.stringContaining('A passkey was added to your account'),
      expect.stringContaining('A passkey was removed from your account'),
    ])
  })

  it('may belong to an account whose address nobody has confirmed', async () => {
    const person = await signUp(shop, 'unconfirmed-passkey@example.com')
    const key = softwarePasskey(at.origin)
    expect((await addPasskey(await at.logInBrowser(person.email), key)).status).toBe(200)
    expect((await at.logInWith(key)).answer.status).toBe(200)
  })
})

it('the questions that nobody answered are not kept', async () => {
  await passkeyStep.ask(identityBrowser(shop))
  await sql`update identity.verification set "expiresAt" = now() - interval '1 second'`.execute(shop.db)
  await passkeyStep.ask(identityBrowser(shop))
  const { rows } = await sql`select from identity.verification`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

describe('no session is opened by', () => {
  /** What the answer to a try says, once it is clear that it opened nothing. */
  const refusalOf = async (key: SoftwarePasskey, bent: Parameters<SoftwarePasskey['answer']>[1] = {}) => {
    const { at: guest, answer } = await at.logInWith(key, bent)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect((await guest.idToken()).status).toBe(401)
    return answer.body.code
  }

  it('an answer that was given to a page of another origin', async () => {
    const { key } = await at.personWithPasskey()
    for (const foreign of ['https://evil.example', shop.address, `${at.origin}.evil.example`, 'http://localhost'])
      expect(await refusalOf(key, { origin: foreign })).toBe('AUTHENTICATION_FAILED')
    expect((await at.logInWith(key)).answer.status).toBe(200)
  })

  it('an answer that was given to another host', async () => {
    const { key } = await at.personWithPasskey()
    expect(await refusalOf(key, { host: 'evil.example' })).toBe('AUTHENTICATION_FAILED')
  })

  it('a device that did not check who holds it', async () => {
    const { key } = await at.personWithPasskey()
    expect(await refusalOf(key, { verified: false })).toBe('PASSKEY_UNVERIFIED')
  })

  it('an answer that is sent a second time, in the same browser or another', async () => {
    const { key } = await at.personWithPasskey()
    const guest = identityBrowser(shop)
    const { body: options } = await passkeyStep.ask(guest)
    const response = key.answer(options)
    const cookies = new Map(guest.cookies)
    expect((await passkeyStep.answer(guest, response)).status).toBe(200)
    const again = identityBrowser(shop)
    for (const [name, value] of cookies) again.cookies.set(name, value)
    expect((await passkeyStep.answer(again, response)).body.code).toBe('CHALLENGE_NOT_FOUND')
    const fresh = identityBrowser(shop)
    await passkeyStep.ask(fresh)
    expect((await passkeyStep.answer(fresh, response)).body.code).toBe('AUTHENTICATION_FAILED')
    expect((await again.idToken()).status).toBe(401)
    expect((await fresh.idToken()).status).toBe(401)
  })

  it('a question that was answered wrongly before', async () => {
    const { key } = await at.personWithPasskey()
    const guest = identityBrowser(shop)
    const { body: options } = await passkeyStep.ask(guest)
    expect((await passkeyStep.answer(guest, key.answer(options, { verified: false }))).body.code).toBe(
      'PASSKEY_UNVERIFIED',
    )
    expect((await passkeyStep.answer(guest, key.answer(options))).body.code).toBe('CHALLENGE_NOT_FOUND')
  })

  it('one answer that is sent many times at once, more than once', async () => {
    const { key } = await at.personWithPasskey()
    const guest = identityBrowser(shop)
    const { body: options } = await passkeyStep.ask(guest)
    const response = key.answer(options)
    const answers = await Promise.all(Array.from({ length: 6 }, () => passkeyStep.answer(guest, response)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  it('a question for a new passkey that was answered as one for a login', async () => {
    const { own, key } = await at.personWithPasskey()
    await passkeyStep.prove(own)
    const { body: options } = await passkeyStep.begin(own)
    const response = key.answer({ challenge: options.challenge, rpId: 'localhost' })
    expect((await passkeyStep.answer(own, response)).body.code).toBe('CHALLENGE_NOT_FOUND')
  })

  it('another key under the name of a passkey', async () => {
    const { key } = await at.personWithPasskey()
    expect(await refusalOf(softwarePasskey(at.origin, Buffer.from(key.id, 'base64url')))).toBe('AUTHENTICATION_FAILED')
  })

  it('a copy of the device, once the device itself was used', async () => {
    const { key } = await at.personWithPasskey()
    for (const round of [1, 2, 3]) expect((await at.logInWith(key)).answer.status, `${round}`).toBe(200)
    key.turnBackTo(1)
    expect(await refusalOf(key)).toBe('AUTHENTICATION_FAILED')
    key.turnBackTo(2)
    expect(await refusalOf(key)).toBe('AUTHENTICATION_FAILED')
    expect((await at.logInWith(key)).answer.status).toBe(200)
  })

  it('a passkey that was removed, and says so', async () => {
    const { person, own, key } = await at.personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    await passkeyStep.prove(own)
    await own.send('POST', '/passkey/remove', { id })
    expect(await refusalOf(key)).toBe('PASSKEY_NOT_FOUND')
  })

  it('a passkey of an account that was deleted', async () => {
    const { person, key } = await at.personWithPasskey()
    expect((await person.call('DELETE', '/account', { email: person.email })).status).toBe(200)
    await eventually(
      async () => (await at.logInWith(key)).answer.body.code,
      code => code === 'PASSKEY_NOT_FOUND',
    )
    const { rows } = await sql`select from identity.passkey where "credentialID" = ${key.id}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

describe('the passkeys of one account', () => {
  it('are out of another one’s reach', async () => {
    const { person, key } = await at.personWithPasskey()
    const stranger = await at.logInBrowser((await createPerson(shop)).email)
    const [{ id }] = await passkeysOf(person)
    expect((await stranger.send('POST', '/passkey/rename', { id, name: 'Mine now' })).status).toBe(404)
    await passkeyStep.prove(stranger)
    await stranger.send('POST', '/passkey/remove', { id })
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Workshop tablet' }])
    expect((await at.logInWith(key)).answer.status).toBe(200)
    const anybody = identityBrowser(shop)
    for (const path of ['/passkey/rename', '/passkey/remove', '/passkey/prove'])
      expect((await anybody.send('POST', path, { id, name: 'Mine now', password })).status, path).toBe(401)
  })

  it('have no other paths than the shop’s own', async () => {
    const { person, own } = await at.personWithPasskey()
    const [{ id }] = await passkeysOf(person)
    expect((await own.send('GET', '/passkey/list-user-passkeys')).status).toBe(404)
    expect((await own.send('POST', '/passkey/delete-passkey', { id })).status).toBe(404)
    expect((await own.send('POST', '/passkey/update-passkey', { id, name: 'Other' })).status).toBe(404)
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('are in the download of one’s data, without their keys', async () => {
    const { person, key } = await at.personWithPasskey()
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

import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import type { IdentityPort } from '#services/identity'
import { type Claims, seconds } from './firebase.ts'

/** An identity service as a test sees it: its port, and its own hand for signing whatever a test wants said. */
export type IdentityRig = {
  identity: IdentityPort
  header: { alg: string; kid: string }
  /** The public key as text, for whoever would sign with that. */
  publicKeyText: string
  /** What the service says of `rahim@example.com` who has just signed in, confirmed, as "Rahim Uddin". */
  claims(): Claims
  sign(claims: Claims): Promise<string>
  /** Under the service's name for its key, with another key. */
  forge(claims: Claims): Promise<string>
}

/** The subject of nobody. */
const nobody = 'nobody-has-this-subject'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** What every adapter of the identity port has to hold. */
export function holdToIdentityPort(rig: () => IdentityRig): void {
  const verify = async (changes: Claims = {}) =>
    rig().identity.verify(await rig().sign({ ...rig().claims(), ...changes }))

  it('[D5.04] knows a right token', async () => {
    const claims = rig().claims()
    const who = await verify()
    expect(who).toMatchObject({
      issuer: rig().identity.issuer,
      subject: claims['sub'],
      email: 'rahim@example.com',
      emailVerified: true,
      name: 'Rahim Uddin',
    })
    expect(who?.session).toMatch(/./)
  })

  it('[D5.04] has one session for one sign-in, however often its token is made anew', async () => {
    const signedIn = rig().claims()
    const first = await verify(signedIn)
    expect((await verify({ ...signedIn, iat: seconds(2), exp: seconds(200) }))?.session).toBe(first?.session)
  })

  it('writes the email small, and says of an unconfirmed one that it is', async () => {
    expect(await verify({ email: 'Rahim@Example.COM' })).toMatchObject({ email: 'rahim@example.com' })
    expect(await verify({ email_verified: false })).toMatchObject({ emailVerified: false })
    expect(await verify({ email_verified: undefined })).toMatchObject({ emailVerified: false })
    expect(await verify({ email_verified: 'true' })).toMatchObject({ emailVerified: false })
  })

  it('calls somebody without a name by the address', async () => {
    expect(await verify({ name: undefined })).toMatchObject({ name: 'rahim@example.com' })
  })

  it.each<[string, () => Claims]>([
    ['for another audience', () => ({ aud: 'another-shop' })],
    ['for no audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://securetoken.google.com/another-shop' })],
    ['of no issuer', () => ({ iss: undefined })],
    ['that has expired', () => ({ iat: seconds(-7200), exp: seconds(-1) })],
    ['that is not valid yet', () => ({ nbf: seconds(3600) })],
    ['without a subject', () => ({ sub: undefined })],
    ['with a subject that is no text', () => ({ sub: 7 })],
    ['without an email', () => ({ email: undefined })],
    ['with an email that is no text', () => ({ email: ['rahim@example.com'] })],
  ])('[D5.04] does not know a token %s', async (_what, changes) => {
    expect(await verify(changes())).toBeUndefined()
  })

  it('[D5.04] does not know a token that somebody else has signed', async () => {
    const { identity, claims, sign, forge } = rig()
    expect(await identity.verify(await forge(claims()))).toBeUndefined()
    const [head = '', body = '', signature = ''] = (await sign(claims())).split('.')
    const grander = encode({ ...claims(), email: 'boss@example.com' })
    expect(await identity.verify(`${head}.${grander}.${signature}`)).toBeUndefined()
    expect(await identity.verify(`${head}.${body}.`)).toBeUndefined()
  })

  it('[D5.04] does not let the token choose how it is checked', async () => {
    const { identity, claims, header, publicKeyText } = rig()
    expect(await identity.verify(`${encode({ ...header, alg: 'none' })}.${encode(claims())}.`)).toBeUndefined()
    const withPublicKey = await new SignJWT(claims())
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(new TextEncoder().encode(publicKeyText))
    expect(await identity.verify(withPublicKey)).toBeUndefined()
  })

  it.each(['', 'x', 'a.b.c', `${encode({ alg: 'RS256' })}.${encode({})}.AAAA`])(
    'does not know what is no token: %j',
    async text => expect(await rig().identity.verify(text)).toBeUndefined(),
  )

  it('[D5.04] tells its sessions in full, or none: each ends later than it began, and none is anybody else’s', async () => {
    const { identity, claims } = rig()
    const sessions = (await identity.sessionsOf(String(claims()['sub']))) ?? []
    for (const session of sessions) {
      expect(session.id).toMatch(/./)
      expect(session.endsAt.getTime()).toBeGreaterThan(session.startedAt.getTime())
    }
    expect(sessions.map(({ startedAt }) => startedAt.getTime())).toEqual(
      sessions.map(({ startedAt }) => startedAt.getTime()).toSorted((one, other) => other - one),
    )
    // Where it tells sessions, the one of a token is among them.
    const session = (await verify())?.session
    if (sessions.length > 0) expect(sessions.map(({ id }) => id)).toContain(session)
    expect((await identity.sessionsOf(nobody)) ?? []).toEqual([])
  })

  it('[D5.04] ends no session of anybody else', async () => {
    const { identity } = rig()
    const session = (await verify())?.session ?? ''
    for (const which of [{ only: session }, { allBut: '' }]) await identity.endSessions(nobody, which)
    expect(await verify()).toBeDefined()
  })

  it('[D5.04] keeps the session that it is told to keep', async () => {
    const { identity, claims } = rig()
    // The same sign-in each time: some name a session by its second.
    const own = claims()
    const subject = String(own['sub'])
    const session = (await verify(own))?.session ?? ''
    await identity.endSessions(subject, { allBut: session })
    expect((await verify(own))?.session).toBe(session)
    const left = (await identity.sessionsOf(subject)) ?? []
    expect(left.map(({ id }) => id).filter(id => id !== session)).toEqual([])
  })

  it('[D5.04] deletes users, or says that it cannot; whom it does not know, it need not', async () => {
    const { identity } = rig()
    if (identity.deletesUsers) await expect(identity.deleteUser(nobody)).resolves.toBeUndefined()
    else await expect(identity.deleteUser(nobody)).rejects.toThrow(/browser/)
    expect(await verify()).toBeDefined()
  })

  /** The last one: it takes the rig's own user away. */
  it('[D5.04] knows no token of a session that it has ended, nor of a user whom it has deleted', async () => {
    const { identity, claims } = rig()
    if (!identity.deletesUsers) return expect(await identity.sessionsOf(String(claims()['sub']))).toBeUndefined()
    const token = await rig().sign(claims())
    await identity.endSessions(String(claims()['sub']), { only: (await identity.verify(token))?.session ?? '' })
    expect(await identity.verify(token)).toBeUndefined()
    await identity.deleteUser(String(claims()['sub']))
    expect(await identity.sessionsOf(String(claims()['sub']))).toEqual([])
    return expect(await identity.verify(token)).toBeUndefined()
  })
}

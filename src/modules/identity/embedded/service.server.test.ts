import { symmetricDecrypt } from 'better-auth/crypto'
import { SignJWT, decodeJwt, exportSPKI, generateKeyPair, importJWK } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log'
import { StartupProblem } from '#platform/startup'
import { secret } from '#test/shop/compose'
import { bearer, request, signUp } from '#test/factories'
import { type FirebaseKeys, firebaseClaims, project, seconds, startFirebaseKeys } from '#test/identity/firebase'
import { type TestShop, startTestShop } from '#test/harness'
import { type IdentityRig, holdToIdentityPort } from '#test/identity/contract'
import { firebaseIdentity } from '../firebase/firebase.server.ts'
import { versionOf } from '../library/secrets.server.ts'

describe('the embedded identity service', () => {
  let shop: TestShop
  let rig: IdentityRig

  beforeAll(async () => {
    shop = await startTestShop()
    const email = 'rahim@example.com'
    await signUp(shop, email)
    await sql`update identity."user" set "emailVerified" = true where "email" = ${email}`.execute(shop.db)
    const password = 'a long test password'
    const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    const ownClaims = decodeJwt(idToken.body.token)
    rig = {
      identity: shop.identity,
      ...(await signingKey()),
      claims: () => ({ ...ownClaims, email_verified: true, name: 'Rahim Uddin' }),
    }
  })
  afterAll(() => shop.close())

  /** The service's own key pair, opened with the shop's secret. */
  async function signingKey(): Promise<Omit<IdentityRig, 'identity' | 'claims'>> {
    const { rows } = await sql<{ id: string; publicKey: string; privateKey: string }>`
      select "id", "publicKey", "privateKey" from identity."jwks"`.execute(shop.db)
    const [row] = rows
    if (!row) throw new Error('the service has no key')
    const key = { keys: new Map([[versionOf(secret), secret]]), currentVersion: versionOf(secret) }
    const privateText = await symmetricDecrypt({ key, data: String(JSON.parse(row.privateKey)) })
    const own = await importJWK(JSON.parse(privateText), 'EdDSA')
    const others = await generateKeyPair('EdDSA')
    const header = { alg: 'EdDSA', kid: row.id }
    const publicKey = await importJWK(JSON.parse(row.publicKey), 'EdDSA', { extractable: true })
    if (publicKey instanceof Uint8Array) throw new Error('the service has no pair of keys')
    return {
      header,
      publicKeyText: await exportSPKI(publicKey),
      sign: claims => new SignJWT(claims).setProtectedHeader(header).sign(own),
      forge: claims => new SignJWT(claims).setProtectedHeader(header).sign(others.privateKey),
    }
  }

  it('does not know a token that names an address which the user does not have (any more)', async () => {
    const token = await rig.sign({ ...rig.claims(), email: 'boss@example.com' })
    expect(await rig.identity.verify(token)).toBeUndefined()
  })

  it('does not know a token for the session of somebody else', async () => {
    const token = await rig.sign({ ...rig.claims(), sub: 'another-user' })
    expect(await rig.identity.verify(token)).toBeUndefined()
  })

  // After the others, because it deletes its user at the end.
  holdToIdentityPort(() => rig)
})

describe('Firebase', () => {
  let keys: FirebaseKeys
  let passed = 0

  const adapter = (keysUrl = keys.keysUrl) =>
    firebaseIdentity({ project, keysUrl, now: () => new Date(Date.now() + passed), log: createLog('silent') })

  beforeAll(async () => {
    keys = await startFirebaseKeys()
  })
  afterAll(() => keys.close())

  holdToIdentityPort(() => ({ ...keys, identity: adapter(), claims: () => firebaseClaims() }))

  it.each([
    ['of another project, in all its parts', { iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['with an empty subject', { sub: '' }],
    ['with a subject longer than any', { sub: 'u'.repeat(129) }],
    ['with an empty email', { email: '' }],
    ['that says not when the sign-in was', { auth_time: undefined }],
    ['whose sign-in is still to come', { auth_time: seconds(3600) }],
    ['whose sign-in was at no time', { auth_time: 'today' }],
    ['that is still to be made', { iat: seconds(3600) }],
    ['that never ends', { exp: undefined }],
  ])('[D5.04] does not know a token %s', async (_what, changes) => {
    expect(await adapter().verify(await keys.sign(firebaseClaims(changes)))).toBeUndefined()
  })

  it('[D5.04] takes a key by its name alone, and of those that are published', async () => {
    expect(await adapter().verify(await keys.sign(firebaseClaims(), { kid: 'key-of-tomorrow' }))).toBeUndefined()
    expect(await adapter().verify(await keys.sign(firebaseClaims(), { kid: 'key-of-nobody' }))).toBeUndefined()
  })

  it('tells sign-ins apart', async () => {
    const [early, late] = [firebaseClaims({ auth_time: seconds(-60) }), firebaseClaims()]
    const first = await adapter().verify(await keys.sign(early))
    const second = await adapter().verify(await keys.sign(late))
    expect(first?.session).not.toBe(second?.session)
  })

  it('asks for the keys once an hour, and never for what is no token of Firebase', async () => {
    const identity = adapter()
    const before = keys.asked()
    expect(await identity.verify('a.b.c')).toBeUndefined()
    expect(keys.asked()).toBe(before)
    for (let count = 0; count < 5; count += 1) await identity.verify(await keys.sign())
    expect(keys.asked()).toBe(before + 1)
  })

  it('says that the keys are out of reach, and not that the token is wrong', async () => {
    const token = await keys.sign()
    const refusal = expect.objectContaining({ code: 'identity-unreachable', status: 503 })
    await expect(adapter('http://127.0.0.1:1/jwk').verify(token)).rejects.toEqual(refusal)
    const identity = adapter()
    keys.down(true)
    await expect(identity.verify(token)).rejects.toEqual(refusal)
    keys.down(false)
    expect(await identity.verify(token)).toMatchObject({ email: 'rahim@example.com' })
  })

  it('makes no users, and says what to do instead', async () => {
    const user = { email: 'boss@example.com', password: 'secret', name: 'Boss' }
    await expect(adapter().ensureUser(user)).rejects.toThrow(StartupProblem)
    expect(adapter().deletesUsers).toBe(false)
    expect(await adapter().sessionsOf('uid-of-rahim')).toBeUndefined()
  })
})

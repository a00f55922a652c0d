import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishDeletions } from '../../src/modules/accounts/identity-deletions.server.ts'
import { policyHosts } from '../../src/app/compose-http.server.ts'
import { type Answer, bearer, request } from '../factories.ts'
import {
  type Claims,
  firebaseClaims,
  firebaseEnvironment,
  type FirebaseKeys,
  project,
  seconds,
  startFirebaseKeys,
} from '../identity/firebase.ts'
import { type TestShop, startTestShop } from '../harness.ts'

let keys: FirebaseKeys
let shop: TestShop
const boss = 'boss@example.com'

beforeAll(async () => {
  keys = await startFirebaseKeys()
  shop = await open()
})
afterAll(async () => {
  await shop.close()
  await keys.close()
})

const open = () =>
  startTestShop({ environment: { ...firebaseEnvironment, ADMIN_EMAIL: boss }, firebaseKeysUrl: keys.keysUrl })

const call = (method: string, path: string, token: string, body?: unknown) =>
  request(`${shop.address}/api${path}`, method, body, bearer(token))

const enterWith = (token: string, email: string) => call('PUT', `/user/${email}`, token, { email })

/** Somebody of this name, as Firebase knows them. */
const person = (name: string, changes: Claims = {}): Claims =>
  firebaseClaims({ sub: `uid-of-${name}`, email: `${name}@example.com`, name, ...changes })

async function enter(name: string, changes: Claims = {}): Promise<Answer> {
  return enterWith(await keys.sign(person(name, changes)), `${name}@example.com`)
}

const account = async (email: string) =>
  (await sql`select role, email_verified from account where email = ${email}`.execute(shop.db)).rows

describe('a shop with Firebase', () => {
  it('[D5.04] lets in whoever brings its token, and nobody else', async () => {
    const entered = await enter('rahim')
    expect(entered).toMatchObject({
      status: 200,
      body: { account: { name: 'rahim', email: 'rahim@example.com', emailVerified: true, admin: false } },
    })
    expect((await call('GET', '/orders?email=rahim@example.com', entered.body.token)).status).toBe(200)
    expect(await enterWith(await keys.forge(person('rahim')), 'rahim@example.com')).toMatchObject({
      status: 401,
      body: { code: 'token-expired' },
    })
    expect(await enterWith(await keys.sign(person('rahim')), boss)).toMatchObject({ status: 403 })
    const others = { iss: 'https://securetoken.google.com/other', aud: 'other' }
    expect((await enter('rahim', others)).status).toBe(401)
    // Firebase's own token is no access token of the shop.
    expect((await call('GET', '/orders?email=rahim@example.com', await keys.sign(person('rahim')))).status).toBe(401)
  })

  it('[D5.04] has no identity service of its own', async () => {
    const { address } = shop
    expect((await request(`${address}/identity/token`, 'GET')).status).toBe(404)
    const body = { email: 'a@example.com', password: 'secret1', name: 'A' }
    for (const path of ['sign-up/email', 'sign-in/email', 'google']) {
      expect((await request(`${address}/identity/${path}`, 'POST', body)).status).toBe(404)
    }
  })

  it('tells browsers what they need to talk to Firebase, and lets them', async () => {
    const { body } = await request(`${shop.address}/api/config`, 'GET')
    expect(body.identity).toEqual({
      provider: 'firebase',
      issuer: `https://securetoken.google.com/${project.projectId}`,
      google: { enabled: true, standIn: false },
      demo: false,
      firebase: project,
    })
    expect(policyHosts({ stripe: undefined, firebase: project }, { hasForeignPictures: true })).toEqual({
      script: ['https://apis.google.com'],
      frame: [`https://${project.authDomain}`],
      connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      image: ['https:'],
    })
    expect(policyHosts({ stripe: undefined, firebase: undefined }, { hasForeignPictures: false })).toEqual({
      script: [],
      frame: [],
      connect: [],
      image: [],
    })
  })

  it('says that the sign-in service is out of reach when its keys are, and recovers', async () => {
    const fresh = await open()
    const token = await keys.sign(person('nadia'))
    const ask = () =>
      request(`${fresh.address}/api/user/nadia@example.com`, 'PUT', { email: 'nadia@example.com' }, bearer(token))
    keys.down(true)
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'identity-unreachable' } })
    keys.down(false)
    expect((await ask()).status).toBe(200)
    await fresh.close()
  })

  it('ends a session with its logout, and begins one with the next sign-in', async () => {
    const signedIn = seconds(-100)
    const entered = await enter('salma', { auth_time: signedIn })
    expect((await enter('salma', { auth_time: signedIn, iat: seconds(1) })).status).toBe(200)
    const { rows } = await sql`
      select from account_session join account on account.id = account_id
      where email = 'salma@example.com'`.execute(shop.db)
    expect(rows).toHaveLength(1)
    expect((await call('DELETE', '/session', entered.body.token)).status).toBe(200)
    expect((await enter('salma', { auth_time: signedIn })).status).toBe(401)
    expect((await enter('salma')).status).toBe(200)
  })
})

describe('the first admin', () => {
  it('[D2.49 D5.04] is ADMIN_EMAIL once Firebase says that it is confirmed; who typed it first is out by then', async () => {
    const typed = await keys.sign(person('boss', { email_verified: false, auth_time: seconds(-50), iat: seconds(-50) }))
    const early = await enterWith(typed, boss)
    expect(early.body).toMatchObject({ account: { admin: false } })

    // Firebase hands the user to whoever signs in at Google with that address.
    const owner = await enter('boss')
    expect(owner.body).toMatchObject({ account: { admin: true } })
    expect(await call('GET', `/admin/${boss}`, early.body.token)).toMatchObject({ status: 401 })
    // The old token is good for an hour; here it neither enters nor takes the role away.
    expect((await enterWith(typed, boss)).status).toBe(401)
    const unused = person('boss', { email_verified: false, auth_time: seconds(-49), iat: seconds(-49) })
    expect((await enterWith(await keys.sign(unused), boss)).status).toBe(401)
    expect(await account(boss)).toEqual([{ role: 'admin', email_verified: true }])
    expect((await call('GET', `/admin/${boss}`, owner.body.token)).body).toEqual({ admin: true })
  })

  it('keeps the own session of somebody who confirms the address', async () => {
    const signedIn = seconds(-30)
    const before = await enter('tania', { email_verified: false, auth_time: signedIn, iat: signedIn })
    expect((await enter('tania', { auth_time: signedIn })).body).toMatchObject({ account: { emailVerified: true } })
    expect((await call('GET', '/admin/tania@example.com', before.body.token)).status).toBe(200)
  })

  it('loses the role when Firebase says later that the address is not confirmed', async () => {
    await enter('boss')
    expect((await enter('boss', { email_verified: false, iat: seconds(5) })).body).toMatchObject({
      account: { admin: false },
    })
  })
})

describe('a role that an admin changes', () => {
  it('[D5.04] counts at once, and no token from before opens a session with it', async () => {
    const email = 'shirin@example.com'
    const owner = await enter('boss', { auth_time: seconds(10), iat: seconds(10) })
    const taken = await keys.sign(person('shirin', { auth_time: seconds(-600), iat: seconds(-300) }))
    const own = await enter('shirin')
    const isAdmin = async (token: string) => (await call('GET', `/admin/${email}`, token)).body.admin
    expect(await isAdmin(own.body.token)).toBe(false)

    expect((await call('PUT', `/users/admin/${email}`, owner.body.token)).body).toEqual({ modifiedCount: 1 })
    expect(await isAdmin(own.body.token)).toBe(true)
    expect(await enterWith(taken, email)).toMatchObject({ status: 401, body: { code: 'token-expired' } })
    expect((await enter('shirin', { auth_time: seconds(-600) })).body).toMatchObject({ account: { admin: true } })

    expect((await call('DELETE', `/users/admin/${email}`, owner.body.token)).body).toEqual({ modifiedCount: 1 })
    expect(await isAdmin(own.body.token)).toBe(false)
    expect((await call('GET', '/allOrders', own.body.token)).status).toBe(403)
    expect((await enterWith(taken, email)).status).toBe(401)
    // The claims of a token say nothing of roles, whatever stands in them.
    const claims = { role: 'admin', admin: true, auth_time: seconds(-500) }
    expect((await enter('shirin', claims)).body).toMatchObject({ account: { admin: false } })
  })

  it('that the settings give does not shut out the very sign-in that it came with', async () => {
    await sql`update account set role = 'customer' where email = ${boss}`.execute(shop.db)
    const token = await keys.sign(person('boss', { auth_time: seconds(20), iat: seconds(20) }))
    for (let tab = 0; tab < 2; tab += 1) {
      expect((await enterWith(token, boss)).body).toMatchObject({ account: { admin: true } })
    }
  })
})

describe('a deleted account', () => {
  it('[D5.04] stays out with every earlier sign-in, and comes as somebody new with the next', async () => {
    const email = 'karim@example.com'
    const early = { auth_time: seconds(-20) }
    const entered = await enter('karim', early)
    const { body } = await call('GET', '/account/data', entered.body.token)
    expect(body).toMatchObject({ account: { email }, logins: [] })
    expect((await call('DELETE', '/account', entered.body.token, { email })).body).toEqual({ deletedCount: 1 })
    await finishDeletions(shop.system, shop.identity)

    expect((await enter('karim', early)).status).toBe(401)
    expect((await enter('karim', { ...early, iat: seconds(5), exp: seconds(7200) })).status).toBe(401)
    expect(await account(email)).toEqual([])

    const later = { auth_time: seconds(5) }
    const again = await enter('karim', later)
    expect(again.status).toBe(200)
    expect((await call('GET', '/account/data', again.body.token)).body).toMatchObject({ sessions: [{}], orders: [] })
    expect((await enter('karim', early)).status).toBe(401)
    // Deleted once more: the sign-ins between the two are out as well.
    shop.passTime(10_000)
    expect((await call('DELETE', '/account', again.body.token, { email })).status).toBe(200)
    expect((await enter('karim', later)).status).toBe(401)
  })
})

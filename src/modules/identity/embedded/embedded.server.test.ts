import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearer, request, signUp } from '#test/factories'
import { type TestDatabase } from '#test/shop/databases'
import { type TestShop, createTestDatabase, startTestShop } from '#test/harness'
import { ensureAccount } from '#services/accounts'

const boss = {
  email: 'boss@example.com',
  password: 'the operator’s password',
  name: 'Shop Owner',
  role: 'admin' as const,
}
/** What `signUp` of the factories types. */
const strangersPassword = 'a long test password'

let database: TestDatabase
let shops: TestShop[]

beforeEach(async () => {
  database = await createTestDatabase()
  shops = []
})
afterEach(async () => {
  for (const shop of shops) await shop.close()
  await database.drop()
})

async function open(secrets?: string[]): Promise<TestShop> {
  const shop = await startTestShop({ database, ...(secrets && { secrets }) })
  shops.push(shop)
  return shop
}

const logIn = (shop: TestShop, password: string, email = boss.email) =>
  request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })

const enter = (shop: TestShop, idToken: string) =>
  request(`${shop.address}/api/user/${boss.email}`, 'PUT', { email: boss.email }, bearer(idToken))

async function account(shop: TestShop, email = boss.email) {
  const { rows } = await sql`
    select role, email_verified, display_name as name from account where email = ${email}`.execute(shop.db)
  return rows[0]
}

async function confirm(shop: TestShop, email: string): Promise<void> {
  await sql`update identity."user" set "emailVerified" = true where email = ${email}`.execute(shop.db)
}

describe('the first admin', () => {
  it('[D2.03 D2.49] is the operator, and not the stranger who signed up with that address and never confirmed it', async () => {
    const shop = await open()
    const mallory = await signUp(shop, boss.email)
    const session = await logIn(shop, strangersPassword)
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    expect(await mallory.call('GET', `/admin/${boss.email}`)).toMatchObject({ status: 200, body: { admin: false } })

    expect(await ensureAccount(shop.system, shop.identity, boss)).toEqual({ passwordSet: true })

    expect(await account(shop)).toEqual({ role: 'admin', email_verified: true, name: 'Shop Owner' })
    expect((await mallory.call('GET', `/admin/${boss.email}`)).status).toBe(401)
    expect((await logIn(shop, strangersPassword)).status).toBe(401)
    const renewed = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    expect(renewed.status).toBe(401)
    // A token that she took out before is good for minutes; her session is not.
    expect((await enter(shop, idToken.body.token)).status).toBe(401)
    expect(await account(shop)).toMatchObject({ role: 'admin', email_verified: true })
    expect((await logIn(shop, boss.password)).status).toBe(200)
    expect(await ensureAccount(shop.system, shop.identity, boss)).toEqual({ passwordSet: false })
  })

  it('ends the stranger’s sessions also when the start before was killed in between', async () => {
    const shop = await open()
    const mallory = await signUp(shop, boss.email)
    await shop.identity.ensureUser(boss)
    await ensureAccount(shop.system, shop.identity, boss)
    expect(await account(shop)).toMatchObject({ role: 'admin' })
    expect((await mallory.call('GET', `/admin/${boss.email}`)).status).toBe(401)
  })

  it('keeps name, password and sessions when the address is confirmed', async () => {
    const shop = await open()
    await signUp(shop, boss.email)
    await confirm(shop, boss.email)
    const session = await logIn(shop, strangersPassword)
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    const entered = await enter(shop, idToken.body.token)
    expect(await ensureAccount(shop.system, shop.identity, boss)).toEqual({ passwordSet: false })
    expect(await account(shop)).toEqual({ role: 'admin', email_verified: true, name: 'Test Person' })
    expect((await logIn(shop, boss.password)).status).toBe(401)
    expect((await logIn(shop, strangersPassword)).status).toBe(200)
    const answer = await request(
      `${shop.address}/api/admin/${boss.email}`,
      'GET',
      undefined,
      bearer(entered.body.token),
    )
    expect(answer.body).toEqual({ admin: true })
  })

  it('gets the password that a killed start left out', async () => {
    const shop = await open()
    await ensureAccount(shop.system, shop.identity, boss)
    await sql`delete from identity.account`.execute(shop.db)
    expect((await logIn(shop, boss.password)).status).toBe(401)
    expect(await ensureAccount(shop.system, shop.identity, boss)).toEqual({ passwordSet: true })
    expect((await logIn(shop, boss.password)).status).toBe(200)
  })
})

it('a later start takes away neither the role nor the name that an account got meanwhile', async () => {
  const shop = await open()
  const customer = {
    email: 'workshop@example.com',
    password: 'workshop',
    name: 'Rahim Traders',
    role: 'customer' as const,
  }
  await ensureAccount(shop.system, shop.identity, customer)
  await ensureAccount(shop.system, shop.identity, { ...customer, role: 'admin' })
  await sql`update identity."user" set "name" = 'Rahim & Sons' where email = ${customer.email}`.execute(shop.db)
  await ensureAccount(shop.system, shop.identity, customer)
  expect(await account(shop, customer.email)).toEqual({ role: 'admin', email_verified: true, name: 'Rahim & Sons' })
})

describe('a new SECRET', () => {
  const [old, next] = ['an-old-secret-that-is-long-enough-to-sign', 'a-new-secret-that-is-long-enough-to-sign']

  const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const idToken = (shop: TestShop, cookie: string) =>
    request(`${shop.address}/identity/token`, 'GET', undefined, { cookie: `theme=dark; ${cookie}` })

  it('[D3.05] in front of the old one signs nobody out, and what the old one signed still verifies', async () => {
    const before = await open([old])
    await ensureAccount(before.system, before.identity, boss)
    const cookie = cookieOf(await logIn(before, boss.password))
    const first = await idToken(before, cookie)
    expect(first.status).toBe(200)

    const between = await open([next, old])
    const second = await idToken(between, cookie)
    expect(second.status).toBe(200)
    expect((await enter(between, first.body.token)).status).toBe(200)
    expect((await enter(between, second.body.token)).status).toBe(200)
    expect((await idToken(between, `${cookie.slice(0, -8)}AAAAA%3D`)).status).toBe(401)

    // What was signed since then does not hang on the old secret any more.
    const after = await open([next])
    expect((await enter(after, second.body.token)).status).toBe(200)
    const again = await logIn(between, boss.password)
    expect((await idToken(after, cookieOf(again))).status).toBe(200)
  })

  it('in place of the old one ends its sessions and tokens, and signing in makes new ones', async () => {
    const before = await open([old])
    await ensureAccount(before.system, before.identity, boss)
    const cookie = cookieOf(await logIn(before, boss.password))
    const first = await idToken(before, cookie)
    const after = await open([next])
    expect((await idToken(after, cookie)).status).toBe(401)
    expect((await enter(after, first.body.token)).status).toBe(401)
    const renewed = await idToken(after, cookieOf(await logIn(after, boss.password)))
    expect(renewed.status).toBe(200)
    expect((await enter(after, renewed.body.token)).status).toBe(200)
  })
})

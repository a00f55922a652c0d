import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureAccount } from '#services/accounts'
import {
  type Person,
  bearer,
  createPerson,
  createTool,
  mailedLink,
  placeOrder,
  request,
  signIn,
  signUp,
  visitor,
} from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { createPasswordless, mailTo, mailboxes, openLinks, tokenIn } from '../mailbox.ts'

/** Addresses: how they are changed. */

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(shop.db)
})

/** What the factories' people type. */
const password = 'a long test password'
const newPassword = 'quite another password'

const put = (path: string, body?: unknown) => visitor(shop).call('PUT', path, body)
const { logIn, isIn, enter, userOf, freshEmail } = mailboxes(() => shop)

describe('another address', () => {
  const ask = (person: Person, email: string, typed = password) =>
    person.call('POST', '/email', { email, password: typed })
  const open = (person: Person, token: string) => person.call('POST', '/email-confirmation', { token })

  it('is the account’s once its mail is opened: orders stay in sight, other sessions end, the old address is told', async () => {
    const person = await createPerson(shop)
    const order = await placeOrder(person, await createTool(shop))
    const elsewhere = await signIn(shop, person.email)
    const email = freshEmail()
    expect(await ask(person, email)).toMatchObject({ status: 200, body: { email } })
    const mail = await mailTo(shop, email, /^Your new email/)
    expect(mail.links[0]).toBe(`${shop.address}/confirm-email?token=${tokenIn(mail)}&change=yes`)
    // Nothing has changed so far.
    expect((await logIn(person.email, password)).status).toBe(200)
    await mailedLink(shop, person.email, 'reset')

    expect((await open(person, tokenIn(mail))).body).toEqual({ email, changed: true })
    expect(await isIn(elsewhere)).toBe(false)
    expect(await isIn(person)).toBe(true)
    expect((await logIn(person.email, password)).status).toBe(401)
    expect(await openLinks(shop, email)).toEqual([])
    const warning = await mailTo(shop, person.email, /^Your email address .* was changed/)
    expect(warning.text).not.toContain(email)

    const renewed = await enter(email, password)
    expect(renewed.body.account).toMatchObject({ email, emailVerified: true })
    const orders = await visitor(shop).call('GET', `/orders?email=${email}`, undefined, bearer(renewed.body.token))
    expect(orders.body.map(({ _id }: { _id: string }) => _id)).toEqual([order])
    const admin = await createPerson(shop, 'admin')
    expect((await admin.call('GET', `/orders?email=${email}`)).body).toHaveLength(1)
  })

  it('renews the shop’s own row with the same session', async () => {
    const email = freshEmail()
    const person = await createPerson(shop, 'admin')
    const session = (await logIn(person.email, password)).body.token
    const idToken = async () =>
      (await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session))).body.token as string
    const before = await idToken()
    const entered = await request(
      `${shop.address}/api/user/${person.email}`,
      'PUT',
      { email: person.email },
      bearer(before),
    )
    const here = { ...person, call: personCall(entered.body.token) }
    expect(await open(here, await mailedLink(shop, person.email, 'change-email', email))).toMatchObject({ status: 200 })
    // What was signed before names an address that is not the account's any more.
    const old = { email: person.email }
    expect((await request(`${shop.address}/api/user/${person.email}`, 'PUT', old, bearer(before))).status).toBe(401)
    const after = await idToken()
    expect(decodeJwt(after)).toMatchObject({ email, email_verified: true })
    const renewed = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(after))
    expect(renewed.body.account).toMatchObject({ email, admin: true })
    const { rows } = await sql`select email, role from account where id = ${person.accountId}`.execute(shop.db)
    expect(rows).toEqual([{ email, role: 'admin' }])
  })

  it('is the shop’s at once: who had the old one is not made an admin in place of whoever has it now', async () => {
    const shared = freshEmail()
    const leaver = await signUp(shop, shared)
    await leaver.call('POST', '/email-confirmation', { token: await mailedLink(shop, shared, 'confirm') })
    const renewed = await enter(shared, password)
    const here = { call: personCall(renewed.body.token) }
    const email = freshEmail()
    expect(await open({ ...leaver, ...here }, await mailedLink(shop, shared, 'change-email', email))).toMatchObject({
      status: 200,
    })
    // No renewal in between.
    const next = await signUp(shop, shared)
    await next.call('POST', '/email-confirmation', { token: await mailedLink(shop, shared, 'confirm') })
    await enter(shared, password)
    const admin = await createPerson(shop, 'admin')
    expect(await admin.call('PUT', `/users/admin/${shared}`)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    const { rows } = await sql`
      select email, role from account where id in (${leaver.accountId}, ${next.accountId}) order by role`.execute(
      shop.db,
    )
    expect(rows).toEqual([
      { email: shared, role: 'admin' },
      { email, role: 'customer' },
    ])
  })

  const personCall =
    (token: string): Person['call'] =>
    (method, path, body) =>
      visitor(shop).call(method, path, body, bearer(token))

  it('tells nobody whether it is taken, until the mailbox itself asks', async () => {
    const [person, owner] = [await createPerson(shop), await createPerson(shop)]
    expect(await ask(person, owner.email)).toMatchObject({ status: 200, body: { email: owner.email } })
    const token = tokenIn(await mailTo(shop, owner.email, /^Your new email/))
    expect(await open(person, token)).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    expect((await logIn(owner.email, password)).status).toBe(200)
    expect((await logIn(person.email, password)).status).toBe(200)
  })

  it('comes to its reader although somebody typed it first and never confirmed it', async () => {
    const person = await createPerson(shop)
    const email = freshEmail()
    const squatter = await signUp(shop, email)
    expect(await open(person, await mailedLink(shop, person.email, 'change-email', email))).toMatchObject({
      status: 200,
    })
    expect(await isIn(squatter)).toBe(false)
    expect((await enter(email, password)).body).toMatchObject({ account: { email, emailVerified: true } })
    expect((await userOf(email))?.id).not.toBeUndefined()
    // Nothing is left in the shop of a login that is gone.
    const accounts = sql<{ email: string }>`select email from account where email = ${email}`
    expect((await accounts.execute(shop.db)).rows).toHaveLength(1)
  })

  it('stays with whoever has ordered under it: they log in by a new password, and lose nothing', async () => {
    const person = await createPerson(shop)
    const email = freshEmail()
    const buyer = await signUp(shop, email)
    const order = await placeOrder(buyer, await createTool(shop))
    const token = await mailedLink(shop, person.email, 'change-email', email)
    expect(await open(person, token)).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    expect(await isIn(buyer)).toBe(true)
    expect((await buyer.call('GET', `/orders/${order}`)).body).toMatchObject({ _id: order })
  })

  it('needs the password, another address than the present one, and a session of this very account', async () => {
    const [person, other] = [await createPerson(shop), await createPerson(shop)]
    expect(await ask(person, freshEmail(), 'a guess')).toMatchObject({ status: 403, body: { code: 'wrong-password' } })
    expect(await ask(person, person.email)).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } })
    expect(await ask(await createPasswordless(shop), freshEmail())).toMatchObject({
      status: 409,
      body: { code: 'no-password' },
    })
    const email = freshEmail()
    const token = await mailedLink(shop, person.email, 'change-email', email)
    expect(await open(other, token)).toMatchObject({ status: 403 })
    expect(await put('/email-confirmation', { token, password })).toMatchObject({ status: 410 })
    expect(await put('/email-confirmation/password', { token, newPassword })).toMatchObject({ status: 410 })
    expect(await userOf(email)).toBeUndefined()
  })

  it('is asked for in vain by whoever was shut out by a new password', async () => {
    const person = await createPerson(shop)
    const token = await mailedLink(shop, person.email, 'change-email', freshEmail())
    await put('/password', { token: await mailedLink(shop, person.email, 'reset'), password: newPassword })
    expect(await open(person, token)).toMatchObject({ status: 401 })
    expect(await openLinks(shop, person.email)).toEqual([])
  })
})

describe('ADMIN_EMAIL', () => {
  it('is not changed by its account: the next start would make a second admin', async () => {
    const boss = 'owner-by-setting@example.com'
    const guarded = await startTestShop({ environment: { ADMIN_EMAIL: boss, ADMIN_PASSWORD: password } })
    try {
      await ensureAccount(guarded.system, guarded.identity, { email: boss, password, name: 'Boss', role: 'admin' })
      const owner = await signIn(guarded, boss)
      const refused = { status: 409, body: { code: 'admin-by-setting' } }
      expect(await owner.call('POST', '/email', { email: 'other@example.com', password })).toMatchObject(refused)
      const token = await mailedLink(guarded, boss, 'change-email', 'other@example.com')
      expect(await owner.call('POST', '/email-confirmation', { token })).toMatchObject(refused)
    } finally {
      await guarded.close()
    }
  })

  it('[D2.03] makes an admin of a changed address only once its mail is opened', async () => {
    const boss = 'boss@example.com'
    const guarded = await startTestShop({ environment: { ADMIN_EMAIL: boss } })
    try {
      const person = await createPerson(guarded)
      expect(await person.call('POST', '/email', { email: boss, password })).toMatchObject({ status: 200 })
      expect((await signIn(guarded, person.email)).token).toBeTruthy()
      expect((await person.call('GET', `/admin/${person.email}`)).body).toEqual({ admin: false })
      const token = tokenIn(await mailTo(guarded, boss, /^Your new email/))
      expect(await person.call('POST', '/email-confirmation', { token })).toMatchObject({ status: 200 })
      const owner = await signIn(guarded, boss)
      expect((await owner.call('GET', `/admin/${boss}`)).body).toEqual({ admin: true })
    } finally {
      await guarded.close()
    }
  })
})

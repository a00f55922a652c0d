import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureAccount } from '#services/accounts'
import {
  type Answer,
  type Person,
  bearer,
  createPerson,
  createTool,
  mailedLink,
  orderOf,
  placeOrder,
  request,
  signIn,
  signUp,
  visitor,
} from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { createPasswordless, linksAreMailed, mailTo, mailboxes, mailsTo, openLinks, tokenIn } from '../mailbox.ts'

/** Addresses: how they are confirmed, and changed. */

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
const minute = 60_000

const put = (path: string, body?: unknown) => visitor(shop).call('PUT', path, body)
const { logIn, isIn, enter, userOf, freshEmail } = mailboxes(() => shop)

describe('the link that confirms an address', () => {
  const confirm = (token: string, person: Pick<Person, 'call'>) => person.call('POST', '/email-confirmation', { token })

  it('[S2.12] comes with the sign-up, and again when it is asked for', async () => {
    const email = freshEmail()
    const person = await signUp(shop, email)
    const mail = await mailTo(shop, email, /^Confirm/)
    expect(await person.call('POST', '/email-confirmation/mail')).toMatchObject({ status: 200, body: { sent: true } })
    await linksAreMailed(shop)
    expect(await mailsTo(shop, email)).toHaveLength(2)
    expect((await confirm(tokenIn(mail), person)).body).toEqual({ email, changed: false })
    expect(await openLinks(shop, email)).toEqual([])
    const again = await signIn(shop, email)
    expect((await again.call('POST', '/email-confirmation/mail')).body).toEqual({ sent: false })
  })

  it('is mailed six times an hour at the most', async () => {
    const person = await signUp(shop, freshEmail())
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await person.call('POST', '/email-confirmation/mail')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('is enough by itself where the outbox is open to everybody, and does nothing by itself elsewhere', async () => {
    const email = freshEmail()
    await signUp(shop, email)
    const token = await mailedLink(shop, email, 'confirm')
    const { databaseUrl: url } = shop
    const environment = {
      NODE_ENV: 'production',
      SECRET: 'a-secret-of-more-than-thirty-two-signs',
      ALLOW_SANDBOX: 'yes',
    }
    const open = await startTestShop({ environment, database: { url, drop: async () => undefined } })
    const path = '/api/email-confirmation/opened'
    expect((await request(`${open.address}${path}`, 'PUT', { token })).body).toEqual({ email: null })
    await open.close()
    expect(await userOf(email)).toMatchObject({ emailVerified: false })
    expect((await put('/email-confirmation/opened', { token })).body).toEqual({ email })
    expect(await userOf(email)).toMatchObject({ emailVerified: true })
    expect(await put('/email-confirmation/opened', { token })).toMatchObject({ status: 410 })
  })

  it('does nothing for another account', async () => {
    const email = freshEmail()
    const owner = await signUp(shop, email)
    const token = await mailedLink(shop, email, 'confirm')
    expect(await confirm(token, await createPerson(shop))).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    expect(await userOf(email)).toMatchObject({ emailVerified: false })
    expect(await confirm(token, owner)).toMatchObject({ status: 200 })
    expect(await confirm(token, owner)).toMatchObject({ status: 410 })
  })

  it('confirms in another browser by the password, whose tries are counted', async () => {
    const email = freshEmail()
    await signUp(shop, email)
    const token = await mailedLink(shop, email, 'confirm')
    const attempt = (typed: string) => put('/email-confirmation', { token, password: typed })
    expect(await attempt('a guess')).toMatchObject({ status: 403, body: { code: 'wrong-password' } })
    expect(await userOf(email)).toMatchObject({ emailVerified: false })
    for (let count = 0; count < 9; count += 1) await attempt('a guess')
    expect(await attempt(password)).toMatchObject({ status: 429 })
    shop.passTime(16 * minute)
    expect(await attempt(password)).toMatchObject({ status: 200, body: { email } })
    expect(await userOf(email)).toMatchObject({ emailVerified: true })
  })

  it('makes a stranger’s sign-up the mailbox owner’s: neither her password nor her session opens anything', async () => {
    const email = freshEmail()
    const mallory = await signUp(shop, email)
    const session = await logIn(email, password)
    const token = await mailedLink(shop, email, 'confirm')
    const owner = await put('/email-confirmation/password', { token, newPassword })
    expect(owner).toMatchObject({ status: 200, body: { email } })
    expect(await isIn(mallory)).toBe(false)
    const renewed = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    expect(renewed.status).toBe(401)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await enter(email, newPassword)).body).toMatchObject({ account: { emailVerified: true } })
    expect(await put('/email-confirmation/password', { token, newPassword: password })).toMatchObject({ status: 410 })
  })

  it('sets no password once the address is confirmed', async () => {
    const { email } = await createPerson(shop)
    const token = await mailedLink(shop, email, 'confirm')
    expect(await put('/email-confirmation/password', { token, newPassword })).toMatchObject({ status: 410 })
    expect((await logIn(email, password)).status).toBe(200)
  })

  it('works for a day', async () => {
    const email = freshEmail()
    await signUp(shop, email)
    const token = await mailedLink(shop, email, 'confirm')
    shop.passTime(24 * 60 * minute + 1)
    expect(await put('/email-confirmation', { token, password })).toMatchObject({ status: 410 })
  })
})

describe('an account whose address was confirmed elsewhere', () => {
  const ways: [how: string, confirm: (token: string) => Promise<Answer>][] = [
    ['by the password in another browser', token => put('/email-confirmation', { token, password })],
    ['by opening the link where the outbox is open', token => put('/email-confirmation/opened', { token })],
  ]
  it.each(ways)('%s, is verified at once, with the token it has (finding 2)', async (_how, confirm) => {
    const email = freshEmail()
    const person = await signUp(shop, email)
    const tool = await createTool(shop)
    await placeOrder(person, tool)
    const second = () => person.call('POST', '/orders', orderOf(tool))
    expect(await second()).toMatchObject({ status: 409, body: { code: 'too-many-open-orders' } })
    expect(await confirm(await mailedLink(shop, email, 'confirm'))).toMatchObject({ status: 200 })
    expect(await second()).toMatchObject({ status: 200 })
    const admin = await createPerson(shop, 'admin')
    expect(await admin.call('PUT', `/users/admin/${email}`)).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  })

  it('by a link that sets a password, is verified before anybody logs in (finding 2)', async () => {
    for (const [purpose, path, field] of [
      ['confirm', '/email-confirmation/password', 'newPassword'],
      ['reset', '/password', 'password'],
    ] as const) {
      const { email, accountId } = await signUp(shop, freshEmail())
      const token = await mailedLink(shop, email, purpose)
      expect(await put(path, { token, [field]: newPassword })).toMatchObject({ status: 200 })
      const { rows } = await sql`select email_verified from account where id = ${accountId}`.execute(shop.db)
      expect(rows, purpose).toEqual([{ email_verified: true }])
    }
  })

  it('stays verified when a token from before is exchanged after it (finding 2)', async () => {
    const { email } = await signUp(shop, freshEmail())
    const session = bearer((await logIn(email, password)).body.token)
    const { token } = (await request(`${shop.address}/identity/token`, 'GET', undefined, session)).body
    expect(decodeJwt(token)).toMatchObject({ email_verified: false })
    await put('/email-confirmation', { token: await mailedLink(shop, email, 'confirm'), password })
    const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(token))
    expect(entered.body.account).toMatchObject({ emailVerified: true })
  })
})

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

import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesToWait } from '#platform/http/rate-limits'
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
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { linksAreMailed, mailTo, mailboxes, mailsTo, openLinks, tokenIn } from '../mailbox.ts'

/** Addresses: how they are confirmed. */

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

/** How often the mail of a link that waits was tried once more. */
async function tries(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select retry_count as count from pgboss.job where name = 'link-mail' and state < 'completed'`.execute(shop.db)
  return rows[0]?.count
}

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

  it('comes however often the mail server was down before', async () => {
    const email = freshEmail()
    const limit = { what: 'confirmation mail to an email', most: 12, minutes: 60 }
    const person = await signUp(shop, email)
    await linksAreMailed(shop)
    // One more is allowed in this hour.
    for (let count = 1; count < 11; count += 1) await minutesToWait(shop.system, limit, email)
    const [outbox, away] = [join(shop.dataDir, 'outbox'), join(shop.dataDir, 'outbox-away')]
    await rename(outbox, away)
    await writeFile(outbox, 'no folder')
    expect(await person.call('POST', '/email-confirmation/mail')).toMatchObject({ body: { sent: true } })
    await eventually(tries, count => (count ?? 0) > 1)
    await rm(outbox)
    await rename(away, outbox)
    // The more tries have failed, the longer the next one waits.
    await sql`update pgboss.job set start_after = now() where name = 'link-mail' and state = 'retry'`.execute(shop.db)
    await linksAreMailed(shop)
    expect(await mailsTo(shop, email)).toHaveLength(2)
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
      const { email } = await signUp(shop, freshEmail())
      const token = await mailedLink(shop, email, purpose)
      expect(await put(path, { token, [field]: newPassword })).toMatchObject({ status: 200 })
      const { rows } = await sql`select email_verified from account where email = ${email}`.execute(shop.db)
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

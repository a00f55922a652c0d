import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeOldLinks } from '../../src/modules/identity/links/mailed-links.server.ts'
import { type Answer, type Person, createPerson, mailedLink, signIn, signUp, visitor } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { createPasswordless, linksAreMailed, mailTo, mailboxes, mailsTo, openLinks, tokenIn } from '../mailbox.ts'

/** Passwords and addresses: what mailed links open, and what they do not. */

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

const post = (path: string, body?: unknown) => visitor(shop).call('POST', path, body)
const put = (path: string, body?: unknown) => visitor(shop).call('PUT', path, body)
const { logIn, isIn, enter, userOf, freshEmail } = mailboxes(() => shop)

describe('a forgotten password', () => {
  it('is replaced by the link in the mail; every session ends, and the link works once', async () => {
    const person = await createPerson(shop)
    expect(await post('/password-reset', { email: person.email })).toMatchObject({ status: 200 })
    const mail = await mailTo(shop, person.email, /^A new password/)
    expect(mail.links[0]).toBe(`${shop.address}/reset-password?token=${tokenIn(mail)}`)
    expect(mail.html).toContain('Choose a new password')

    const set = () => put('/password', { token: tokenIn(mail), password: newPassword })
    expect(await set()).toMatchObject({ status: 200, body: { email: person.email } })
    expect(await isIn(person)).toBe(false)
    expect((await logIn(person.email, password)).status).toBe(401)
    expect((await logIn(person.email, newPassword)).status).toBe(200)
    expect(await mailTo(shop, person.email, /was changed/)).toMatchObject({ links: [] })
    expect(await set()).toMatchObject({ status: 410, body: { code: 'link-dead' } })
    const { rows } = await sql`
      select actor_kind, after from audit
      where action = 'account.password-changed' and subject_id = ${person.accountId}`.execute(shop.db)
    expect(rows).toEqual([{ actor_kind: 'customer', after: { by: 'reset link' } }])
  })

  it('keeps neither the token nor anything that opens an account where somebody reads the database', async () => {
    const { email } = await createPerson(shop)
    await post('/password-reset', { email })
    const token = tokenIn(await mailTo(shop, email, /^A new password/))
    const { rows } = await sql<{ found: number }>`
      select (select count(*) from identity."mailedLink" as kept where kept::text like ${`%${token}%`})
        + (select count(*) from pgboss.job where data::text like ${`%${token}%`}) as found`.execute(shop.db)
    expect(rows).toEqual([{ found: 0 }])
  })

  it('answers the same for an address that nobody has, and mails nothing', async () => {
    const known = await createPerson(shop)
    const email = freshEmail()
    const answers = [await post('/password-reset', { email: known.email }), await post('/password-reset', { email })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body)).toEqual([{ email: known.email }, { email }])
    const names = answers.map(({ headers }) => [...headers.keys()].toSorted())
    expect(names[0]).toEqual(names[1])
    await linksAreMailed(shop)
    expect(await mailsTo(shop, email)).toEqual([])
  })

  it('mails five times an hour to one address at the most, and does not tell that it stopped', async () => {
    const { email } = await createPerson(shop)
    const answers: Answer[] = []
    for (let count = 0; count < 8; count += 1) answers.push(await post('/password-reset', { email }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await linksAreMailed(shop)
    expect(await mailsTo(shop, email)).toHaveLength(5)
  })

  it('works for an hour', async () => {
    const { email } = await createPerson(shop)
    const late = await mailedLink(shop, email, 'reset')
    shop.passTime(61 * minute)
    expect(await put('/password', { token: late, password: newPassword })).toMatchObject({ status: 410 })
    expect((await logIn(email, password)).status).toBe(200)
  })

  it('has one link that is used void all others', async () => {
    const { email } = await createPerson(shop)
    const links = [await mailedLink(shop, email, 'reset'), await mailedLink(shop, email, 'reset')]
    await mailedLink(shop, email, 'change-email', freshEmail())
    expect(await put('/password', { token: links[1], password: newPassword })).toMatchObject({ status: 200 })
    expect(await put('/password', { token: links[0], password })).toMatchObject({ status: 410 })
    expect(await openLinks(shop, email)).toEqual([])
  })

  it.each(['confirm', 'change-email'] as const)('is not replaced by a link to %s', async purpose => {
    const { email } = await createPerson(shop)
    const token = await mailedLink(shop, email, purpose)
    expect(await put('/password', { token, password: newPassword })).toMatchObject({ status: 410 })
    expect((await logIn(email, password)).status).toBe(200)
  })

  it('gives a password to whoever had only Google', async () => {
    const { email } = await createPasswordless(shop)
    expect((await logIn(email, password)).status).toBe(401)
    const token = await mailedLink(shop, email, 'reset')
    expect(await put('/password', { token, password: newPassword })).toMatchObject({ status: 200 })
    expect((await logIn(email, newPassword)).status).toBe(200)
  })

  it('leaves the second factor of a confirmed address on, and a sign-in that waits for its code ends', async () => {
    const person = await createPerson(shop)
    const user = await userOf(person.email)
    await sql`update identity."user" set "twoFactorEnabled" = true where "id" = ${user?.id}`.execute(shop.db)
    await sql`
      insert into identity."twoFactor" ("id", "secret", "backupCodes", "userId", "verified")
      values ('factor', 'secret', 'codes', ${user?.id}, true)`.execute(shop.db)
    expect((await logIn(person.email, password)).body).toMatchObject({ twoFactorRedirect: true })
    const waiting = sql<{ count: number }>`
      select count(*)::integer as count from identity."verification" where "value" = ${user?.id}`
    expect((await waiting.execute(shop.db)).rows).toEqual([{ count: 1 }])

    await put('/password', { token: await mailedLink(shop, person.email, 'reset'), password: newPassword })
    expect((await waiting.execute(shop.db)).rows).toEqual([{ count: 0 }])
    expect((await logIn(person.email, newPassword)).body).toMatchObject({ twoFactorRedirect: true })
  })

  it('of an unconfirmed address voids everything that whoever typed it first has made', async () => {
    const email = freshEmail()
    const mallory = await signUp(shop, email)
    const user = await userOf(email)
    await sql`
      insert into identity."account" ("id", "accountId", "providerId", "userId", "updatedAt")
      values ('mallorys', 'her own', 'google', ${user?.id}, now())`.execute(shop.db)
    const token = await mailedLink(shop, email, 'reset')
    expect(await put('/password', { token, password: newPassword })).toMatchObject({ status: 200 })
    expect(await userOf(email)).toMatchObject({ emailVerified: true })
    const { rows } = await sql`
      select "providerId" from identity."account" where "userId" = ${user?.id}`.execute(shop.db)
    expect(rows).toEqual([{ providerId: 'credential' }])
    expect(await isIn(mallory)).toBe(false)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await enter(email, newPassword)).body).toMatchObject({ account: { emailVerified: true } })
  })

  it('keeps the rules of the sign-up form', async () => {
    const { email } = await createPerson(shop)
    const token = await mailedLink(shop, email, 'reset')
    expect(await put('/password', { token, password: 'short' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message: 'Password must be 6 characters' }] },
    })
    expect(await openLinks(shop, email)).toEqual(['reset'])
  })
})

describe('another password', () => {
  const change = (person: Person, current: string) =>
    person.call('POST', '/password', { current, password: newPassword })

  it('takes the present one; this session stays, every other ends, and the owner is told', async () => {
    const here = await createPerson(shop)
    const elsewhere = await signIn(shop, here.email)
    await mailedLink(shop, here.email, 'reset')
    expect(await change(here, password)).toMatchObject({ status: 200, body: { email: here.email } })
    expect(await isIn(here)).toBe(true)
    expect(await isIn(elsewhere)).toBe(false)
    expect((await logIn(here.email, password)).status).toBe(401)
    expect((await logIn(here.email, newPassword)).status).toBe(200)
    expect(await openLinks(shop, here.email)).toEqual([])
    await mailTo(shop, here.email, /was changed/)
  })

  it('is refused without the present one, and a session that somebody else sits at is no way to guess it', async () => {
    const person = await createPerson(shop)
    const answers = await Promise.all(Array.from({ length: 14 }, () => change(person, 'a guess')))
    const codes = answers.map(({ body }) => body.code as string)
    expect(codes.filter(code => code === 'wrong-password')).toHaveLength(10)
    expect(codes.filter(code => code === 'too-many-tries')).toHaveLength(4)
    // The right one is not told from a wrong one either, until the time is over.
    expect(await change(person, password)).toMatchObject({ status: 429, body: { code: 'too-many-tries' } })
    const email = { email: freshEmail(), password }
    expect(await person.call('POST', '/email', email)).toMatchObject({ status: 429 })
    shop.passTime(16 * minute)
    expect(await change(await signIn(shop, person.email), password)).toMatchObject({ status: 200 })
  })

  it('is refused where there is none yet, with the way to one', async () => {
    const person = await createPasswordless(shop)
    expect(await change(person, password)).toMatchObject({ status: 409, body: { code: 'no-password' } })
  })
})

it('links that nobody opened in time are removed', async () => {
  const { email } = await createPerson(shop)
  await mailedLink(shop, email, 'reset')
  const kept = await mailedLink(shop, email, 'confirm')
  shop.passTime(2 * 60 * minute)
  await removeOldLinks(shop.system)
  expect(await openLinks(shop, email)).toEqual(['confirm'])
  expect(kept).toMatch(/^[\w-]{43}$/)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { waitingForLocks } from './in-turn.ts'
import { request, signUp } from '../factories.ts'
import { type Issuer, startIssuer } from '../identity/google-issuer.ts'
import { googleBrowser, outcomeOf } from '../identity/google.ts'
import { type TestShop, startTestShop } from '../harness.ts'

/** The owner of a mailbox comes by Google while somebody else signs in with the password that she once made up for it. */
let issuer: Issuer
let shop: TestShop
beforeAll(async () => {
  issuer = await startIssuer()
  shop = await startTestShop({ environment: issuer.environment() })
})
afterAll(async () => {
  await shop.close()
  await issuer.close()
})

it('a password that was right a moment before its owner voids it opens nothing', async () => {
  const email = 'contested@example.com'
  await signUp(shop, email)
  const browser = googleBrowser(shop)
  const back = issuer.approve(await browser.begin(), { sub: '1', email, name: 'The Owner' })
  const logIn = () =>
    request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password: 'a long test password' })

  // Her session in the shop is held, so that the owner's sign-in stops half-way, and her own behind it.
  const holder = await shop.db.startTransaction().execute()
  const holding = sql`
    select from account_session where account_id = (select id from account where email = ${email}) for update`
  await holding.execute(holder)
  const owner = browser.follow(back)
  let stranger: ReturnType<typeof logIn>
  try {
    await eventually(
      () => waitingForLocks(shop.db),
      count => count === 1,
    )
    stranger = logIn()
    await eventually(
      () => waitingForLocks(shop.db),
      count => count === 2,
    )
  } finally {
    await holder.commit().execute()
  }

  expect(outcomeOf(await owner).error).toBeNull()
  expect((await stranger).status).toBe(401)
  const { rows } = await sql`select count(*)::integer as count from identity.session`.execute(shop.db)
  expect(rows).toEqual([{ count: 1 }])
  expect((await browser.enter()).body).toMatchObject({ account: { name: 'The Owner', emailVerified: true } })
  expect((await logIn()).status).toBe(401)
})

it('a stranger’s way by the provider that is voided while her session begins opens nothing', async () => {
  const email = 'claimed@example.com'
  const unconfirmed = { sub: 'stranger', email, name: 'A Stranger', email_verified: false }
  const first = googleBrowser(shop)
  expect(outcomeOf(await first.follow(issuer.approve(await first.begin(), unconfirmed))).error).toBeNull()

  const browser = googleBrowser(shop)
  const back = issuer.approve(await browser.begin(), unconfirmed)
  // What a reset by the mailbox's owner does, stopped before its end: her sign-in has read its link by then, and waits.
  const holder = await shop.db.startTransaction().execute()
  await sql`select from identity."user" where "email" = ${email} for update`.execute(holder)
  const ofUser = sql`"userId" = (select "id" from identity."user" where "email" = ${email})`
  let stranger: Promise<string>
  try {
    stranger = browser.follow(back)
    // A job of the shop may wait for her row, too.
    await eventually(
      () => waitingForLocks(shop.db, 'insert into "session"'),
      count => count === 1,
    )
    await sql`delete from identity."session" where ${ofUser}`.execute(holder)
    await sql`delete from identity."account" where ${ofUser}`.execute(holder)
  } finally {
    await holder.commit().execute()
  }
  await stranger
  const { rows } = await sql`select from identity."session" where ${ofUser}`.execute(shop.db)
  expect(rows).toEqual([])
  expect((await browser.enter()).status).not.toBe(200)
})

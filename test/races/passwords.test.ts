import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, bearer, createPerson, mailedLink, request, signUp, visitor } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { inTurn, waitingForLocks } from './in-turn.ts'

/** Passwords and links that several people use in the same moment. */

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const password = 'a long test password'
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const logIn = (email: string, typed: string) =>
  request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password: typed })
const reset = (token: string, chosen: string) => visitor(shop).call('PUT', '/password', { token, password: chosen })
const holdUser = (email: string) => sql`select from identity."user" where "email" = ${email} for update`

async function sessionsOf(email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from identity."session" join identity."user" on "user"."id" = "userId"
    where "user"."email" = ${email}`.execute(shop.db)
  return rows[0]?.count ?? 0
}

it('of two uses of one link at once, one sets its password', async () => {
  const { email } = await createPerson(shop)
  const token = await mailedLink(shop, email, 'reset')
  const answers = await inTurn(shop.db, holdUser(email), [
    () => reset(token, 'the first password'),
    () => reset(token, 'the second password'),
  ])
  expect(statuses(answers)).toEqual([200, 410])
  expect((await logIn(email, 'the first password')).status).toBe(200)
  expect((await logIn(email, 'the second password')).status).toBe(401)
})

it('of many links of one account that are used at once, one sets its password', async () => {
  const { email } = await createPerson(shop)
  const links = await Promise.all(Array.from({ length: 6 }, () => mailedLink(shop, email, 'reset')))
  const answers = await Promise.all(links.map((token, index) => reset(token, `password number ${index}`)))
  expect(statuses(answers).filter(status => status === 200)).toHaveLength(1)
  expect(statuses(answers).filter(status => status === 410)).toHaveLength(5)
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await logIn(email, `password number ${winner}`)).status).toBe(200)
})

it('of a link that confirms, one use at once confirms', async () => {
  const email = 'confirmed-twice@example.com'
  const person = await signUp(shop, email)
  const token = await mailedLink(shop, email, 'confirm')
  const open = () => person.call('POST', '/email-confirmation', { token })
  expect(statuses(await inTurn(shop.db, holdUser(email), [open, open]))).toEqual([200, 410])
})

it('a change of the password that a reset overtakes changes nothing', async () => {
  const person = await createPerson(shop)
  const token = await mailedLink(shop, person.email, 'reset')
  const answers = await inTurn<Answer>(shop.db, holdUser(person.email), [
    () => reset(token, 'the owner’s password'),
    () => person.call('POST', '/password', { current: password, password: 'the thief’s password' }),
  ])
  expect(statuses(answers)).toEqual([200, 403])
  expect((await logIn(person.email, 'the owner’s password')).status).toBe(200)
  expect((await logIn(person.email, 'the thief’s password')).status).toBe(401)
})

it('a sign-in with the old password that a reset overtakes opens nothing', async () => {
  const { email } = await createPerson(shop)
  const token = await mailedLink(shop, email, 'reset')
  const answers = await inTurn<Answer>(shop.db, holdUser(email), [
    () => reset(token, 'the owner’s password'),
    () => logIn(email, password),
  ])
  expect(statuses(answers)).toEqual([200, 401])
  expect(await sessionsOf(email)).toBe(0)
})

it('a sign-in with the old password that a change overtakes opens nothing', async () => {
  const person = await createPerson(shop)
  const answers = await inTurn<Answer>(shop.db, holdUser(person.email), [
    () => person.call('POST', '/password', { current: password, password: 'the owner’s password' }),
    () => logIn(person.email, password),
  ])
  expect(statuses(answers)).toEqual([200, 401])
  expect(await sessionsOf(person.email)).toBe(1)
})

it('a token that was about to open the shop when the password was reset opens nothing', async () => {
  const { email } = await createPerson(shop)
  const session = (await logIn(email, password)).body.token
  const idToken = (await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session))).body.token
  const token = await mailedLink(shop, email, 'reset')
  const answers = await inTurn<Answer>(shop.db, holdUser(email), [
    () => reset(token, 'the owner’s password'),
    () => request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(idToken)),
  ])
  expect(statuses(answers)).toEqual([200, 401])
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from account_session join account on account.id = account_id
    where account.email = ${email} and ended_at is null`.execute(shop.db)
  expect(rows).toEqual([{ open: 0 }])
})

it('two who want each other’s unconfirmed address do not wait for each other for ever', async () => {
  const [one, other] = [await signUp(shop, 'one@example.com'), await signUp(shop, 'other@example.com')]
  const links = [
    await mailedLink(shop, one.email, 'change-email', other.email),
    await mailedLink(shop, other.email, 'change-email', one.email),
  ]
  const answers = await Promise.all([
    one.call('POST', '/email-confirmation', { token: links[0] }),
    other.call('POST', '/email-confirmation', { token: links[1] }),
  ])
  // Whoever comes first has taken the other's place: that one is signed out, and the link gone with the user.
  expect(statuses(answers).filter(status => status === 200)).toHaveLength(1)
  expect(statuses(answers).every(status => [200, 401, 410].includes(status))).toBe(true)
})

it('somebody who signs up with an address while it becomes another account’s is told so, and the link stays good', async () => {
  const person = await createPerson(shop)
  const email = 'wanted@example.com'
  const token = await mailedLink(shop, person.email, 'change-email', email)
  const open = () => person.call('POST', '/email-confirmation', { token })
  // A user with that address is on its way, so the change waits for what becomes of it.
  const signingUp = await shop.db.startTransaction().execute()
  await sql`
    insert into identity."user" ("id", "name", "email", "emailVerified") values ('newcomer', 'New', ${email}, false)`.execute(
    signingUp,
  )
  const opened = open()
  await eventually(
    () => waitingForLocks(shop.db),
    count => count === 1,
  )
  await signingUp.commit().execute()
  expect(await opened).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  expect(await open()).toMatchObject({ status: 200, body: { email } })
})

it('what dies half-way leaves the link good and the password as it was', async () => {
  const { email } = await createPerson(shop)
  const token = await mailedLink(shop, email, 'reset')
  await sql`
    create function no_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger no_audit before insert on audit for each row execute function no_audit()`.execute(shop.db)
  expect((await reset(token, 'another password')).status).toBe(500)
  expect((await logIn(email, password)).status).toBe(200)
  await sql`drop trigger no_audit on audit; drop function no_audit()`.execute(shop.db)
  expect((await reset(token, 'another password')).status).toBe(200)
  expect((await logIn(email, 'another password')).status).toBe(200)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, bearer, createPerson, createTool, orderOf, request } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { inTurn } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const remove = (person: Person) => person.call('DELETE', '/account', { email: person.email })
const take = (who: Person, from: Person) => who.call('DELETE', `/users/admin/${from.email}`)
const statuses = (answers: { status: number }[]) => answers.map(answer => answer.status)

async function admins(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account where role = 'admin' order by id`.execute(shop.db)
  return rows.map(row => row.id)
}

/** The only admins there are, made anew. */
async function onlyAdmins(count: number): Promise<Person[]> {
  await sql`update account set role = 'customer' where role = 'admin'`.execute(shop.db)
  return Promise.all(Array.from({ length: count }, () => createPerson(shop, 'admin')))
}

const holdAdmins = () => sql`select from account where role = 'admin' order by id for update`

it('[D2.46] of two admins who take each other’s role at once, one stays', async () => {
  const [one, other] = await onlyAdmins(2)
  if (!one || !other) throw new Error('two admins are needed')
  const answers = await inTurn(shop.db, holdAdmins(), [() => take(one, other), () => take(other, one)])
  expect(statuses(answers)).toEqual([200, 403])
  expect(await admins()).toEqual([one.accountId])
})

it('[D2.46] of many admins who take everybody’s role at once, one stays', async () => {
  const people = await onlyAdmins(4)
  const answers = await Promise.all(people.flatMap(who => people.map(from => take(who, from))))
  expect(answers.every(({ status }) => [200, 403, 409].includes(status))).toBe(true)
  expect(await admins()).toHaveLength(1)
})

it('[D2.46] of two admins who delete their accounts at once, one stays', async () => {
  const people = await onlyAdmins(2)
  const answers = await inTurn(
    shop.db,
    holdAdmins(),
    people.map(person => () => remove(person)),
  )
  expect(statuses(answers)).toEqual([200, 409])
  expect(answers[1]?.body.code).toBe('last-admin')
  expect(await admins()).toHaveLength(1)
})

it('an admin who loses the role while another deletes their account stays the last one', async () => {
  const [one, other] = await onlyAdmins(2)
  if (!one || !other) throw new Error('two admins are needed')
  const answers = await inTurn(shop.db, holdAdmins(), [() => remove(one), () => take(other, other)])
  expect(statuses(answers)).toEqual([200, 409])
  expect(await admins()).toEqual([other.accountId])
})

it('a role that is given sixteen times at once is one change', async () => {
  const [admin] = await onlyAdmins(1)
  if (!admin) throw new Error('an admin is needed')
  const chosen = await createPerson(shop)
  const answers = await Promise.all(Array.from({ length: 16 }, () => admin.call('PUT', `/users/admin/${chosen.email}`)))
  expect(answers.reduce((sum, answer) => sum + answer.body.modifiedCount, 0)).toBe(1)
  const { rows } = await sql`
    select from audit where action = 'account.role-changed' and subject_id = ${chosen.accountId}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

it('an account that is deleted sixteen times at once is deleted once', async () => {
  const person = await createPerson(shop)
  const answers = await Promise.all(Array.from({ length: 16 }, () => remove(person)))
  expect(statuses(answers).filter(status => status === 200)).toHaveLength(1)
  expect(statuses(answers).every(status => status === 200 || status === 401)).toBe(true)
  const { rows } = await sql`
    select from audit where action = 'account.deleted' and subject_id = ${person.accountId}`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

it('[D6.14] an order that is placed while its account is deleted holds nothing for nobody', async () => {
  const tool = await createTool(shop)
  const [late, early] = [await createPerson(shop), await createPerson(shop)]
  const hold = (person: Person) => sql`select from account where id = ${person.accountId} for update`
  const place = (person: Person) => () => person.call('POST', '/orders', orderOf(tool))
  // Deleted first: the order finds no buyer.
  const first = await inTurn(shop.db, hold(late), [() => remove(late), place(late)])
  expect(first[0]?.status).toBe(200)
  expect(first[1]).toMatchObject({ status: 401, body: { code: 'token-expired' } })
  // Ordered first: the account stays until that is paid or deleted.
  const second = await inTurn(shop.db, hold(early), [place(early), () => remove(early)])
  expect(statuses(second)).toEqual([200, 409])
  expect(second[1]?.body.code).toBe('unpaid-orders')
  const { rows } = await sql`select account_id from orders where id = ${second[0]?.body.insertedId}`.execute(shop.db)
  expect(rows).toEqual([{ account_id: early.accountId }])
})

it('a profile that is saved while its account is deleted is refused, not broken', async () => {
  const person = await createPerson(shop)
  const hold = sql`select from account where id = ${person.accountId} for update`
  const save = () => person.call('PUT', `/users/myProfile?email=${person.email}`, { phone: '1' })
  const [removed, saved] = await inTurn(shop.db, hold, [() => remove(person), save])
  expect(removed?.status).toBe(200)
  expect(saved).toMatchObject({ status: 401, body: { code: 'token-expired' } })
})

it('who enters while their account is deleted does not bring it back', async () => {
  const person = await createPerson(shop)
  const password = 'a long test password'
  const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email: person.email, password })
  const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
  const enter = () =>
    request(`${shop.address}/api/user/${person.email}`, 'PUT', { email: person.email }, bearer(idToken.body.token))
  const hold = sql`select from account where id = ${person.accountId} for update`
  const [removed, entered] = await inTurn(shop.db, hold, [() => remove(person), enter])
  expect(removed?.status).toBe(200)
  expect(entered?.status).toBe(401)
  const { rows } = await sql`select from account where email = ${person.email}`.execute(shop.db)
  expect(rows).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectProblem } from '#test/problems'
import { readMailReceivers } from './mails.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const choices = async (person: Person) => (await person.call('GET', '/account/mails')).body.mails
const choose = (person: Person, mails: object) => person.call('PUT', '/account/mails', { mails })
const trailOf = async ({ accountId }: Person) => {
  const { rows } = await sql`
    select actor_id, before, after from audit
    where action = 'account.mails-chosen' and subject_id = ${accountId} order by id`.execute(shop.db)
  return rows
}

describe('the mails to somebody of the staff', () => {
  it('are those of the role, as most would want them, and none for customers', async () => {
    expect(await choices(await createPerson(shop, 'admin'))).toEqual({
      'order-paid': true,
      digest: false,
      'own-import': true,
      'other-import': false,
    })
    expect(await choices(await createPerson(shop, 'warehouse'))).toEqual({ 'order-paid': false })
    expect(await choices(await createPerson(shop, 'catalogue'))).toEqual({ 'own-import': true, 'other-import': false })
    expect(await choices(await createPerson(shop))).toEqual({})
  })

  it('are chosen, once however often that is sent, and leave a line in the trail', async () => {
    const owner = await createPerson(shop, 'admin')
    expect(await choose(owner, { 'order-paid': false, digest: true })).toMatchObject({
      status: 200,
      body: { modifiedCount: 2 },
    })
    expect(await choose(owner, { 'order-paid': false, digest: true })).toMatchObject({ body: { modifiedCount: 0 } })
    // What is not named stays.
    expect(await choose(owner, { 'other-import': true, 'own-import': true })).toMatchObject({
      body: { modifiedCount: 1 },
    })
    expect(await choices(owner)).toEqual({
      'order-paid': false,
      digest: true,
      'own-import': true,
      'other-import': true,
    })
    expect(await trailOf(owner)).toEqual([
      {
        actor_id: owner.accountId,
        before: { 'order-paid': true, digest: false },
        after: { 'order-paid': false, digest: true },
      },
      { actor_id: owner.accountId, before: { 'other-import': false }, after: { 'other-import': true } },
    ])
  })

  it('chosen eight times at once are chosen once', async () => {
    const owner = await createPerson(shop, 'admin')
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(owner, { digest: true })))
    expect(answers.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(await trailOf(owner)).toHaveLength(1)
  })

  it('that the role does not include are refused, and nothing beside them is kept', async () => {
    const packer = await createPerson(shop, 'warehouse')
    expectProblem(await choose(packer, { 'order-paid': true, digest: true }), 403, 'mail-beyond-role')
    expect(await choices(packer)).toEqual({ 'order-paid': false })
    expectProblem(await choose(await createPerson(shop), { 'order-paid': false }), 403, 'mail-beyond-role')
  })

  it.each([
    [{ constructor: true }, 'The shop sends no such mail.'],
    [{ 'order-paid': 'yes' }, 'Say true or false.'],
    [['order-paid'], 'Say which mails you want.'],
    [null, 'Say which mails you want.'],
  ])('refuse %j', async (mails, message) => {
    const owner = await createPerson(shop, 'admin')
    const answer = await owner.call('PUT', '/account/mails', JSON.stringify({ mails }), {
      'content-type': 'application/json',
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ message }] } })
  })

  it('are in the download of what the shop keeps of a person, and go with the account', async () => {
    const packer = await createPerson(shop, 'warehouse')
    await choose(packer, { 'order-paid': true })
    expect((await packer.call('GET', '/account/data')).body.mails).toEqual({ 'order-paid': true })
    expect(await packer.call('DELETE', '/account', { email: packer.email })).toMatchObject({ status: 200 })
    const { rows } = await sql`select from staff_mail_choice where account_id = ${packer.accountId}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

it('a mail is for whoever wants it and may have it at that moment', async () => {
  const packer = await createPerson(shop, 'warehouse')
  await choose(packer, { 'order-paid': true })
  const isReceiver = async () =>
    (await readMailReceivers(shop.system, 'order-paid')).some(({ email }) => email === packer.email)
  expect(await isReceiver()).toBe(true)
  for (const role of ['catalogue', 'customer']) {
    await sql`update account set role = ${role} where id = ${packer.accountId}`.execute(shop.db)
    expect(await isReceiver()).toBe(false)
  }
  await sql`update account set role = 'warehouse' where id = ${packer.accountId}`.execute(shop.db)
  expect(await isReceiver()).toBe(true)
})

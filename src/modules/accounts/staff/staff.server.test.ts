import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permission, permissions } from '#kernel/access'
import { type Person, bearer, createPerson, mailedLink, request, signIn, signUp } from '#test/factories'
import type { TestDatabase } from '#test/shop/databases'
import { type TestShop, createTestDatabase, startTestShop } from '#test/harness'
import { mailTo } from '#test/mailbox'
import { movedTo } from '#test/shop/process'

let database: TestDatabase
let shop: TestShop
let owner: Person
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startTestShop({ database })
  owner = await createPerson(shop, 'admin')
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const staff = async (who = owner) => (await who.call('GET', '/staff')).body
const roleOf = async ({ accountId }: Person) => {
  const { rows } = await sql<{ role: string }>`select role from account where id = ${accountId}`.execute(shop.db)
  return rows[0]?.role
}
const give = (person: Person, role: string, by = owner) => by.call('PUT', `/staff/${person.accountId}/role`, { role })
const invite = (email: string, role = 'warehouse', by = owner) => by.call('POST', '/staff/invitations', { email, role })
const invitationOf = async (email: string) =>
  (await staff()).invitations.find((one: { email: string }) => one.email === email)
const newEmail = () => `${randomUUID()}@example.com`
const confirm = async (person: Person) =>
  person.call('POST', '/email-confirmation', { token: await mailedLink(shop, person.email, 'confirm') })

async function addRole(granted: readonly Permission[], by = owner): Promise<string> {
  const { body } = await by.call('POST', '/staff/roles', { name: randomUUID(), permissions: granted })
  return body.key
}
/** Somebody whose role may do just this. */
async function personWho(...granted: Permission[]): Promise<Person> {
  return createPerson(shop, await addRole(granted))
}

describe('an invitation', () => {
  it('gives the role to whoever signs up with the address and confirms it, and not before', async () => {
    const email = newEmail()
    expect(await invite(email)).toMatchObject({ status: 200, body: { state: 'invited' } })
    const mail = await mailTo(shop, email, /You are invited to work at/)
    expect(mail.text).toContain('Your role: Warehouse')
    expect(mail.links[0]).toMatch(/\/signUp$/)

    const person = await signUp(shop, email)
    expect(await roleOf(person)).toBe('customer')
    expect(await person.call('GET', '/allOrders')).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    await confirm(person)
    const again = await signIn(shop, email)
    expect(await roleOf(again)).toBe('warehouse')
    expect(await again.call('GET', '/allOrders')).toMatchObject({ status: 200 })
    expect(await again.call('GET', '/settings')).toMatchObject({ status: 403 })
    expect(await invitationOf(email)).toBeUndefined()
  })

  it('is the role at once for a confirmed account, which is told', async () => {
    const person = await createPerson(shop)
    expect(await invite(person.email, 'support')).toMatchObject({ body: { state: 'given' } })
    expect(await roleOf(person)).toBe('support')
    expect((await mailTo(shop, person.email, /Your role at/)).text).toContain('Your role: Support')
    expect(await invite(person.email, 'warehouse')).toMatchObject({ status: 409, body: { code: 'already-staff' } })
  })

  it('that is sent again replaces the first one, and can be taken back once', async () => {
    const email = newEmail()
    await Promise.all([invite(email), invite(email, 'support'), invite(email)])
    const { rows } = await sql`select from staff_invitation where email = ${email}`.execute(shop.db)
    expect(rows).toHaveLength(1)
    const { _id: id } = await invitationOf(email)
    const trail = async () => (await owner.call('GET', `/audit?subject=${id}`)).body
    expect(await trail()).toMatchObject([{ action: 'staff.invited', subject: { label: email } }])
    const taken = await Promise.all([1, 2].map(() => owner.call('DELETE', `/staff/invitations/${id}`)))
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 404])
    // Nothing can be taken out of the trail, so the address of whoever did not come is not in it.
    expect(await trail()).toMatchObject([{ action: 'staff.invitation-withdrawn' }, { action: 'staff.invited' }])
    expect(JSON.stringify(await trail())).not.toContain(email)
    const person = await signUp(shop, email)
    await confirm(person)
    expect(await roleOf(await signIn(shop, email))).toBe('customer')
  })

  it('is worth nothing when its time is up, or when whoever sent it has lost their role', async () => {
    const [late, orphan] = [newEmail(), newEmail()]
    const lead = await personWho('staff', 'orders', 'shipping')
    await invite(late)
    await sql`update staff_invitation set expires_at = now() where email = ${late}`.execute(shop.db)
    expect(await invitationOf(late)).toMatchObject({ isOver: true })
    expect(await invite(orphan, 'warehouse', lead)).toMatchObject({ status: 200 })
    await give(lead, 'customer')
    for (const email of [late, orphan]) {
      await confirm(await signUp(shop, email))
      expect(await roleOf(await signIn(shop, email))).toBe('customer')
    }
  })
})

it('an invitation is taken back when whoever sent it could not give that role any more', async () => {
  const [own, offered] = [await addRole(['staff', 'orders', 'shipping']), await addRole(['orders'])]
  const lead = await createPerson(shop, own)
  const [narrowed, grown, good] = [newEmail(), newEmail(), newEmail()]
  await invite(narrowed, 'warehouse', lead)
  await invite(grown, offered, lead)
  await invite(good, await addRole(['orders']), lead)
  const change = (key: string, version: number, ...granted: Permission[]) =>
    owner.call('PUT', `/staff/roles/${key}`, { name: key, permissions: granted, version })
  await change(offered, 1, 'orders', 'refunds')
  await change(own, 1, 'staff', 'orders')
  for (const email of [narrowed, grown]) {
    expect(await invitationOf(email)).toBeUndefined()
    await confirm(await signUp(shop, email))
    expect(await roleOf(await signIn(shop, email))).toBe('customer')
  }
  expect(await invitationOf(good)).toBeDefined()
})

describe('nobody gives or takes what they do not have:', () => {
  it('neither by an invitation, nor by a role, nor by a change of one', async () => {
    const lead = await personWho('staff', 'orders', 'shipping')
    const customer = await createPerson(shop)
    const beyond = { status: 403, body: { code: 'beyond-own-role' } }
    expect(await invite(newEmail(), 'manager', lead)).toMatchObject(beyond)
    expect(await invite(newEmail(), 'admin', lead)).toMatchObject(beyond)
    expect(await lead.call('PUT', `/users/admin/${lead.email}`)).toMatchObject(beyond)
    expect(await lead.call('DELETE', `/users/admin/${owner.email}`)).toMatchObject(beyond)
    expect(await give(lead, 'admin', lead)).toMatchObject(beyond)
    expect(await give(customer, 'support', lead)).toMatchObject(beyond)
    expect(await give(owner, 'warehouse', lead)).toMatchObject(beyond)
    expect(await lead.call('POST', '/staff/roles', { name: 'All', permissions: ['refunds'] })).toMatchObject(beyond)
    const { roles } = await staff()
    const own = roles.find(({ key, members }: { key: string; members: number }) => key.length > 30 && members === 1)
    const change = (key: string, granted: Permission[]) =>
      lead.call('PUT', `/staff/roles/${key}`, { name: randomUUID(), permissions: granted, version: own.version })
    expect(await change(own.key, ['staff', 'orders', 'shipping', 'refunds'])).toMatchObject(beyond)
    expect(await change('support', ['orders'])).toMatchObject(beyond)
    expect(await lead.call('DELETE', '/staff/roles/support')).toMatchObject(beyond)
    expect(await give(customer, 'warehouse', lead)).toMatchObject({ status: 200 })
    expect(await roleOf(lead)).not.toBe('admin')
  })

  it('whatever sequence of calls they make', async () => {
    const anyPermissions = fc.subarray([...permissions], { minLength: 0 })
    await fc.assert(
      fc.asyncProperty(anyPermissions, anyPermissions, fc.boolean(), async (own, granted, isInvited) => {
        const lead = await personWho(...new Set<Permission>([...own, 'staff']))
        const key = await addRole(granted)
        const customer = await createPerson(shop)
        const answer = await (isInvited ? invite(customer.email, key, lead) : give(customer, key, lead))
        const isWithin = granted.every(one => one === 'staff' || own.includes(one))
        expect(answer.status).toBe(isWithin ? 200 : 403)
        expect(await roleOf(customer)).toBe(isWithin ? key : 'customer')
      }),
      { numRuns: 12 },
    )
  })

  it('nor does whoever has just lost it, however many calls are under way', async () => {
    const lead = await personWho('staff', 'orders', 'shipping')
    const customers = await Promise.all(Array.from({ length: 6 }, () => createPerson(shop)))
    const [taken, ...given] = await Promise.all([
      give(lead, 'customer'),
      ...customers.map(customer => give(customer, 'warehouse', lead)),
    ])
    expect(taken.status).toBe(200)
    expect(given.every(({ status }) => status === 200 || status === 403)).toBe(true)
    expect(await give(customers[0] ?? owner, 'warehouse', lead)).toMatchObject({ status: 403 })
    const roles = await Promise.all(customers.map(roleOf))
    expect(roles.filter(role => role === 'warehouse')).toHaveLength(given.filter(({ status }) => status === 200).length)
  })
})

describe('a role', () => {
  it('that cannot be is refused field by field', async () => {
    const fields = async (body: unknown) => {
      const answers = [
        await owner.call('POST', '/staff/roles', body),
        await owner.call('PUT', '/staff/roles/support', { version: 1, ...Object(body) }),
      ]
      return answers.map(({ status, body }) => [status, body.errors.map(({ field }: { field: string }) => field)])
    }
    expect(await fields({})).toEqual(Array.from({ length: 2 }, () => [400, ['name', 'permissions']]))
    const wrong = { name: ' ', permissions: ['orders', 'everything'] }
    expect(await fields(wrong)).toEqual(Array.from({ length: 2 }, () => [400, ['name', 'permissions.1']]))
  })

  it('that is changed counts for the next call of whoever has it, also at another process', async () => {
    const peer = await startTestShop({ database })
    const person = await personWho('orders')
    const elsewhere = movedTo(peer, person)
    expect(await elsewhere.call('GET', '/allOrders')).toMatchObject({ status: 200 })
    expect(await person.call('GET', '/allOrders')).toMatchObject({ status: 200 })
    const key = (await roleOf(person)) ?? ''
    const body = { name: randomUUID(), permissions: ['reviews'], version: 1 }
    expect(await owner.call('PUT', `/staff/roles/${key}`, body)).toMatchObject({ body: { modifiedCount: 1 } })
    expect(await owner.call('PUT', `/staff/roles/${key}`, body)).toMatchObject({ body: { modifiedCount: 0 } })
    expect(await elsewhere.call('GET', '/allOrders')).toMatchObject({ status: 403 })
    await peer.close()
    expect(await person.call('GET', '/allOrders')).toMatchObject({ status: 403 })
    expect(await person.call('GET', '/allReviews')).toMatchObject({ status: 200 })
    const stale = { ...body, permissions: ['stock'] }
    expect(await owner.call('PUT', `/staff/roles/${key}`, stale)).toMatchObject({
      status: 409,
      body: { code: 'role-changed' },
    })
    const { rows } =
      await sql`select before, after from audit where subject_id = ${key} and action = 'role.changed'`.execute(shop.db)
    expect(rows).toMatchObject([{ before: { permissions: ['orders'] }, after: { permissions: ['reviews'] } }])
  })

  it('has a name of its own, also when two of the same are made at once', async () => {
    const name = `Counter ${randomUUID()}`
    const add = () => owner.call('POST', '/staff/roles', { name, permissions: ['orders'] })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await add()).toMatchObject({ body: { code: 'role-name-taken' } })
  })

  it('stays while somebody has it or is invited to it; the owners’ and the customers’ always stay', async () => {
    const key = await addRole(['orders'])
    const remove = (key: string) => owner.call('DELETE', `/staff/roles/${key}`)
    const person = await createPerson(shop, key)
    const inUse = { status: 409, body: { code: 'role-in-use' } }
    expect(await remove(key)).toMatchObject(inUse)
    await give(person, 'customer')
    const email = newEmail()
    await invite(email, key)
    expect(await remove(key)).toMatchObject(inUse)
    await owner.call('DELETE', `/staff/invitations/${(await invitationOf(email))._id}`)
    expect(await remove(key)).toMatchObject({ status: 200 })
    expect(await remove(key)).toMatchObject({ status: 404, body: { code: 'role-gone' } })
    for (const fixed of ['admin', 'customer']) {
      expect(await remove(fixed)).toMatchObject({ status: 409, body: { code: 'role-fixed' } })
    }
  })

  it('wants a confirmed address', async () => {
    const person = await signUp(shop, newEmail())
    expect(await give(person, 'warehouse')).toMatchObject({ status: 409, body: { code: 'email-unconfirmed' } })
    expect(await give({ ...person, accountId: randomUUID() }, 'warehouse')).toMatchObject({ status: 404 })
    expect(await give(person, 'no-such-role')).toMatchObject({ status: 404, body: { code: 'role-gone' } })
  })
})

it('the last owner keeps the role, whichever call takes it', async () => {
  const alone = await startTestShop()
  try {
    const last = await createPerson(alone, 'admin')
    const other = await createPerson(alone, 'admin')
    const take = (who: Person, from: Person) => who.call('PUT', `/staff/${from.accountId}/role`, { role: 'customer' })
    const answers = await Promise.all([take(last, other), take(other, last)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const { rows } = await sql<{ id: string }>`select id from account where role = 'admin'`.execute(alone.db)
    expect(rows).toHaveLength(1)
    const winner = rows[0]?.id === last.accountId ? last : other
    expect(await take(winner, winner)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  } finally {
    await alone.close()
  }
})

it('giving a role wants a login of the last minutes, taking it away does not', async () => {
  const person = await createPerson(shop)
  const tired = await createPerson(shop, 'admin')
  await sql`update account_session set proven_at = now() - interval '1 hour' where account_id = ${tired.accountId}`.execute(
    shop.db,
  )
  expect(await give(person, 'warehouse', tired)).toMatchObject({ status: 403, body: { code: 'password-needed' } })
  expect(await invite(newEmail(), 'warehouse', tired)).toMatchObject({ body: { code: 'password-needed' } })
  await give(person, 'warehouse')
  expect(await give(person, 'customer', tired)).toMatchObject({ status: 200 })
})

it('an entry says what the account may do', async () => {
  const person = await createPerson(shop, 'warehouse')
  const identity = await request(`${shop.address}/identity/sign-in/email`, 'POST', {
    email: person.email,
    password: 'a long test password',
  })
  const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(identity.body.token))
  const path = `${shop.address}/api/user/${person.email}`
  const { body } = await request(path, 'PUT', { email: person.email }, bearer(idToken.body.token))
  expect(body.account).toMatchObject({ admin: false, permissions: ['orders', 'shipping'] })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { type Person, createPerson, mailedLink, request, signIn, signUp } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { createPasswordless } from '#test/mailbox'

/** Written out once more: the form's own list would agree with any mistake in it. */
const educations = ['BSC', 'BBA', 'MBA', 'CSE', 'Primary level', 'secondary level', 'HIgher level']
const districts = ['Dhaka', 'Comilla', 'Rajhsahi', 'Barisal', 'Shylet', 'Dinajpur', 'Rangpur']

let shop: TestShop
let admin: Person
let customer: Person
const owner = 'owner@example.com'

beforeAll(async () => {
  shop = await startTestShop({ environment: { ADMIN_EMAIL: owner } })
  admin = await createPerson(shop, 'admin')
  customer = await createPerson(shop)
})
afterAll(() => shop.close())

const profilePath = (email: string) => `/users/myProfile?email=${encodeURIComponent(email)}`
const filledIn = {
  phone: '+880 1555 010148',
  education: 'HIgher level',
  link: 'https://padma.example',
  district: 'Shylet',
}

describe('a profile', () => {
  const save = (body: unknown, who = customer) => who.call('PUT', profilePath(who.email), body)
  const read = (who = customer) => who.call('GET', profilePath(who.email))

  it('[S3.07 S5.21 S7.25] is empty at first, then inserted, then changed, then the same', async () => {
    const somebody = await createPerson(shop)
    const { name, email } = somebody
    expect((await read(somebody)).body).toEqual({ name, email, phone: '', education: '', link: '', district: '' })
    expect((await save(filledIn, somebody)).body).toEqual({ modifiedCount: 0, upsertedCount: 1 })
    expect((await save(filledIn, somebody)).body).toEqual({ modifiedCount: 0, upsertedCount: 0 })
    expect((await read(somebody)).body).toEqual({ name, email, ...filledIn })
    expect((await save({ ...filledIn, phone: ' 2 ' }, somebody)).body).toEqual({ modifiedCount: 1, upsertedCount: 0 })
    expect((await read(somebody)).body).toMatchObject({ phone: '2', district: 'Shylet' })
    expect((await save({ phone: null }, somebody)).body).toEqual({ modifiedCount: 1, upsertedCount: 0 })
    expect((await read(somebody)).body).toEqual({ name, email, phone: '', education: '', link: '', district: '' })
  })

  it('[S3.08] has the name and the email of the account, whatever the body says', async () => {
    const answer = await save({ ...filledIn, name: 'Somebody Else', email: admin.email })
    expect(answer.status).toBe(200)
    expect((await read()).body).toMatchObject({ name: customer.name, email: customer.email })
    expect((await read(admin)).body).toMatchObject({ phone: '', name: admin.name })
  })

  it('[D2.40] is its owner’s alone: not even an admin’s', async () => {
    for (const method of ['GET', 'PUT']) {
      const answer = await admin.call(method, profilePath(customer.email), method === 'PUT' ? filledIn : undefined)
      expect(answer).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    }
    expect(await customer.call('PUT', '/users/myProfile', filledIn)).toMatchObject({ status: 400 })
  })

  it.each([...educations, ''])('[S3.09] takes the education %j', async education => {
    expect((await save({ ...filledIn, education })).status).toBe(200)
    expect((await read()).body.education).toBe(education)
  })

  it.each([...districts, ''])('[S3.10] takes the district %j', async district => {
    expect((await save({ ...filledIn, district })).status).toBe(200)
  })

  it.each([
    ['education', 'Higher level'],
    ['education', 'bsc'],
    ['district', 'Rajshahi'],
    ['phone', '1'.repeat(41)],
    ['link', `https://${'a'.repeat(500)}`],
    ['link', 'a\0b'],
    ['phone', 5],
  ])('[S5.21] refuses %s %j, and says which field it is', async (field, value) => {
    await save(filledIn)
    const answer = await save({ ...filledIn, [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ field }] } })
    expect((await read()).body).toMatchObject(filledIn)
  })

  it('keeps a dangerous link as the text that it is', async () => {
    await save({ ...filledIn, link: 'javascript:alert(1)' })
    expect((await read()).body.link).toBe('javascript:alert(1)')
  })
})

describe('the list of users', () => {
  it('[D2.42 S3.04 S7.33] shows an admin everybody, newest first, page by page, and nobody twice', async () => {
    while ((await admin.call('GET', '/users')).body.length < 5) await createPerson(shop)
    const whole = await admin.call('GET', '/users?limit=200')
    const ids = whole.body.map((user: { _id: string }) => user._id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(whole.headers.get('x-total-count')).toBe(String(ids.length))
    const walked: string[] = []
    for (let path: string | undefined = '/api/users?limit=2'; path;) {
      const page = await request(new URL(path, shop.address).href, 'GET', undefined, {
        authorization: `Bearer ${admin.token}`,
      })
      walked.push(...page.body.map((user: { _id: string }) => user._id))
      path = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(walked).toEqual(ids)
    expect(whole.body.find((user: { _id: string }) => user._id === admin.accountId)).toEqual({
      _id: admin.accountId, email: admin.email, name: 'Test Person', role: 'admin', admin: true, emailVerified: true,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    }) // prettier-ignore
  })

  it('[D2.43] shows anybody else their own row, and nothing of what they search for', async () => {
    for (const path of ['/users', `/users?q=${admin.email}`, '/users?limit=200']) {
      const answer = await customer.call('GET', path)
      expect(answer.body).toEqual([expect.objectContaining({ _id: customer.accountId, admin: false })])
      expect(answer.headers.get('x-total-count')).toBe('1')
    }
  })

  it('[D2.42] finds a part of an email or a name in any case, and takes signs for what they are', async () => {
    await sql`update account set display_name = 'Karim 100%_Tyres' where id = ${customer.accountId}`.execute(shop.db)
    const find = async (q: string) =>
      (await admin.call('GET', `/users?q=${encodeURIComponent(q)}`)).body.map((user: { _id: string }) => user._id)
    expect(await find(customer.email.slice(3, 12).toUpperCase())).toEqual([customer.accountId])
    expect(await find('kARIM')).toEqual([customer.accountId])
    expect(await find('100%_t')).toEqual([customer.accountId])
    expect(await find('%')).toEqual([customer.accountId])
    expect(await find('nobody of that name')).toEqual([])
  })
})

describe('the role of an admin', () => {
  const roleOf = async (person: Person) => {
    const { rows } = await sql<{ role: string }>`select role from account where id = ${person.accountId}`.execute(
      shop.db,
    )
    return rows[0]?.role
  }
  const changesOf = async (person: Person) => {
    const { rows } = await sql`
      select actor_kind, actor_id, before, after from audit
      where action = 'account.role-changed' and subject_id = ${person.accountId} order by id`.execute(shop.db)
    return rows
  }
  const give = (email: string, who = admin) => who.call('PUT', `/users/admin/${encodeURIComponent(email)}`)
  const take = (email: string, who = admin) => who.call('DELETE', `/users/admin/${encodeURIComponent(email)}`)

  it('[S4.06 S7.27] is given once, counts at once, is taken back, and each is on the trail', async () => {
    const chosen = await createPerson(shop)
    expect((await give(chosen.email)).body).toEqual({ modifiedCount: 1 })
    expect((await give(chosen.email)).body).toEqual({ modifiedCount: 0 })
    // The token that they had before is enough: the role is the database's.
    expect((await chosen.call('GET', '/users')).body.length).toBeGreaterThan(1)
    expect((await take(chosen.email)).body).toEqual({ modifiedCount: 1 })
    expect((await take(chosen.email)).body).toEqual({ modifiedCount: 0 })
    expect((await chosen.call('GET', '/users')).body).toHaveLength(1)
    const actor = { actor_kind: 'admin', actor_id: admin.accountId }
    expect(await changesOf(chosen)).toEqual([
      { ...actor, before: { role: 'customer' }, after: { role: 'admin' } },
      { ...actor, before: { role: 'admin' }, after: { role: 'customer' } },
    ])
  })

  it('[D2.44 S6.07] is nothing that a customer can give, not even to themselves', async () => {
    expect(await give(customer.email, customer)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    expect(await take(admin.email, customer)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    expect(await roleOf(customer)).toBe('customer')
  })

  it('[D2.45] needs an address that somebody has confirmed', async () => {
    const stranger = await signUp(shop, `stranger-${newId()}@example.com`)
    expect(await give(stranger.email)).toMatchObject({ status: 409, body: { code: 'email-unconfirmed' } })
    expect(await roleOf(stranger)).toBe('customer')
    expect(await changesOf(stranger)).toEqual([])
  })

  it('is told from nobody: an unknown address is a 404', async () => {
    expect(await give('nobody@example.com')).toMatchObject({ status: 404, body: { code: 'account-gone' } })
    expect(await take('nobody@example.com')).toMatchObject({ status: 404, body: { code: 'account-gone' } })
    expect(await give('no-address')).toMatchObject({ status: 400 })
  })

  it('goes to every confirmed account with the address, and to no other', async () => {
    const chosen = await createPerson(shop)
    const [confirmed, unconfirmed] = [newId(), newId()]
    await sql`
      insert into account (id, issuer, subject, email, email_verified, display_name)
      values (${confirmed}, 'urn:other', 'a', ${chosen.email}, true, 'Same person'),
        (${unconfirmed}, 'urn:other', 'b', ${chosen.email}, false, 'Somebody who typed it')`.execute(shop.db)
    const admins = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from account where email = ${chosen.email} and role = 'admin'`.execute(shop.db)
      return rows.map(row => row.id).toSorted()
    }
    expect((await give(chosen.email)).body).toEqual({ modifiedCount: 2 })
    expect(await admins()).toEqual([chosen.accountId, confirmed].toSorted())
    expect((await take(chosen.email)).body).toEqual({ modifiedCount: 2 })
    expect(await admins()).toEqual([])
  })

  it('[D2.03] goes with the confirmation of the address, and the trail has it', async () => {
    const chosen = await createPerson(shop, 'admin')
    await sql`update identity."user" set "emailVerified" = false where email = ${chosen.email}`.execute(shop.db)
    await signIn(shop, chosen.email)
    expect(await roleOf(chosen)).toBe('customer')
    expect((await changesOf(chosen)).at(-1)).toMatchObject({ before: { role: 'admin' }, after: { role: 'customer' } })
  })

  it('[D2.46] is never taken from the last admin, by nobody', async () => {
    const { rows } = await sql<{ email: string }>`
      select email from account where role = 'admin' and id <> ${admin.accountId}`.execute(shop.db)
    for (const { email } of rows) await take(email)
    expect(await take(admin.email)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
    expect(await roleOf(admin)).toBe('admin')
  })

  it('[D2.46] is not taken from whom the settings make an admin at each entering', async () => {
    const { accountId } = await createPerson(shop, 'admin')
    await sql`update account set email = ${owner} where id = ${accountId}`.execute(shop.db)
    expect(await take(owner)).toMatchObject({ status: 409, body: { code: 'admin-by-setting' } })
    expect(await take(admin.email)).toMatchObject({ status: 200 })
  })
})

describe('what wants a proof of who is here', () => {
  const later = 11 * 60_000

  it('giving rights: a login of ten minutes, or the password typed once more (finding 37)', async () => {
    const boss = await createPerson(shop, 'admin')
    const colleague = await createPerson(shop)
    const make = () => boss.call('PUT', `/users/admin/${colleague.email}`)
    shop.passTime(later)
    expect(await make()).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    const prove = (password: string) => boss.call('POST', '/session/proof', { password })
    expect((await prove('not the password')).body.code).toBe('wrong-password')
    expect((await make()).body.code).toBe('password-needed')
    expect((await prove('a long test password')).status).toBe(200)
    expect((await make()).body).toEqual({ modifiedCount: 1 })
    const fresh = await signIn(shop, boss.email)
    expect((await fresh.call('PUT', `/users/admin/${colleague.email}`)).body).toEqual({ modifiedCount: 0 })
  })

  it('deleting one’s account; without a password, a login of ten minutes (finding 37)', async () => {
    const person = await createPerson(shop)
    const passwordless = await createPasswordless(shop)
    const remove = (who: Person) => who.call('DELETE', '/account', { email: who.email })
    shop.passTime(later)
    expect(await remove(person)).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    expect((await remove(passwordless)).body.message).toBe('Log out, log in again, and do this within 10 minutes.')
    await person.call('POST', '/session/proof', { password: 'a long test password' })
    expect((await remove(person)).body).toEqual({ deletedCount: 1 })
  })
})

describe('a password that is guessed first', () => {
  const sentence = 'So many people use this password that it is guessed first. Choose another one.'

  it('is refused at the sign-up, and when the password is changed or set anew (finding 37)', async () => {
    const email = 'weak@example.com'
    const join = (password: string) =>
      request(`${shop.address}/identity/sign-up/email`, 'POST', { email, name: 'Somebody', password })
    expect(await join('123456')).toMatchObject({ status: 400, body: { code: 'PASSWORD_COMMON', message: sentence } })
    expect((await join('weak@example.com')).body.code).toBe('PASSWORD_IS_EMAIL')
    const person = await createPerson(shop)
    const change = { current: 'a long test password', password: 'qwerty' }
    expect((await person.call('POST', '/password', change)).body).toMatchObject({
      code: 'password-common',
      message: sentence,
    })
    const token = await mailedLink(shop, person.email, 'reset')
    expect((await person.call('PUT', '/password', { token, password: person.email })).body.code).toBe(
      'password-is-email',
    )
    expect((await person.call('PUT', '/password', { token, password: 'blue-piston' })).status).toBe(200)
  })
})

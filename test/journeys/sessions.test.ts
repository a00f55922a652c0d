import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetWhereabouts } from '../../src/modules/accounts/sessions/sessions.server.ts'
import { type Answer, type Person, bearer, createPerson, request, signIn } from '../factories.ts'
import {
  type FirebaseKeys,
  firebaseClaims,
  firebaseEnvironment,
  seconds,
  startFirebaseKeys,
} from '../identity/firebase.ts'
import { type TestShop, startTestShop } from '../harness.ts'

const password = 'a long test password'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const list = async (person: Person) => (await person.call('GET', '/sessions')).body
const opens = async (person: Person) => (await person.call('GET', `/admin/${person.email}`)).status

/** The cookies of a login at the identity service, as a browser keeps them. */
async function logIn(email: string, browser = 'Mozilla/5.0 Firefox/145.0'): Promise<string> {
  const answer = await request(
    `${shop.address}/identity/sign-in/email`,
    'POST',
    { email, password },
    { 'user-agent': browser },
  )
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

const idToken = (cookie: string): Promise<Answer> =>
  request(`${shop.address}/identity/token`, 'GET', undefined, { cookie })

describe('where somebody is logged in', () => {
  it('is listed, this one first, with what the browser calls itself and where it came from', async () => {
    const here = await createPerson(shop)
    await signIn(shop, here.email)
    expect(await list(here)).toMatchObject([
      { current: true, browser: 'node', address: '127.0.0.1' },
      { current: false, browser: 'node', address: '127.0.0.1' },
    ])
  })

  it('ends at once where it is ended: its tokens are void, and it cannot be renewed', async () => {
    const here = await createPerson(shop)
    const cookie = await logIn(here.email)
    const { body } = await idToken(cookie)
    const there = await request(
      `${shop.address}/api/user/${here.email}`,
      'PUT',
      { email: here.email },
      bearer(body.token),
    )
    const asThere = () => request(`${shop.address}/api/sessions`, 'GET', undefined, bearer(there.body.token))
    const session = (await asThere()).body.find((one: { current: boolean }) => one.current)

    expect(await here.call('DELETE', `/sessions/${session._id}`)).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    })

    expect((await asThere()).status).toBe(401)
    expect((await idToken(cookie)).status).toBe(401)
    const again = { email: here.email }
    expect((await request(`${shop.address}/api/user/${here.email}`, 'PUT', again, bearer(body.token))).status).toBe(401)
    expect(await opens(here)).toBe(200)
    expect(await here.call('DELETE', `/sessions/${session._id}`)).toMatchObject({
      status: 404,
      body: { code: 'session-gone' },
    })
  })

  it('counts a login that has not entered the shop yet: it could, any time', async () => {
    const here = await createPerson(shop)
    const cookie = await logIn(here.email)
    const [, there] = await list(here)
    expect(there).toMatchObject({ current: false, browser: 'Mozilla/5.0 Firefox/145.0' })
    await here.call('DELETE', `/sessions/${there._id}`)
    expect((await idToken(cookie)).status).toBe(401)
    expect(await list(here)).toHaveLength(1)
  })

  it('ends everywhere else by one call, also when that comes twice at once', async () => {
    const here = await createPerson(shop)
    const others = await Promise.all([1, 2, 3].map(() => signIn(shop, here.email)))
    const cookie = await logIn(here.email)
    const answers = await Promise.all([1, 2].map(() => here.call('DELETE', '/sessions')))
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(Math.max(...answers.map(answer => answer.body.deletedCount))).toBe(4)
    expect(await Promise.all(others.map(opens))).toEqual([401, 401, 401])
    expect((await idToken(cookie)).status).toBe(401)
    expect(await list(here)).toMatchObject([{ current: true }])
  })

  it('is nobody else’s to see or to end', async () => {
    const [owner, other] = [await createPerson(shop), await createPerson(shop)]
    const [session] = await list(owner)
    expect(await other.call('DELETE', `/sessions/${session._id}`)).toMatchObject({ status: 404 })
    await other.call('DELETE', '/sessions')
    expect(await opens(owner)).toBe(200)
    expect(await list(other)).toHaveLength(1)
  })

  it('ends in the shop with the session of the identity service, whatever ends that', async () => {
    const person = await createPerson(shop)
    await sql`
      delete from identity."session" using identity."user"
      where "session"."userId" = "user"."id" and "user"."email" = ${person.email}`.execute(shop.db)
    expect(await opens(person)).toBe(401)
  })

  it('is forgotten with its address once it has ended', async () => {
    const [person, other] = [await createPerson(shop), await createPerson(shop)]
    await person.call('DELETE', '/session')
    await forgetWhereabouts(shop.system)
    const { rows } = await sql`
      select account_id, address, browser from account_session
      where account_id in (${person.accountId}, ${other.accountId}) order by created_at`.execute(shop.db)
    expect(rows).toEqual([
      { account_id: person.accountId, address: null, browser: null },
      { account_id: other.accountId, address: '127.0.0.1', browser: 'node' },
    ])
  })
})

describe('with a hosted identity service', () => {
  let keys: FirebaseKeys
  let hosted: TestShop
  beforeAll(async () => {
    keys = await startFirebaseKeys()
    hosted = await startTestShop({ environment: firebaseEnvironment, firebaseKeysUrl: keys.keysUrl })
  })
  afterAll(async () => {
    await hosted.close()
    await keys.close()
  })

  it('the shop lists what has entered it, and never lets an ended one in again', async () => {
    const email = 'rahim@example.com'
    const enter = async (signedInAt: number) => {
      const token = await keys.sign(firebaseClaims({ auth_time: signedInAt }))
      return request(`${hosted.address}/api/user/${email}`, 'PUT', { email }, bearer(token))
    }
    const [phone, desk] = [seconds(-500), seconds(-100)]
    const there = await enter(phone)
    const here = await enter(desk)
    const asHere = (method: string, path: string) =>
      request(`${hosted.address}/api${path}`, method, undefined, bearer(here.body.token))
    const { body } = await asHere('GET', '/sessions')
    expect(body).toMatchObject([{ current: true }, { current: false }])

    expect((await asHere('DELETE', `/sessions/${encodeURIComponent(body[1]._id)}`)).status).toBe(200)

    expect((await request(`${hosted.address}/api/sessions`, 'GET', undefined, bearer(there.body.token))).status).toBe(
      401,
    )
    // Firebase goes on renewing the phone's ID token; the shop knows the sign-in that it speaks for.
    expect((await enter(phone)).status).toBe(401)
    expect((await asHere('GET', '/sessions')).body).toHaveLength(1)
  })
})

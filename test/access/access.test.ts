import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Access, permissions } from '#kernel/access'
import { type Person, bearer, createPerson, request, signIn, visitor } from '../factories.ts'
import { eventually } from '../eventually.ts'
import type { Row } from './rows.ts'
import { matrixRows, password, signed } from './table.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { whoMay, whoMayCall } from './who-may-call.ts'

let shop: TestShop
type Cast = Record<Exclude<Actor, 'anonymous'>, Person>
let people: Cast

beforeAll(async () => {
  shop = await startTestShop({ environment: { MAX_OPEN_ORDERS: '100' } })
  people = {
    owner: await createPerson(shop),
    other: await createPerson(shop),
    admin: await createPerson(shop, 'admin'),
    manager: await createPerson(shop, 'manager'),
    catalogue: await createPerson(shop, 'catalogue'),
    warehouse: await createPerson(shop, 'warehouse'),
    support: await createPerson(shop, 'support'),
    accounts: await createPerson(shop, 'accounts'),
  }
})
afterAll(() => shop.close())

const table = matrixRows(() => ({ shop, admin: people.admin, people: () => Object.values(people) }))

const buyers = ['anonymous', 'other', 'owner'] as const
/** The roles of a new shop, the owner's first. */
const roles = ['admin', 'manager', 'catalogue', 'warehouse', 'support', 'accounts'] as const
type Actor = (typeof buyers)[number] | (typeof roles)[number]
/** What is everyone's, or wants nothing but an account, is the same for each role: one of them stands for all. */
const actorsOf = (access: string): readonly Actor[] =>
  access.includes('staff:') ? [...buyers, ...roles] : [...buyers, 'admin']
const isRole = (actor: string): actor is (typeof roles)[number] => roles.some(role => role === actor)

/** What the access of a contract means for somebody who makes the owner's request. */
function allowedBy(access: Access, actor: Actor): boolean {
  if (access === 'everyone') return true
  if (access === 'provider' || actor === 'anonymous') return false
  if (access === 'signed-in') return true
  if (access === 'owner' || access === 'id-token') return actor === 'owner'
  const [who, permission] = access.split(':')
  if (actor === 'owner' && who === 'owner-or-staff') return true
  return isRole(actor) && whoMay[actor]?.some(one => one === permission) === true
}

/** The refusals that are right: whether a thing of another account exists is not told (decisions, section 2). */
function refusalsOf(access: Access, actor: Actor): number[] {
  if (access === 'provider') return [400]
  if (actor === 'anonymous') return [401]
  return access.startsWith('staff:') || access === 'id-token' ? [403] : [403, 404]
}

/** How this actor shows who it is to a call of that kind. */
async function credentialsOf(
  actor: Actor,
  access: Access,
  { row, cast }: { row: Row; cast: Cast },
): Promise<Record<string, string>> {
  if (actor === 'anonymous') return {}
  const person = cast[actor]
  if (access === 'id-token') return bearer(await idTokenOf(person.email))
  return bearer(row.endsSession ? (await signIn(shop, person.email)).token : person.token)
}

async function idTokenOf(email: string): Promise<string> {
  const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
  return (await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))).body.token
}

/** Everything that a refused call must leave alone. */
async function trail(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from audit) as audit, (select count(*) from orders) as orders,
      (select count(*) from payment_intent) as intents,
      (select count(*) from refund) as refunds, (select count(*) from stock_movement) as movements,
      (select count(*) from account_session where ended_at is not null) as ended,
      (select md5(string_agg(id || role, ',' order by id)) from account) as accounts,
      (select md5(string_agg(profile::text, ',' order by account_id)) from profile) as profiles,
      (select md5(string_agg(id || payment_state || coalesce(fulfilment_state, ''), ',' order by id)) from orders) as states`.execute(
    shop.db,
  )
  return rows[0]
}

/** Waits until no job is due. What the queue does for itself each minute is none. */
async function rest(): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select name from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() and not starts_with(name, '__pgboss__')`.execute(
        shop.db,
      )
      return rows
    },
    due => due.length === 0,
  )
}

describe('the access matrix', () => {
  it('[D2.01] has a row for every call that is mounted, and no other', () => {
    const mounted = shop.api.mounted().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(Object.keys(table).toSorted()).toEqual(mounted.toSorted())
  })

  it('[D2.01 S6.02 S6.12] lets in at each call whom the decisions name, and nobody else', () => {
    const named = Object.entries(whoMayCall).flatMap(([access, calls]) => calls.map(call => [call, access]))
    const mounted = shop.api.mounted().map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.access])
    expect(Object.fromEntries(mounted)).toEqual(Object.fromEntries(named))
  })

  it('knows every role of a new shop, and what it may do', async () => {
    const { rows } = await sql<{ key: string; permissions: string[] }>`
      select key, permissions from account_role where key <> 'customer'`.execute(shop.db)
    const kept = rows.map(({ key, permissions }) => [key, permissions.toSorted()])
    expect(Object.fromEntries(kept)).toEqual(whoMay)
    expect(Object.keys(whoMay).toSorted()).toEqual(roles.toSorted())
    // An owner may do everything: a permission that is new has to be given to them by a migration.
    expect(whoMay.admin).toEqual(permissions.toSorted())
  })

  const named = Object.entries(whoMayCall).flatMap(([access, calls]) => calls.map(call => ({ access, call })))
  const cases = named.flatMap(({ access, call }) => actorsOf(access).map(actor => ({ call, actor })))

  it.each(cases)('[D2.01 S6.02 S6.12] $call as $actor', async ({ call, actor }) => {
    const row = table[call]
    const [method = '', path = ''] = call.split(' ')
    const access = shop.api.find(method, path)?.endpoint.access
    if (!row || !access) throw new Error(`${call} is not mounted`)
    const cast = row.endsAccount ? { ...people, owner: await createPerson(shop) } : people
    const isAllowed = allowedBy(access, actor)
    const staff = isAllowed && isRole(actor) ? cast[actor] : cast.admin
    const { path: address, body, headers } = await row.sample(cast.owner, staff)
    const credentials = await credentialsOf(actor, access, { row, cast })
    // What earlier calls have set going is no trail of this one.
    if (!isAllowed) await rest()
    const before = await trail()
    const given = access === 'provider' ? credentials : { ...headers, ...credentials }
    const answer = await visitor(shop).call(method, address, body, given)
    if (isAllowed) {
      expect(answer).toMatchObject({ status: 200 })
      return
    }
    expect(refusalsOf(access, actor)).toContain(answer.status)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await trail()).toEqual(before)
  })

  it.each([...buyers, 'admin'] as const)(
    '[D4.22] lets the provider in by its signature, whoever carries it (%s)',
    async actor => {
      const row = table['POST /webhooks/payments']
      const { path = '', body, headers } = (await row?.sample(people.owner, people.admin)) ?? {}
      const credentials = actor === 'anonymous' ? {} : bearer(people[actor].token)
      expect(await visitor(shop).call('POST', path, body, { ...headers, ...credentials })).toMatchObject({
        status: 200,
      })
      const forged = { 'stripe-signature': signed('another body'), ...credentials }
      expect(await visitor(shop).call('POST', path, body, forged)).toMatchObject({
        status: 400,
        body: { code: 'signature-invalid' },
      })
    },
  )
})

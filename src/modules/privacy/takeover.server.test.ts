import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { ensureAccount } from '#services/accounts'
import { expireOrders } from '../ordering/release/expire.server.ts'
import { orderPayments } from '../ordering/settlement/handlers.server.ts'
import { eventually } from '#test/eventually'
import {
  type Person,
  bearer,
  buy,
  createPerson,
  createTool,
  createVehicle,
  mailedLink,
  openPayment,
  placeOrder,
  request,
  reviewBy,
  signUp,
  visitor,
} from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import {
  type FirebaseKeys,
  firebaseClaims,
  firebaseEnvironment,
  seconds,
  startFirebaseKeys,
} from '#test/identity/firebase'
import { googleBrowser } from '#test/identity/google'
import { type Issuer, startIssuer } from '#test/identity/google-issuer'
import { staysAtTakeover } from './takeover.server.ts'

/** Somebody fills an account with another person's address, and then that person comes. */

let issuer: Issuer
let keys: FirebaseKeys
let shop: TestShop
let hosted: TestShop
beforeAll(async () => {
  ;[issuer, keys] = await Promise.all([startIssuer(), startFirebaseKeys()])
  shop = await startTestShop({ environment: issuer.environment() })
  hosted = await startTestShop({ environment: firebaseEnvironment, firebaseKeysUrl: keys.keysUrl })
})
afterAll(async () => {
  await Promise.all([shop.close(), hosted.close()])
  await Promise.all([issuer.close(), keys.close()])
})

let made = 0
const freshEmail = () => `contested-${(made += 1)}@example.com`
const newPassword = 'the owner’s own password'

/** Signs in at the hosted service, as far as its tokens say. */
async function enterHosted(email: string, claims: object): Promise<Person> {
  const token = await keys.sign(firebaseClaims({ email, sub: `uid-of-${email}`, ...claims }))
  const entered = await request(`${hosted.address}/api/user/${email}`, 'PUT', { email }, bearer(token))
  expect(entered.status).toBe(200)
  return {
    email,
    name: 'A Stranger',
    accountId: entered.body.account._id,
    token: entered.body.token,
    call: (method, path, body, headers) =>
      request(`${hosted.address}/api${path}`, method, body, { ...bearer(entered.body.token), ...headers }),
  }
}

type Way = {
  where: () => TestShop
  /** Makes an account with an address that is somebody else's. */
  begin: (email: string) => Promise<Person>
  /** The person to whom the address belongs comes. */
  takeOver: (email: string) => Promise<unknown>
}

const here = { where: () => shop, begin: (email: string) => signUp(shop, email) }
const put = (path: string, body: object) => visitor(shop).call('PUT', path, body)

const ways: Record<string, Way> = {
  Google: {
    ...here,
    async takeOver(email) {
      const browser = googleBrowser(shop)
      await browser.follow(issuer.approve(await browser.begin(), { sub: `sub of ${email}`, email, name: 'The Owner' }))
      return browser.enter()
    },
  },
  'the link that confirms the address': {
    ...here,
    takeOver: async email =>
      put('/email-confirmation/password', { token: await mailedLink(shop, email, 'confirm'), newPassword }),
  },
  'a reset of the password': {
    ...here,
    takeOver: async email => put('/password', { token: await mailedLink(shop, email, 'reset'), password: newPassword }),
  },
  ADMIN_EMAIL: {
    ...here,
    takeOver: email =>
      ensureAccount(shop.system, shop.identity, { email, password: newPassword, name: 'The Owner', role: 'admin' }),
  },
  'a hosted identity service': {
    where: () => hosted,
    begin: email => enterHosted(email, { email_verified: false, auth_time: seconds(-60) }),
    takeOver: email => enterHosted(email, { name: 'The Owner' }),
  },
}

type Reference = { table: string; column: string }

/** Each column of the shop that names an account. */
async function columnsOfAccounts(shop: TestShop): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'account'::regclass and conparentid = 0
    union select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
    order by 1, 2`.execute(shop.db)
  return rows
}

async function countOf(shop: TestShop, { table, column }: Reference, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${accountId}`.execute(shop.db)
  return rows[0]?.count ?? 0
}

/** Puts something of this person into each table that can hold it; by table and column. */
async function fill(shop: TestShop, person: Person): Promise<{ open: string; paid: string; closed: string }> {
  const { accountId: id } = person
  const [tool, vehicle, group] = [await createTool(shop), await createVehicle(shop), newId()]
  const must = async (call: Promise<{ status: number; body: unknown }>) => {
    const answer = await call
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  const paid = await buy(shop, person, tool)
  const closed = await placeOrder(person, await createTool(shop))
  await must(person.call('DELETE', `/orders/${closed}`))
  const open = await placeOrder(person, await createTool(shop))
  await openPayment(person, open)
  await must(person.call('PUT', `/users/myProfile?email=${person.email}`, { phone: '+1 555 010 6666' }))
  const address = { name: 'A Stranger', street: '6 Stranger Street', city: 'Elsewhere', country: 'US' }
  await must(person.call('POST', '/addresses', { ...address, region: 'NY', postalCode: '10001' }))
  await must(person.call('POST', '/account/vehicles', { vehicles: [{ vehicle }] }))
  await must(person.call('POST', '/review', await reviewBy(person)))
  // The same picture was somebody else's before.
  await sql`update image set account_id = ${id} where id in (
    select image_id from image_upload where account_id = ${id})`.execute(shop.db)
  await must(person.call('POST', '/basket/lines', { lines: [{ tools_id: tool, quantity: 2 }] }))
  await must(person.call('POST', '/lists', { name: 'A list', lines: [{ tools_id: tool, quantity: 2 }] }))
  await sql`insert into idempotency_key (account_id, call, key, fingerprint, created_at)
    values (${id}, 'a call', ${newId()}, 'of it', now())`.execute(shop.db)
  await sql`insert into card_decline (provider, attempt, order_id, account_id, at)
    values ('sandbox', ${newId()}, ${open}, ${id}, now())`.execute(shop.db)
  await sql`insert into staff_invitation (id, email, role, invited_by, created_at, expires_at)
    values (${newId()}, ${`of-${person.email}`}, 'manager', ${id}, now(), now())`.execute(shop.db)
  await sql`insert into order_note (id, order_id, author_id, text, at)
    values (${newId()}, ${paid}, ${id}, 'A note', now())`.execute(shop.db)
  await sql`insert into order_filter (id, account_id, name, query, is_shared, created_at)
    values (${newId()}, ${id}, 'A filter', '{}', false, now())`.execute(shop.db)
  await sql`insert into account_note (id, account_id, kind, text, author_id, at)
    values (${newId()}, ${id}, 'note', 'Rang twice', ${id}, now())`.execute(shop.db)
  await sql`insert into customer_group (id, name, created_at) values (${group}, ${group}, now())`.execute(shop.db)
  await sql`insert into customer_group_member (group_id, account_id) values (${group}, ${id})`.execute(shop.db)
  await sql`insert into staff_mail_choice (account_id, mail, is_wanted) values (${id}, 'order-paid', true)`.execute(
    shop.db,
  )
  await sql`
    with company as (insert into company (id, name) values (${newId()}, 'A company') returning id)
    insert into company_member (account_id, company_id) select ${id}, id from company`.execute(shop.db)
  return { open, paid, closed }
}

const accountOf = async (shop: TestShop, email: string) => {
  const { rows } = await sql<{ id: string; name: string; open_orders: number }>`
    select id, display_name as name, open_orders from account where email = ${email}`.execute(shop.db)
  return rows
}

describe.each(Object.entries(ways))('an address that its owner takes over by %s', (_name, way) => {
  it('brings nothing of the stranger who typed it first, but what stays for a reason (finding 26)', async () => {
    const [shop, email] = [way.where(), freshEmail()]
    const stranger = await way.begin(email)
    const orders = await fill(shop, stranger)
    const columns = await columnsOfAccounts(shop)
    // A table without a row of the stranger's would say nothing.
    for (const column of columns)
      expect(await countOf(shop, column, stranger.accountId), JSON.stringify(column)).toBeGreaterThan(0)

    await way.takeOver(email)
    const [account, ...others] = await accountOf(shop, email)
    expect(others).toEqual([])
    expect(account).toMatchObject({ open_orders: 0, name: expect.not.stringMatching(/Test Person|Stranger/) })
    const tables = new Set<string>()
    for (const column of columns) {
      expect(await countOf(shop, column, stranger.accountId), JSON.stringify(column)).toBe(0)
      const isOwners = column.table === 'account_session'
      if (!isOwners && (await countOf(shop, column, account?.id ?? ''))) tables.add(column.table)
    }
    expect([...tables].toSorted()).toEqual([...staysAtTakeover.keys()].toSorted())
    const { rows } = await sql`select id from orders where account_id = ${account?.id}`.execute(shop.db)
    expect(rows).toEqual([{ id: orders.paid }])
    expect((await stranger.call('GET', '/addresses')).status).toBe(401)
  })

  it('has no unpaid order of the stranger’s: it lapses, its stock is free, and nobody is in it (finding 26)', async () => {
    const [shop, email] = [way.where(), freshEmail()]
    const stranger = await way.begin(email)
    const tool = await createTool(shop)
    const order = await placeOrder(stranger, tool)
    await openPayment(stranger, order)
    const stock = async () => {
      const { rows } = await sql<{ reserved: number }>`select reserved from tool where id = ${tool}`.execute(shop.db)
      return rows[0]?.reserved
    }
    expect(await stock()).toBe(1)
    await way.takeOver(email)
    await expireOrders(shop.system, orderPayments(shop.payment))
    expect(await stock()).toBe(0)
    const { rows } = await sql`
      select payment_state, account_id, customer_email, phone, address from orders where id = ${order}`.execute(shop.db)
    expect(rows).toEqual([
      {
        payment_state: 'expired',
        account_id: null,
        customer_email: 'deleted@account.invalid',
        phone: '–',
        address: '–',
      },
    ])
  })
})

it('whoever signs up, confirms and goes on keeps what they have put there', async () => {
  const email = freshEmail()
  const person = await signUp(shop, email)
  await person.call('POST', '/basket/lines', { lines: [{ tools_id: await createTool(shop), quantity: 2 }] })
  const token = await mailedLink(shop, email, 'confirm')
  expect((await person.call('POST', '/email-confirmation', { token })).status).toBe(200)
  expect((await person.call('GET', '/basket')).body.lines).toHaveLength(1)

  const auth = { auth_time: seconds(-60) }
  const other = await enterHosted(freshEmail(), { ...auth, email_verified: false })
  await other.call('PUT', `/users/myProfile?email=${other.email}`, { phone: '+1 555 010 7777' })
  const again = await enterHosted(other.email, auth)
  expect((await again.call('GET', `/users/myProfile?email=${other.email}`)).body.phone).toBe('+1 555 010 7777')
})

it('an account that staff have blocked stays so under its new owner', async () => {
  const email = freshEmail()
  const stranger = await signUp(shop, email)
  await sql`update account set blocked_at = now() where id = ${stranger.accountId}`.execute(shop.db)
  await ways['Google']?.takeOver(email)
  const { rows } = await sql`select blocked_at is null as free from account where email = ${email}`.execute(shop.db)
  expect(rows).toEqual([{ free: false }])
})

it('a call of the stranger’s that waits while the account is taken over writes nothing into it', async () => {
  const email = freshEmail()
  const stranger = await signUp(shop, email)
  const holder = await shop.db.startTransaction().execute()
  // The owner comes first, and waits for the order of the house; the stranger's call has passed the door by then.
  await sql`select from account where id = ${stranger.accountId} for update`.execute(holder)
  const owner = ways['Google']?.takeOver(email)
  const waits = async (count: number) =>
    eventually(
      async () =>
        (
          await sql<{ count: number }>`
            select count(*)::integer as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
        ).rows[0]?.count,
      waiting => waiting === count,
    )
  await waits(1)
  const address = { name: 'A Stranger', street: '6 Stranger Street', city: 'Elsewhere', country: 'US' }
  const late = stranger.call('POST', '/addresses', { ...address, region: 'NY', postalCode: '10001' })
  await waits(2)
  await holder.commit().execute()
  await owner
  expect((await late).status).toBe(401)
  const [account] = await accountOf(shop, email)
  expect(await countOf(shop, { table: 'address', column: 'account_id' }, account?.id ?? '')).toBe(0)
})

it('staff still find a paid order that a former owner of the account placed', async () => {
  const email = freshEmail()
  const stranger = await signUp(shop, email)
  const paid = await buy(shop, stranger, await createTool(shop))
  await ways['Google']?.takeOver(email)
  const admin = await createPerson(shop, 'admin')
  expect((await admin.call('GET', `/orders/${paid}`)).body).toMatchObject({ paid: true, phone: '+1 555 010 0148' })
})

import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { expireOrders } from '../ordering/release/expire.server.ts'
import { orderPayments } from '../ordering/settlement/handlers.server.ts'
import {
  type Person,
  bearer,
  createPerson,
  createTool,
  createVehicle,
  openPayment,
  orderOf,
  payWithCard,
  placeOrder,
  request,
  signIn,
  signUp,
} from '#test/factories'
import { testAddress } from '#test/access/basket'
import { eventually } from '#test/eventually'
import { type TestShop, startTestShop } from '#test/harness'
import { picture, pictureForm } from '#test/files/pictures'
import { finishDeletions } from '../accounts/identity-deletions.server.ts'
import { deleteAccount } from './deletion.server.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const remove = (person: Person, email = person.email) => person.call('DELETE', '/account', { email })

/** What a person types into the order form, like nobody else's. */
function typedBy({ accountId }: Person) {
  const own = accountId.slice(-12)
  return {
    phone: `+880 1555 ${String(Number.parseInt(own, 16) % 1_000_000).padStart(6, '0')}`,
    company: `Padma Fleet ${own}`,
    address: `4 Ferry Ghat Road ${own}`,
    purchaseOrderReference: `PO-${own}`,
    vatNumber: `BD-${own}`,
  }
}

async function paidOrder(person: Person): Promise<string> {
  const placed = await person.call('POST', '/orders', orderOf(await createTool(shop), 2, typedBy(person)), {
    'idempotency-key': newId(),
  })
  const orderId: string = placed.body.insertedId
  await payWithCard(shop, await openPayment(person, orderId))
  await eventually(
    async () => (await person.call('GET', `/orders/${orderId}`)).body.paid,
    paid => paid === true,
  )
  return orderId
}

async function shippedOrder(person: Person): Promise<string> {
  const order = await paidOrder(person)
  expect((await admin.call('POST', `/orders/${order}/shipment`, { carrier: 'Padma Courier' })).status).toBe(200)
  return order
}

/** A review as the table keeps it. */
async function review(person: Person, tool: string | null, { rating = 5, state = 'approved' } = {}): Promise<void> {
  await sql`
    insert into review (id, account_id, tool_id, author, rating, body, state)
    values (${newId()}, ${person.accountId}, ${tool}, ${person.name}, ${rating}, 'It holds what it says.', ${state})`.execute(
    shop.db,
  )
  if (tool && state === 'approved') {
    await sql`
      update tool set rating_total = rating_total + ${rating}, rating_count = rating_count + 1 where id = ${tool}`.execute(
      shop.db,
    )
  }
}

/** A VIN that nobody else has. */
const vinOf = ({ accountId }: Person) => `1HGCM8${accountId.replaceAll('-', '').slice(-11).toUpperCase()}`

async function keepVehicle(person: Person): Promise<void> {
  const body = { vehicles: [{ vehicle: await createVehicle(shop), name: 'The van', vin: vinOf(person) }] }
  expect((await person.call('POST', '/account/vehicles', body)).status).toBe(200)
}

async function ratingOf(tool: string) {
  const { rows } = await sql`select rating_total as total, rating_count as count from tool where id = ${tool}`.execute(
    shop.db,
  )
  return rows[0]
}

/** Every text and document of the database that names the person; the queue's own tables, which empty themselves, aside. */
async function tracesOf(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'identity', 'sandbox') and table_type = 'BASE TABLE'`.execute(shop.db)
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(shop.db)
    for (const { text } of rows) if (words.some(word => text.includes(word))) traces.push(`${name}: ${text}`)
  }
  return traces
}

/** A group of customers of its own with these in it, as staff makes it; returns its id. */
async function groupOf(name: string, ...people: Person[]): Promise<string> {
  const { body } = await admin.call('POST', '/customer-groups', { name })
  for (const { email } of people)
    expect(await admin.call('POST', `/customer-groups/${body.insertedId}/members`, { email })).toMatchObject({
      status: 200,
    })
  return body.insertedId
}

describe('my data', () => {
  it('[D6.13] is everything that the shop keeps of me, and nothing of anybody else', async () => {
    const person = await createPerson(shop)
    await paidOrder(await createPerson(shop))
    const order = await paidOrder(person)
    const tool = await createTool(shop)
    await review(person, tool)
    await person.call('PUT', `/users/myProfile?email=${person.email}`, { phone: '1', link: 'https://padma.example' })
    await person.call('POST', '/images', pictureForm(await picture()))
    await keepVehicle(person)
    await person.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 3, reference: 'Job 7' }] })
    await person.call('POST', '/addresses', testAddress)
    await person.call('POST', '/lists', { name: 'Service kit' })
    await groupOf('Garages', person)
    await groupOf('Others', await createPerson(shop))
    const { status, body } = await person.call('GET', '/account/data')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exportedAt: expect.stringMatching(/Z$/),
      account: { _id: person.accountId, email: person.email, role: 'customer', emailVerified: true },
      profile: { phone: '1', link: 'https://padma.example' },
      payments: [{ amount: 50, currency: 'usd', transactionId: expect.stringMatching(/^pi_/) }],
      refunds: [],
      reviews: [{ tools_id: tool, rating: 5, review: 'It holds what it says.', state: 'approved' }],
      vehicles: [{ year: 2015, make: 'Honda', model: 'Civic', engine: null, name: 'The van', vin: vinOf(person) }],
      basket: [{ tools_id: tool, quantity: 3, reference: 'Job 7' }],
      lists: [{ name: 'Service kit', lines: [{ tools_id: tool, quantity: 3, reference: 'Job 7' }] }],
      addresses: [{ name: 'Test Garage', city: 'Dayton', isDefault: true }],
      customerGroups: [{ name: 'Garages' }],
      sessions: [{ endedAt: null }],
      uploads: [{ width: 640, height: 480, img: expect.stringMatching(/\/images\/\w+-640\.webp$/) }],
    })
    expect(body.logins).toHaveLength(1)
    expect(body.orders).toHaveLength(1)
    expect(body.orders[0]).toMatchObject({ _id: order, ...typedBy(person), price: 50, lines: [{ quantity: 2 }] })
    expect(body.orders[0].timeline.map((event: { kind: string }) => event.kind)).toEqual(['placed', 'paid'])
  })
})

describe('deleting an account', () => {
  it('[D6.14] leaves no trace of the person, and the orders whole for the books', async () => {
    const person = await createPerson(shop)
    const name = `Karim ${newId()}`
    await sql`update account set display_name = ${name} where id = ${person.accountId}`.execute(shop.db)
    const order = await shippedOrder(person)
    const before = (await admin.call('GET', `/orders/${order}`)).body
    const [tool, waiting] = [await createTool(shop), await createTool(shop)]
    await review(await createPerson(shop), tool, { rating: 2 })
    await review(person, tool, { rating: 5 })
    await review(person, waiting, { rating: 4, state: 'waiting' })
    await review(person, null)
    await person.call('PUT', `/users/myProfile?email=${person.email}`, { phone: '+880 1555 010149' })
    await person.call('POST', '/images', pictureForm(await picture()))
    await keepVehicle(person)
    await person.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 3, reference: name }] })
    await person.call('POST', '/addresses', { ...testAddress, name })
    await person.call('POST', '/lists', { name })
    expect(await ratingOf(tool)).toEqual({ total: 7, count: 2 })

    expect(await remove(person)).toMatchObject({ status: 200, body: { deletedCount: 1 } })

    expect(await tracesOf([person.email, name, '010149', vinOf(person), ...Object.values(typedBy(person))])).toEqual([])
    expect((await admin.call('GET', `/orders/${order}`)).body).toEqual({
      ...before,
      name: 'Deleted account',
      email: 'deleted@account.invalid',
      phone: '–',
      phoneNumber: null,
      company: 'Deleted account',
      address: '–',
      purchaseOrderReference: null,
      vatNumber: null,
    })
    expect(await ratingOf(tool)).toEqual({ total: 2, count: 1 })
    expect(await ratingOf(waiting)).toEqual({ total: 0, count: 0 })
    expect((await sql`select from image_upload where account_id = ${person.accountId}`.execute(shop.db)).rows).toEqual(
      [],
    )
    const { rows } = await sql`
      select actor_kind, before, after from audit where action = 'account.deleted' and subject_id = ${person.accountId}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ actor_kind: 'customer', before: { role: 'customer', orders: 1 }, after: null }])
  })

  it('[D6.14] ends every session, voids the password, and the address can sign up anew with nothing', async () => {
    const person = await createPerson(shop)
    const elsewhere = await signIn(shop, person.email)
    const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', {
      email: person.email,
      password: 'a long test password',
    })
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    await remove(person)
    for (const who of [person, elsewhere]) expect((await who.call('GET', '/users')).status).toBe(401)
    const enter = request(
      `${shop.address}/api/user/${person.email}`,
      'PUT',
      { email: person.email },
      bearer(idToken.body.token),
    )
    expect((await enter).status).toBe(401)
    const again = await request(`${shop.address}/identity/sign-in/email`, 'POST', {
      email: person.email,
      password: 'a long test password',
    })
    expect(again.status).toBe(401)
    const anew = await signUp(shop, person.email)
    expect(anew.accountId).not.toBe(person.accountId)
    expect((await anew.call('GET', `/orders?email=${person.email}`)).body).toEqual([])
    expect((await remove(person)).status).toBe(401)
  })

  it('needs the own address, typed', async () => {
    const person = await createPerson(shop)
    expect(await remove(person, admin.email)).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    expect(await remove(person, '')).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect((await person.call('GET', '/users')).status).toBe(200)
    expect((await remove(person, person.email.toUpperCase())).status).toBe(200)
  })

  it('waits for unpaid orders, until they are deleted or have expired', async () => {
    const person = await createPerson(shop)
    const order = await placeOrder(person, await createTool(shop))
    const refused = {
      status: 409,
      body: {
        code: 'unpaid-orders',
        message: 'Pay or delete your unpaid orders first. What you bought on account has to be paid, too.',
      },
    }
    expect(await remove(person)).toMatchObject(refused)
    await openPayment(person, order)
    expect(await remove(person)).toMatchObject(refused)
    expect((await person.call('GET', `/orders/${order}`)).body.name).toBe('Test Person')
    await person.call('DELETE', `/orders/${order}`)
    expect((await remove(person)).status).toBe(200)
  })

  it('waits for money that is on its way back', async () => {
    const person = await createPerson(shop)
    const order = await shippedOrder(person)
    const refund = newId()
    await sql`
      insert into refund (id, order_id, transaction_id, amount, reason)
      select ${refund}, order_id, transaction_id, 100, 'requested' from ${ofOrders} payment where order_id = ${order}`.execute(
      shop.db,
    )
    expect(await remove(person)).toMatchObject({ status: 409, body: { code: 'money-in-progress' } })
    await sql`update refund set state = 'done', done_at = now(), provider_id = 're_arrived' where id = ${refund}`.execute(
      shop.db,
    )
    expect((await remove(person)).status).toBe(200)
  })

  it('goes on after a death half-way: nobody gets in by what is left, and the next run finishes', async () => {
    const person = await createPerson(shop)
    const session = await request(`${shop.address}/identity/sign-in/email`, 'POST', {
      email: person.email,
      password: 'a long test password',
    })
    const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(session.body.token))
    const enter = () =>
      request(`${shop.address}/api/user/${person.email}`, 'PUT', { email: person.email }, bearer(idToken.body.token))
    await shop.db
      .transaction()
      .execute(async transaction => deleteAccount({ ...shop.system, db: transaction }, person.accountId))
    // The process has died here.
    expect(await enter()).toMatchObject({ status: 401, body: { code: 'token-expired' } })
    const accounts = await sql`select from account where email = ${person.email}`.execute(shop.db)
    expect(accounts.rows).toEqual([])
    await finishDeletions(shop.system, shop.identity)
    await finishDeletions(shop.system, shop.identity)
    expect(await tracesOf([person.email])).toEqual([])
    expect((await sql`select from identity_deletion`.execute(shop.db)).rows).toEqual([])
    expect((await signUp(shop, person.email)).accountId).toBeTruthy()
  })

  it('leaves the group of customers that the account was in, to its other members', async () => {
    admin = await signIn(shop, admin.email)
    const [person, other] = [await createPerson(shop), await createPerson(shop)]
    const group = await groupOf('Workshops', person, other)
    const version = async () => (await sql<{ version: number }>`select version from price_state`.execute(shop.db)).rows
    const before = await version()
    expect((await remove(person)).status).toBe(200)
    expect((await admin.call('GET', `/customer-groups/${group}/members`)).body).toMatchObject([{ email: other.email }])
    // Whoever ordered at the account's prices a moment ago reads them anew.
    expect(await version()).not.toEqual(before)
  })

  it('leaves orders that can still expire, be paid back and be looked up', async () => {
    const person = await createPerson(shop)
    const order = await placeOrder(person, await createTool(shop))
    shop.passTime(49 * 3600_000)
    await expireOrders(shop.system, orderPayments(shop.payment))
    const back = await signIn(shop, person.email)
    expect((await remove(back)).status).toBe(200)
    admin = await signIn(shop, admin.email)
    expect((await admin.call('GET', `/orders/${order}`)).body).toMatchObject({
      paymentState: 'expired',
      name: 'Deleted account',
    })
  })
})

describe('the tables', () => {
  it('let an account go: none that points at it holds it back', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass || '.' || conname as name from pg_constraint
      where contype = 'f' and confrelid = 'account'::regclass and confdeltype not in ('c', 'n')`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

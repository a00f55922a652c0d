import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#platform/context'
import { type LinkPurpose } from '../src/modules/identity/links/mailed-links.server.ts'
import { makeLink } from '../src/modules/identity/links/mailed-links.server.ts'
import { ensureAccount } from '#services/accounts'
import { addCategories } from '#services/catalogue'
import { eventually } from './eventually.ts'
import type { TestShop } from './harness.ts'
import { pictureForm, smallPicture } from './files/pictures.ts'

export { eventually } from './eventually.ts'

/** Someone who calls the API over the network with an account of their own. */
export type Person = {
  email: string
  name: string
  accountId: string
  token: string
  /** Makes a call below `/api`; a body is sent as JSON, a form as it is. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

// An answer's body is whatever the server sent: tests assert its shape.
// oxlint-disable-next-line typescript/no-explicit-any -- reading it field by field would hide what the test says
export type Answer = { status: number; body: any; headers: Headers }

const password = 'a long test password'

/** A person with a verified account, signed in through the identity service as a browser does. */
export async function createPerson(shop: TestShop, role = 'customer'): Promise<Person> {
  const email = `person-${randomBytes(4).toString('hex')}@example.com`
  await ensureAccount(shop.system, shop.identity, { email, password, name: 'Test Person', role })
  return signIn(shop, email)
}

/** Signs in with the password of the factories, over the network. */
export async function signIn(shop: Pick<TestShop, 'address' | 'db'>, email: string): Promise<Person> {
  const identity = await request(`${shop.address}/identity/sign-in/email`, 'POST', { email, password })
  const idToken = await request(`${shop.address}/identity/token`, 'GET', undefined, bearer(identity.body.token))
  const entered = await request(`${shop.address}/api/user/${email}`, 'PUT', { email }, bearer(idToken.body.token))
  const { rows } = await sql<{ id: string }>`select id from account where email = ${email}`.execute(shop.db)
  return personWith(shop, { email, name: 'Test Person', accountId: rows[0]?.id ?? '', token: entered.body.token })
}

/** Signs up with an address that nobody has confirmed yet. */
export async function signUp(shop: TestShop, email: string): Promise<Person> {
  await request(`${shop.address}/identity/sign-up/email`, 'POST', { email, password, name: 'Test Person' })
  return signIn(shop, email)
}

/** A link as the shop mails it to this person: its token. Made at once, where the mail itself is not what a test is about. */
export async function mailedLink(
  shop: TestShop,
  email: string,
  purpose: LinkPurpose,
  to: string = email,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`select "id" from identity."user" where "email" = ${email}`.execute(shop.db)
  const token = await makeLink(shop.system, { userId: rows[0]?.id ?? '', purpose, email: to })
  if (!token) throw new Error(`nobody has the address ${email}`)
  return token
}

/** Someone without an account. */
export function visitor(shop: TestShop): Pick<Person, 'call'> {
  return { call: (method, path, body, headers) => request(`${shop.address}/api${path}`, method, body, headers) }
}

function personWith(shop: Pick<TestShop, 'address'>, who: Omit<Person, 'call'>): Person {
  return {
    ...who,
    call: (method, path, body, headers) =>
      request(`${shop.address}/api${path}`, method, body, { ...bearer(who.token), ...headers }),
  }
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

export async function request(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    headers: answer.headers,
  }
}

export type ToolFields = { name?: string; price?: number; onHand?: number; minimum?: number; multiple?: number }

/** A category of its own; returns its id. */
export async function createCategory(
  shop: Pick<TestShop, 'system'>,
  name = `Category ${randomUUID()}`,
): Promise<string> {
  const [category] = await addCategories(shop.system, [name])
  if (!category) throw new Error(`the shop has a category ${name}`)
  return category.id
}

/** An attribute of a category of its own, its values texts; returns its id. */
export async function createAttribute(shop: Pick<TestShop, 'db' | 'system'>): Promise<string> {
  const id = newId()
  await sql`
    insert into attribute (id, category_id, name, slug, kind)
    values (${id}, ${await createCategory(shop)}, 'Thread', 'thread', 'text')`.execute(shop.db)
  return id
}

/** A tool on sale, with its opening stock on the ledger. `price` in cents. */
export async function createTool(shop: Pick<TestShop, 'db'>, fields: ToolFields = {}): Promise<string> {
  const id = newId()
  const { name = `Test tool ${id.slice(-6)}`, price = 2500, onHand = 100, multiple = 1, minimum = multiple } = fields
  await sql`
    with added as (
      insert into tool (id, name, description, price, on_hand, minimum_quantity, quantity_multiple)
      values (${id}, ${name}, 'A tool for tests.', ${price}, ${onHand}, ${minimum}, ${multiple})
    )
    insert into stock_movement (id, tool_id, reason, on_hand_change, actor_kind)
    select ${newId()}, ${id}, 'opening', ${onHand}::integer, 'operator' where ${onHand}::integer > 0`.execute(shop.db)
  return id
}

export type VehicleFields = { year?: number; make?: string; model?: string; engine?: string }

/** A vehicle that can be picked; with an engine, one of that engine. The same again is the same vehicle. */
export async function createVehicle(shop: Pick<TestShop, 'db'>, fields: VehicleFields = {}): Promise<number> {
  const { year = 2015, make = 'Honda', model = 'Civic', engine } = fields
  const named = async (table: 'make' | 'engine', name: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (name) values (${name})
      on conflict (lower(name)) do update set name = excluded.name returning id`.execute(shop.db)
    return rows[0]?.id ?? 0
  }
  const models = await sql<{ id: number }>`
    insert into model (make_id, name) values (${await named('make', make)}, ${model})
    on conflict (make_id, lower(name)) do update set name = excluded.name returning id`.execute(shop.db)
  const modelId = models.rows[0]?.id
  const kept = async (engineId: number | null, baseId: number | null) => {
    const { rows } = await sql<{ id: number }>`
      insert into vehicle (year, model_id, engine_id, base_id) values (${year}, ${modelId}, ${engineId}, ${baseId})
      on conflict (year, model_id, engine_id) do update set year = excluded.year returning id`.execute(shop.db)
    return rows[0]?.id ?? 0
  }
  const base = await kept(null, null)
  return engine ? kept(await named('engine', engine), base) : base
}

export type FitmentFields = {
  fits?: boolean
  position?: string
  quantity?: number
  conditions?: { name: string; value: string }[]
  notes?: string[]
}

/** One application of a tool on a vehicle, from a file of 1 October 2026. */
export async function createFitment(
  shop: Pick<TestShop, 'db'>,
  { tool, vehicle, ...row }: FitmentFields & { tool: string; vehicle: number },
): Promise<void> {
  const { fits = true, position = null, quantity = null, conditions, notes = null } = row
  await sql`
    with source as (
      insert into data_source (name, dated)
      select 'Test file', '2026-10-01' where not exists (select from data_source where name = 'Test file')
      returning id
    )
    insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    select ${vehicle}, ordinal, ${fits}, ${position}, ${quantity}::smallint,
      ${conditions ? JSON.stringify(conditions) : null}::jsonb, ${notes}::text[],
      coalesce((select id from source), (select min(id) from data_source where name = 'Test file'))
    from tool where id = ${tool}`.execute(shop.db)
}

/** The body of a tool, as the form for a new one sends it; `img` is an address that the image host gave. */
export function toolOf(img: string, more: Record<string, unknown> = {}) {
  return {
    name: 'Torque wrench 40–200 Nm',
    description: 'Ratchet head, 1/2 inch square, calibrated.',
    price: '177.24',
    availableQuantity: '20',
    minimumQuantity: '2',
    img,
    ...more,
  }
}

/** The body of an order, as the purchase form sends it. */
export function orderOf(toolId: string, quantity = 1, more: Record<string, unknown> = {}) {
  return {
    tools_id: toolId,
    quantity,
    phone: '+1 555 010 0148',
    company: 'Test Garage',
    address: '1 Test Lane',
    ...more,
  }
}

/** Places an order and returns its id. */
export async function placeOrder(person: Person, toolId: string, quantity = 1): Promise<string> {
  const answer = await person.call('POST', '/orders', orderOf(toolId, quantity))
  if (answer.status !== 200) throw new Error(`order refused: ${JSON.stringify(answer.body)}`)
  return answer.body.insertedId
}

/** The body of a review, as the review form sends it, with a picture that its author has uploaded. */
export async function reviewBy(person: Person, more: Record<string, unknown> = {}) {
  const uploaded = await person.call('POST', '/images', pictureForm(await smallPicture()))
  return { rating: 5, review: 'It holds what it says.', img: uploaded.body.data.url as string, ...more }
}

/** An order of one unit of this tool, paid by card. */
export async function buy(shop: CardShop, person: Person, toolId: string): Promise<string> {
  const orderId = await placeOrder(person, toolId)
  await payWithCard(shop, await openPayment(person, orderId))
  await eventually(
    async () => (await person.call('GET', `/orders/${orderId}`)).body.paid,
    paid => paid === true,
  )
  return orderId
}

export const testCards = { success: '4242424242424242', declined: '4000000000000002', challenge: '4000002500003155' }

/** Opens the payment of an order, as the payment page does; returns the intent's id and secret. */
export async function openPayment(
  person: Person,
  orderId: string,
): Promise<{ intentId: string; clientSecret: string }> {
  const order = await person.call('GET', `/orders/${orderId}`)
  const answer = await person.call('POST', '/create-payment-intent', { price: order.body.price, orderId })
  if (answer.status !== 200) throw new Error(`payment refused: ${JSON.stringify(answer.body)}`)
  const clientSecret: string = answer.body.clientSecret
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
}

/** What a browser knows of a shop when it pays. */
type CardShop = { address: string; payment: { publishableKey: string } }

/** Types a card at the sandbox provider, as the browser's card form does. */
export async function payWithCard(
  shop: CardShop,
  payment: { intentId: string; clientSecret: string },
  card = testCards.success,
) {
  const form = new URLSearchParams({
    client_secret: payment.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  })
  const answer = await fetch(`${shop.address}/sandbox/v1/payment_intents/${payment.intentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.payment.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

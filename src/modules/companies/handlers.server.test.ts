import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { newId } from '#platform/context'
import { type Person, createPerson, createTool, orderOf, placeOrder, signIn } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

async function addCompany(name = `Fleet ${newId()}`): Promise<string> {
  const added = await admin.call('POST', '/companies', { name }, { 'idempotency-key': newId() })
  expect(added).toMatchObject({ status: 200 })
  return added.body.insertedId
}

const addMember = (company: string, email: string) => admin.call('POST', `/companies/${company}/members`, { email })
const removeMember = (company: string, { accountId }: Person) =>
  admin.call('DELETE', `/companies/${company}/members/${accountId}`)
const actFor = (person: Person, companyId: string | null) => person.call('PUT', '/session/company', { companyId })

async function companyOf(order: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ company: string | null }>`
    select company_id as company from orders where id = ${order}`.execute(shop.db)
  return rows[0]?.company
}

describe('staff', () => {
  it('adds a company once for a key, finds it by letters of its name and its VAT number, and changes it', async () => {
    const [name, key] = [`Überlandwerk ${newId()}`, { 'idempotency-key': newId() }]
    const body = { name, vatNumber: `DE${newId().slice(-9)}` }
    const { insertedId: id } = (await admin.call('POST', '/companies', body, key)).body
    expect((await admin.call('POST', '/companies', body, key)).body).toEqual({ insertedId: id })
    for (const q of [name.slice(3, 12).toUpperCase(), body.vatNumber.toLowerCase().slice(1)]) {
      const { body: listed } = await admin.call('GET', `/companies?q=${encodeURIComponent(q)}&limit=200`)
      expect(listed, q).toContainEqual({ _id: id, ...body, members: 0, version: 1 })
    }
    const changed = { name: `${name} 2`, version: 1 }
    expect((await admin.call('PUT', `/companies/${id}`, changed)).body).toEqual({ modifiedCount: 1, version: 2 })
    expect((await admin.call('PUT', `/companies/${id}`, { ...changed, name })).body.code).toBe('changed-meanwhile')
    expect((await admin.call('GET', `/companies/${id}`)).body).toMatchObject({ name: `${name} 2`, vatNumber: null })
    expect((await admin.call('GET', `/companies/${newId()}`)).body.code).toBe('company-gone')
  })

  it('has customers buy for it by their confirmed addresses, once each, and reads them by page', async () => {
    const [company, people] = [await addCompany(), await Promise.all([1, 2, 3].map(() => createPerson(shop)))]
    for (const { email } of people) expect((await addMember(company, email)).body).toEqual({ modifiedCount: 1 })
    expect((await addMember(company, people[0]?.email ?? '')).body).toEqual({ modifiedCount: 0 })
    const first = await admin.call('GET', `/companies/${company}/members?limit=2`)
    expect(first.headers.get('x-total-count')).toBe('3')
    expect(first.body).toHaveLength(2)
    expect(await addMember(company, `${newId()}@example.com`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email', message: 'No account has this email.' }] },
    })
    const [stranger] = [await createPerson(shop)]
    await sql`update account set email_verified = false where id = ${stranger.accountId}`.execute(shop.db)
    expect((await addMember(company, stranger.email)).body.errors[0].message).toMatch(/not confirmed/)
    expect((await addMember(newId(), stranger.email)).body.code).toBe('company-gone')
  })
})

describe('a member', () => {
  it('orders for the company that the session is in, and for themselves again once they were taken out of it', async () => {
    const [person, company] = [await createPerson(shop), await addCompany()]
    expect((await actFor(person, company)).body.code).toBe('company-gone')
    await addMember(company, person.email)
    expect(await companyOf(await placeOrder(person, await createTool(shop)))).toBeNull()
    expect((await actFor(person, company)).body).toEqual({ modifiedCount: 1 })
    expect((await person.call('GET', '/companies/mine')).body).toMatchObject([{ _id: company, isCurrent: true }])
    const order = await placeOrder(person, await createTool(shop))
    expect(await companyOf(order)).toBe(company)
    expect((await person.call('GET', `/orders/${order}`)).body.boughtFor).toMatch(/^Fleet /)
    // Another session of the same account buys for itself until it says otherwise.
    const elsewhere = await signIn(shop, person.email)
    expect(await companyOf(await placeOrder(elsewhere, await createTool(shop)))).toBeNull()

    expect((await removeMember(company, person)).body).toEqual({ deletedCount: 1 })
    expect((await removeMember(company, person)).body).toEqual({ deletedCount: 0 })
    expect((await person.call('GET', '/companies/mine')).body).toEqual([])
    expect(await companyOf(await placeOrder(person, await createTool(shop)))).toBeNull()
    expect(await companyOf(order)).toBe(company)
  })

  it('pays the prices of the company in whose name the session buys, and nobody else’s', async () => {
    const [person, company, tool] = [
      await createPerson(shop),
      await addCompany(),
      await createTool(shop, { price: 10_000 }),
    ]
    await addMember(company, person.email)
    const list = { name: `Theirs ${newId()}`, gross: false, audience: 'company', company }
    const { insertedId } = (await admin.call('POST', '/price-lists', list, { 'idempotency-key': newId() })).body
    await admin.call('PUT', `/price-lists/${insertedId}/entries/${tool}`, { tiers: [{ from: 1, price: 80 }] })
    const price = async (who: Person) => (await who.call('GET', `/prices?ids=${tool}`)).body[0].unitPrice
    expect(await price(person)).toBe(100)
    await actFor(person, company)
    expect(await price(person)).toBe(80)
    expect((await person.call('POST', '/orders', orderOf(tool))).body.insertedId).toBeDefined()
    expect(await price(await createPerson(shop))).toBe(100)
    await actFor(person, null)
    expect(await price(person)).toBe(100)
  })

  it.each(['POST /orders', 'POST /basket/order'] as const)(
    'who switches in another tab orders nothing by %s for whom the page does not show, and the first answer stays',
    async call => {
      const [person, company] = [await createPerson(shop), await addCompany()]
      await addMember(company, person.email)
      const tool = await createTool(shop)
      const address = {
        name: 'Garage',
        street: '1 Lane',
        postalCode: '45402',
        city: 'Dayton',
        region: 'OH',
        country: 'US',
      }
      const body = async (companyId: string | null) => {
        if (call === 'POST /orders') return orderOf(tool, 1, { companyId })
        await person.call('PUT', '/basket/lines', { lines: [{ tools_id: tool, quantity: 1 }] })
        return { address, phone: '+1 937 555 0100', companyId }
      }
      const order = async (companyId: string | null, key = newId()) =>
        person.call('POST', call.replace('POST ', ''), await body(companyId), { 'idempotency-key': key })
      expect((await order(company)).body.code).toBe('company-changed')
      const key = newId()
      const { insertedId } = (await order(null, key)).body
      expect(await companyOf(insertedId)).toBeNull()
      await actFor(person, company)
      expect((await order(null)).body.code).toBe('company-changed')
      expect((await order(null, key)).body.insertedId).toBe(insertedId)
      expect(await companyOf((await order(company)).body.insertedId)).toBe(company)
    },
  )

  it('who is taken out while an order is on its way has ordered for the company before, or not at all', async () => {
    const company = await addCompany()
    const outcomes = new Set<string>()
    for (let run = 0; run < 12; run++) {
      const [person, tool] = [await createPerson(shop), await createTool(shop, { onHand: 5 })]
      await addMember(company, person.email)
      await actFor(person, company)
      const [ordered] = await Promise.all([
        person.call('POST', '/orders', orderOf(tool)),
        removeMember(company, person),
      ])
      const { rows } = await sql<{ reserved: number }>`select reserved from tool where id = ${tool}`.execute(shop.db)
      if (ordered.status === 200) {
        const forWhom = await companyOf(ordered.body.insertedId)
        outcomes.add(forWhom === company ? 'for the company' : 'for themselves')
      } else {
        expect(ordered.body.code).toBe('company-changed')
        expect(rows).toEqual([{ reserved: 0 }])
        outcomes.add('not at all')
      }
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, visitor } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'

let shop: TestShop
let staff: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop()
  staff = await createPerson(shop, 'manager')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

let names = 0
const aList = (more: object = {}) => ({ name: `List ${++names}`, gross: false, audience: 'everyone', ...more })
async function add(more: object = {}): Promise<string> {
  const { body, status } = await staff.call('POST', '/price-lists', aList(more))
  expect(body).toMatchObject({ insertedId: expect.any(String) })
  expect(status).toBe(200)
  return body.insertedId
}
const set = (list: string, tool: string, entry: object) =>
  staff.call('PUT', `/price-lists/${list}/entries/${tool}`, entry)
const price = async (who: Pick<Person, 'call'>, tool: string) => (await who.call('GET', `/prices?ids=${tool}`)).body[0]
async function groupOf(...people: Person[]): Promise<string> {
  const { body } = await staff.call('POST', '/customer-groups', { name: `Group ${++names}` })
  for (const { email } of people) await staff.call('POST', `/customer-groups/${body.insertedId}/members`, { email })
  return body.insertedId
}

describe('a price list', () => {
  it('is what its buyers pay at once, and nobody else, and the answer is kept nowhere', async () => {
    const tool = await createTool(shop, { price: 2500 })
    const group = await groupOf(buyer)
    const list = await add({ audience: 'group', group, name: 'Garages' })
    const before = await price(buyer, tool)
    expect(before).toEqual({
      tools_id: tool,
      unitPrice: 25,
      listPrice: 25,
      tiers: [{ from: 1, unitPrice: 25 }],
      minimum: 1,
      multiple: 1,
    })
    const entry = { tiers: [{ from: 48, price: '19.5' }, { from: 1, price: 22 }], minimum: 48, multiple: 24 } // prettier-ignore
    expect((await set(list, tool, entry)).body).toEqual({ modifiedCount: 1, version: 1 })
    expect(await price(buyer, tool)).toEqual({
      tools_id: tool,
      unitPrice: 19.5,
      listPrice: 25,
      tiers: [{ from: 48, unitPrice: 19.5 }],
      minimum: 48,
      multiple: 24,
      list: 'Garages',
    })
    expect(await price(visitor(shop), tool)).toMatchObject({ unitPrice: 25 })
    expect(await price(await createPerson(shop), tool)).toMatchObject({ unitPrice: 25 })
    for (const who of [buyer, visitor(shop)]) {
      const { headers } = await who.call('GET', `/prices?ids=${tool}`)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(
      await visitor(shop).call('GET', `/prices?ids=${tool}`, undefined, { authorization: 'Bearer x.y.z' }),
    ).toMatchObject({
      status: 401,
    })
  })

  it('says what is wrong with it at its fields, all at once', async () => {
    for (const from of ['2026-13-01', '0000-01-01']) {
      expectFields(await staff.call('POST', '/price-lists', { gross: false, audience: 'group', from }), [
        ['name', 'Give the list a name.'],
        ['from', 'Use a day such as 2026-05-31.'],
      ])
    }
    const days = aList({ from: '2026-05-02', until: '2026-05-01', audience: 'group' })
    expectFields(await staff.call('POST', '/price-lists', days), [
      ['until', 'The last day is before the first one.'],
      ['group', 'Choose a group.'],
    ])
    const taken = await add()
    const { name } = (await staff.call('GET', `/price-lists/${taken}`)).body
    expectFields(await staff.call('POST', '/price-lists', aList({ name: name.toUpperCase() })), [
      ['name', 'Another price list has this name.'],
    ])
    expectFields(
      await staff.call(
        'POST',
        '/price-lists',
        aList({ audience: 'group', group: '00000000-0000-7000-8000-000000000000' }),
      ),
      [['group', 'There is no such group of customers.']],
    )
    const rules = [{ category: 'none', percent: 10 }, { brand: 'None', percent: 100 }, { percent: 5 }, { percent: 6 }] // prettier-ignore
    expectFields(await staff.call('POST', '/price-lists', aList({ rules })), [
      ['rules.0.category', 'There is no such category.'],
      ['rules.1.brand', 'The shop has no such brand.'],
      ['rules.1.percent', 'Use a percentage above 0 and below 100, with 3 decimals at most.'],
    ])
    expectFields(await staff.call('POST', '/price-lists', aList({ rules: [{ percent: 5 }, { percent: 6 }] })), [
      ['rules.1.brand', 'Another rule of this list is about the same.'],
    ])
  })

  it('is changed at the version that was read; the same again changes nothing', async () => {
    const list = await add({ rules: [{ percent: '12.5' }] })
    const stored = (await staff.call('GET', `/price-lists/${list}`)).body
    expect(stored).toMatchObject({ rules: [{ category: null, brand: null, percent: 12.5 }], version: 1, entries: 0 })
    const input = { name: stored.name, gross: true, audience: 'everyone', priority: 3, version: 1 }
    const put = (more: object = {}) => staff.call('PUT', `/price-lists/${list}`, { ...input, ...more })
    expect((await put()).body).toEqual({ modifiedCount: 1, version: 2 })
    expect((await put()).body).toEqual({ modifiedCount: 0, version: 2 })
    expect(await put({ priority: 4 })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await put({ rules: [], version: 2 })).body).toEqual({ modifiedCount: 1, version: 3 })
    const { rows } = await sql`select action, before, after from audit where subject_id = ${list} order by id`.execute(
      shop.db,
    )
    expect(rows).toMatchObject([
      { action: 'price-list.added' },
      { action: 'price-list.changed', before: { is_gross: false }, after: { is_gross: true, priority: 3 } },
      { action: 'price-list.changed', after: { rules: [] } },
    ])
  })

  it('holds on its days by the shop’s clock, and no longer once it is removed, until that is taken back', async () => {
    const tool = await createTool(shop, { price: 1000 })
    const day = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
    const list = await add({ from: day(-1), until: day(0), priority: 9 })
    await add({ from: day(1), until: null, rules: [{ percent: 90 }] })
    await set(list, tool, { tiers: [{ from: 1, price: 9 }] })
    expect(await price(buyer, tool)).toMatchObject({ unitPrice: 9 })
    expect((await staff.call('DELETE', `/price-lists/${list}`)).body).toEqual({ deletedCount: 1 })
    expect((await staff.call('DELETE', `/price-lists/${list}`)).body).toEqual({ deletedCount: 0 })
    expect(await price(buyer, tool)).toMatchObject({ unitPrice: 10 })
    expect((await staff.call('GET', `/price-lists/${list}`)).body.code).toBe('price-list-gone')
    expect((await staff.call('POST', `/price-lists/${list}/restored`)).body).toEqual({ modifiedCount: 1 })
    expect(await price(buyer, tool)).toMatchObject({ unitPrice: 9 })
  })
})

describe('an entry', () => {
  it('is added once and changed at its version, by whoever of two comes first', async () => {
    const [tool, list] = [await createTool(shop), await add()]
    const both = await Promise.all([20, 21].map(price => set(list, tool, { tiers: [{ from: 1, price }] })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await set(list, tool, { tiers: [{ from: 1, price: 19 }], version: 1 })).body).toEqual({
      modifiedCount: 1,
      version: 2,
    })
    const { body: page } = await staff.call('GET', `/price-lists/${list}/entries?q=Test tool`)
    expect(page).toMatchObject([{ tool: { _id: tool, price: 25 }, tiers: [{ from: 1, price: 19 }], version: 2 }])
    expect((await staff.call('GET', `/price-lists/${list}/entries?q=nothing`)).body).toEqual([])
    expect((await staff.call('DELETE', `/price-lists/${list}/entries/${tool}`)).body).toEqual({ deletedCount: 1 })
    expect((await staff.call('DELETE', `/price-lists/${list}/entries/${tool}`)).body).toEqual({ deletedCount: 0 })
  })

  it('is told what is wrong with it', async () => {
    const [tool, list] = [await createTool(shop), await add()]
    expectFields(await set(list, tool, { tiers: [] }), [['tiers', 'Give a price, a minimum or a multiple.']])
    expectFields(
      await set(list, tool, {
        tiers: [
          { from: 5, price: 1 },
          { from: 5, price: 0.001 },
          { from: 6, price: 0 },
        ],
      }),
      [
        // prettier-ignore
        ['tiers.1.from', 'Another price begins at this quantity.'],
        ['tiers.1.price', 'Use an amount with at most 2 decimals.'],
        ['tiers.2.price', 'Use a price above 0.'],
      ],
    )
    expect(await set(list, '00000000-0000-7000-8000-000000000000', { tiers: [{ from: 1, price: 1 }] })).toMatchObject({
      status: 404,
      body: { code: 'tool-gone' },
    })
  })
})

describe('a group of customers', () => {
  it('has members by their confirmed email, each once, and is not removed under a list', async () => {
    const group = await groupOf(buyer)
    const again = await staff.call('POST', `/customer-groups/${group}/members`, { email: buyer.email })
    expect(again.body).toEqual({ modifiedCount: 0 })
    expectFields(await staff.call('POST', `/customer-groups/${group}/members`, { email: 'nobody@example.com' }), [
      ['email', 'No account has this email.'],
    ])
    const members = await staff.call('GET', `/customer-groups/${group}/members`)
    expect(members.body).toEqual([{ _id: buyer.accountId, name: 'Test Person', email: buyer.email }])
    const list = await add({ audience: 'group', group })
    expect(await staff.call('DELETE', `/customer-groups/${group}`)).toMatchObject({
      status: 409,
      body: { code: 'customer-group-in-use' },
    })
    await staff.call('DELETE', `/price-lists/${list}`)
    expect((await staff.call('DELETE', `/customer-groups/${group}`)).body).toEqual({ deletedCount: 1 })
    // It would be given to nobody.
    expect((await staff.call('POST', `/price-lists/${list}/restored`)).body.code).toBe('price-list-gone')
  })

  it('loses who leaves it or deletes the account, and so do the prices', async () => {
    const [tool, leaving] = [await createTool(shop, { price: 1000 }), await createPerson(shop)]
    const group = await groupOf(leaving)
    const list = await add({ audience: 'group', group })
    await set(list, tool, { tiers: [{ from: 1, price: 8 }] })
    expect(await price(leaving, tool)).toMatchObject({ unitPrice: 8 })
    const gone = await staff.call('DELETE', `/customer-groups/${group}/members/${leaving.accountId}`)
    expect(gone.body).toEqual({ deletedCount: 1 })
    expect(await price(leaving, tool)).toMatchObject({ unitPrice: 10 })
  })
})

it.each([
  ['', 'Say for which tools.'],
  ['?ids=x', 'That is not an id of this shop.'],
  [
    `?ids=${Array.from({ length: 101 }, (_, at) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`).join()}`,
    'Ask for at most 100 tools.',
  ],
])('prices asked for by %j are refused with what to ask', async (query, message) => {
  expectFields(await visitor(shop).call('GET', `/prices${query}`), [['ids', message]])
})

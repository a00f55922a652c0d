import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'

let shop: TestShop
let one: Person
let other: Person

beforeAll(async () => {
  shop = await startTestShop()
  one = await createPerson(shop, 'admin')
  other = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const save = (person: Person, name: string, query: Record<string, unknown>, shared = false) =>
  person.call('POST', '/orderFilters', { name, query, shared })
const filtersOf = async (person: Person) => (await person.call('GET', '/orderFilters')).body

it('a filter is its account’s own, or shared; saved again under its name it is replaced, by however many at once', async () => {
  const query = { state: 'open', from: '2026-03-01', least: 12.5, sort: '-total' }
  const saved = await Promise.all([save(one, 'To pack', query), save(one, 'to PACK', query)])
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  expect(saved[0]?.body).toEqual(saved[1]?.body)
  await save(one, 'To pack', { ...query, payment: 'paid' })
  await save(one, 'Unpaid', { payment: 'unpaid', q: '' }, true)
  expect(await filtersOf(one)).toMatchObject([
    {
      name: 'To pack', shared: false, own: true, by: 'Test Person',
      query: { state: 'open', payment: 'paid', from: '2026-03-01', least: '12.5', sort: '-total' },
    },
    { name: 'Unpaid', shared: true, own: true, query: { payment: 'unpaid' } },
  ]) // prettier-ignore
  expect(await filtersOf(other)).toMatchObject([{ name: 'Unpaid', own: false, by: 'Test Person' }])
})

it('only its owner removes it, once, and it goes with the account', async () => {
  const [shared] = await filtersOf(other)
  const remove = (person: Person) => person.call('DELETE', `/orderFilters/${shared._id}`)
  expect((await remove(other)).body.code).toBe('filter-gone')
  const statuses = (await Promise.all([remove(one), remove(one)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 404])
  const gone = await createPerson(shop, 'admin')
  await save(gone, 'Mine', { q: 'padma' }, true)
  expect((await gone.call('GET', '/account/data')).body.orderFilters).toEqual([
    { name: 'Mine', query: { q: 'padma' }, shared: true, savedAt: expect.any(String) },
  ])
  expect((await gone.call('DELETE', '/account', { email: gone.email })).status).toBe(200)
  expect((await filtersOf(other)).map(({ name }: { name: string }) => name)).toEqual([])
})

it('keeps what the list takes, and nothing else', async () => {
  const answer = await save(one, 'Odd', { state: 'lost', least: 'much', colour: 'red' })
  expect(answer.status).toBe(400)
  expect(answer.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    'query.least',
    'query.state',
  ])
  await save(one, 'Odd', { state: 'open', colour: 'red' })
  const [odd] = (await filtersOf(one)).filter(({ name }: { name: string }) => name === 'Odd')
  expect(odd.query).toEqual({ state: 'open' })
  expectFields(await save(one, '  ', {}), [['name', /name/]])
})

it('an account has fifty at most', async () => {
  const busy = await createPerson(shop, 'admin')
  await sql`
    insert into order_filter (id, account_id, name, query, is_shared, created_at)
    select gen_random_uuid(), ${busy.accountId}, 'Filter ' || n, '{}', false, now() from generate_series(1, 49) n`.execute(
    shop.db,
  )
  const answers = await Promise.all(['A', 'B', 'C'].map(name => save(busy, name, { state: 'open' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await save(busy, 'Filter 7', { state: 'open' })).status).toBe(200)
})

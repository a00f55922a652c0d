import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually'
import { type Answer, type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { expectFields } from '#test/problems'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await startTestShop()
  owner = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

const tax = JSON.stringify([{ country: 'DE', taxClass: 'standard', rate: '19%' }])
const change = (settings: Record<string, string | null>) => owner.call('PUT', '/settings', { settings })
const add = (name: string, gross: boolean) => owner.call('POST', '/price-lists', { name, gross, audience: 'everyone' })
const put = (id: string, content: object) =>
  owner.call('PUT', `/price-lists/${id}`, { audience: 'everyone', version: 1, ...content })
const hasTable = async (): Promise<boolean> => {
  const { settings } = (await owner.call('GET', '/settings')).body
  return settings.find(({ name }: { name: string }) => name === 'TAX_TABLE').value !== ''
}
const namesOf = async () =>
  (await owner.call('GET', '/price-lists')).body.map(({ name }: { name: string }) => name).toSorted()

afterEach(async () => {
  await change({ TAX_TABLE: null, PRICES_INCLUDE_TAX: null })
  await sql`delete from price_list`.execute(shop.db)
})

const unlike = (shops: string) =>
  `This shop has a tax table, so its price lists are as its prices are, ${shops}. Give the list such prices, or take the table out in Settings.`

describe('in a shop with a tax table', () => {
  it('a list is in the shop’s own terms when it is added, changed or comes back', async () => {
    const removed = (await add('Removed', true)).body.insertedId
    await owner.call('DELETE', `/price-lists/${removed}`)
    expect(await change({ TAX_TABLE: tax })).toMatchObject({ status: 200 })
    expectFields(await add('Gross', true), [['gross', unlike('without tax')]])
    const net = await add('Net', false)
    expect(net.status).toBe(200)
    const id = net.body.insertedId
    expectFields(await put(id, { name: 'Net', gross: true }), [['gross', unlike('without tax')]])
    expect((await put(id, { name: 'Still net', gross: false })).body).toEqual({ modifiedCount: 1, version: 2 })
    expect(await owner.call('POST', `/price-lists/${removed}/restored`)).toMatchObject({
      status: 409,
      body: { code: 'price-list-other-terms' },
    })
    expect(await namesOf()).toEqual(['Still net'])

    await change({ TAX_TABLE: null })
    expect((await owner.call('POST', `/price-lists/${removed}/restored`)).body).toEqual({ modifiedCount: 1 })
    expect((await add('Gross', true)).status).toBe(200)
  })

  it('the prices of a shop do not begin to include tax beside lists that do not', async () => {
    await add('Net', false)
    await change({ TAX_TABLE: tax })
    expectFields(await change({ PRICES_INCLUDE_TAX: 'yes' }), [
      [
        'PRICES_INCLUDE_TAX',
        'With a tax table, price lists are as the shop’s prices are, with tax. These are not: “Net”. Change them while there is no table, or remove them.',
      ],
    ])
    expect(await change({ PRICES_INCLUDE_TAX: 'yes', TAX_TABLE: '' })).toMatchObject({ status: 200 })
    expectFields(await change({ TAX_TABLE: tax }), [['TAX_TABLE', /with tax\. These are not: “Net”\./]])
  })
})

it('a tax table is refused while lists are in the other terms, which it names; other settings change', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await add(name, true)
  await add('Net', false)
  expectFields(await change({ TAX_TABLE: tax }), [
    ['TAX_TABLE', /without tax\. These are not: “A”, “B”, “C”, “D”, “E” and 2 more\./],
  ])
  expect(await hasTable()).toBe(false)
  expect(await change({ TAX_RATE: '19%' })).toMatchObject({ status: 200 })
  await change({ TAX_RATE: null })
})

describe('of a list in the other terms and a tax table at the same time', () => {
  const waiting = async () =>
    (
      await sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        shop.db,
      )
    ).rows.length

  /** Does the second thing while the first one is not over: it waits for the trail, which is the last that either writes. */
  async function during(first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer[]> {
    const answers = await shop.db.transaction().execute(async (held): Promise<Promise<Answer>[]> => {
      await sql`lock table audit in share mode`.execute(held)
      const one = first()
      await eventually(waiting, waits => waits === 1)
      const other = second()
      await eventually(waiting, waits => waits === 2)
      return [one, other]
    })
    return Promise.all(answers)
  }

  it.each(['added', 'changed', 'restored'])('a list that is %s first keeps the table out', async how => {
    expect(await during(await listing(how), () => change({ TAX_TABLE: tax }))).toMatchObject([
      { status: 200 },
      { status: 400, body: { errors: [{ field: 'TAX_TABLE' }] } },
    ])
  })

  it.each(['added', 'changed', 'restored'])('a table that is first keeps a list from being %s', async how => {
    const list = await listing(how)
    const [table, late] = await during(() => change({ TAX_TABLE: tax }), list)
    expect(table).toMatchObject({ status: 200 })
    expect([400, 409]).toContain(late?.status)
  })

  /** Makes the list that is to be gross, and returns what makes it so. */
  async function listing(how: string): Promise<() => Promise<Answer>> {
    if (how === 'added') return () => add('Gross', true)
    const { insertedId: id } = (await add('Gross', how === 'restored')).body
    if (how === 'changed') return () => put(id, { name: 'Gross', gross: true })
    await owner.call('DELETE', `/price-lists/${id}`)
    return () => owner.call('POST', `/price-lists/${id}/restored`)
  }
})

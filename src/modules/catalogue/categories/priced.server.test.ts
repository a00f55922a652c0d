import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson, createTool } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import type { Category } from './categories.contract.ts'
import { addCategories } from './add.server.ts'

let shop: TestShop
let admin: Person
beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
})
afterAll(() => shop.close())

async function given(...paths: string[]) {
  await addCategories(shop.system, paths)
  const all: Category[] = (await admin.call('GET', '/categories/all')).body
  const of = (path: string) => all.find(({ fullName }) => fullName === path)
  return { id: (path: string) => of(path)?._id ?? '', address: (path: string) => of(path)?.path ?? '' }
}
const takingOff = (name: string, category: string) => ({
  name,
  gross: false,
  audience: 'everyone',
  rules: [{ category, percent: '20' }],
})
const addList = async (name: string, category: string): Promise<string> =>
  (await admin.call('POST', '/price-lists', takingOff(name, category))).body.insertedId
const rulesOf = async (list: string) => (await admin.call('GET', `/price-lists/${list}`)).body.rules
const remove = (id: string, into?: string) => admin.call('DELETE', `/categories/${id}${into ? `?into=${into}` : ''}`)

it('a category off which price lists take something stays until they do not, and says which they are', async () => {
  const { id, address } = await given('Priced', 'Other')
  const tool = await createTool(shop, { price: 1000 })
  await sql`update tool set category_id = ${id('Priced')} where id = ${tool}`.execute(shop.db)
  const lists = [await addList('Trade', address('Priced')), await addList('Spring', address('Priced'))]
  expect(await remove(id('Priced'), id('Other'))).toMatchObject({
    status: 409,
    body: {
      code: 'category-priced',
      message: 'Price lists take something off “Priced”: Spring, Trade. Take that out of them first.',
    },
  })
  expect((await admin.call('GET', `/prices?ids=${tool}`)).body[0]).toMatchObject({ unitPrice: 8 })
  for (const list of lists) expect(await rulesOf(list)).toMatchObject([{ percent: 20 }])
  const change = { ...takingOff('Trade', address('Other')), version: 1 }
  expect((await admin.call('PUT', `/price-lists/${lists[0]}`, change)).status).toBe(200)
  expect(await remove(id('Priced'), id('Other'))).toMatchObject({
    status: 409,
    body: { message: 'A price list takes something off “Priced”: Spring. Take that out of it first.' },
  })
})

it('so does a category that a namesake would take in on the way, and an empty one', async () => {
  const { id, address } = await given('Left > Pads', 'Right > Pads', 'Empty')
  const list = await addList('Namesake', address('Left > Pads'))
  expect(await remove(id('Left'), id('Right'))).toMatchObject({
    status: 409,
    body: { code: 'category-priced', message: expect.stringContaining('“Pads”: Namesake.') },
  })
  expect(await rulesOf(list)).toMatchObject([{ percent: 20 }])
  await addList('Of nothing', address('Empty'))
  expect(await remove(id('Empty'))).toMatchObject({ status: 409, body: { code: 'category-priced' } })
})

it('a price list that was removed keeps no category, and does not come back without what it took off one', async () => {
  const { id, address } = await given('Outlived', 'Kept')
  const [list, other] = [await addList('Removed', address('Outlived')), await addList('Removed, too', address('Kept'))]
  for (const one of [list, other]) await admin.call('DELETE', `/price-lists/${one}`)
  expect(await remove(id('Outlived'))).toMatchObject({ status: 200, body: { deletedCount: 1 } })
  expect(await admin.call('POST', `/price-lists/${list}/restored`)).toMatchObject({
    status: 404,
    body: { code: 'price-list-gone' },
  })
  expect(await admin.call('POST', `/price-lists/${other}/restored`)).toMatchObject({ status: 200 })
  expect(await rulesOf(other)).toMatchObject([{ percent: 20 }])
})

it('the database lets no category and no brand go off which a list in force takes something', async () => {
  const { id, address } = await given('Guarded')
  const list = await addList('Guard', address('Guarded'))
  await expect(sql`delete from category where id = ${id('Guarded')}`.execute(shop.db)).rejects.toThrow(
    'price_rule_category_id_fkey',
  )
  await sql`insert into brand (id, name) values (${list}, 'Guarded')`.execute(shop.db)
  await sql`
    insert into price_rule (id, list_id, brand_id, discount) values (${list}, ${list}, ${list}, 1)`.execute(shop.db)
  await expect(sql`delete from brand where id = ${list}`.execute(shop.db)).rejects.toThrow('price_rule_brand_id_fkey')
})

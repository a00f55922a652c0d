import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Permission, permissions } from '#kernel/access'
import { type Person, buy, createPerson, createTool, orderOf, reviewBy } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { rest } from './effects.ts'
import { matrixRows } from './table.ts'
import { testAddress } from './basket.ts'
import { whoMayCall } from './who-may-call.ts'

let shop: TestShop
let admin: Person
let buyer: Person
let tool: string
let order: string
const staff = new Map<Permission, Person>()

/** It stands in whatever a shop knows of this customer. */
const mark = 'markedperson'

beforeAll(async () => {
  shop = await startTestShop()
  admin = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
  for (const right of permissions) {
    await sql`
      insert into account_role (key, name, permissions) values (${right}, ${right}, array[${right}])
      on conflict do nothing`.execute(shop.db)
    const person = await createPerson(shop)
    await sql`update account set role = ${right} where id = ${person.accountId}`.execute(shop.db)
    staff.set(right, person)
  }
  await sql`
    update account set email = ${`${mark}@example.com`}, display_name = ${mark} where id = ${buyer.accountId}`.execute(
    shop.db,
  )
  tool = await createTool(shop)
  await buyer.call('POST', '/addresses', { ...testAddress, name: mark, street: mark })
  order = await buy(shop, buyer, tool)
  await sql`
    update orders set company_name = ${mark}, address = ${mark}, phone = ${mark}, customer_name = ${mark} where id = ${order}`.execute(
    shop.db,
  )
  await buyer.call('POST', '/orders', orderOf(tool, 1, { company: mark, address: mark }))
  await admin.call('POST', `/orders/${order}/notes`, { text: mark })
  await admin.call('POST', `/orders/${order}/refunds`, { amount: 1 })
  await admin.call('POST', `/customers/${buyer.accountId}/notes`, { text: mark })
  await buyer.call('POST', '/review', await reviewBy(buyer))
  await rest(shop)
})
afterAll(() => shop.close())

const rows = matrixRows(() => ({ shop, admin, people: () => [buyer] }))

/** Everybody may read the name and the business that stand under a published review. */
const published = new Set(['name', 'business'])
const withoutPublished = (key: string, value: unknown) => (published.has(key) ? undefined : value)

const reads = Object.entries(whoMayCall).flatMap(([who, calls]) => {
  const right = permissions.find(one => who.endsWith(`staff:${one}`))
  // Whoever works with customers, or with orders, sees whose they are.
  return right && right !== 'customers' && right !== 'orders'
    ? calls.filter(call => call.startsWith('GET ')).map(call => ({ call, right }))
    : []
})

describe('what a customer has given stays with those who may see customers (finding 11)', () => {
  it.each(reads)('$call by $right alone', async ({ call, right }) => {
    const sample = await rows[call]?.sample(buyer, admin)
    const person = staff.get(right)
    // Of what this customer has left traces at, not of what nobody has touched.
    const path = (sample?.path ?? '')
      .replace(/^\/(tools|allTools)\/[^/?]+/, `/$1/${tool}`)
      .replace(/^\/orders\/[^/?]+/, `/orders/${order}`)
      .replace(/limit=\d+/, 'limit=100')
    for (const address of path.includes('/reports/')
      ? ['orders', 'lines', 'payments', 'refunds', 'customers', 'stock'].map(one =>
          path.replace(/(?<=\/reports\/)\w+/, one),
        )
      : [path]) {
      const answer = await person?.call('GET', address)
      const said = JSON.stringify(answer?.body ?? '', right === 'reviews' ? withoutPublished : undefined)
      const seen = said.toLowerCase().includes(mark)
      expect.soft({ status: answer?.status, seen }, address).toMatchObject({ seen: false })
    }
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/context'
import { createPerson, createTool, placeOrder } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

it('an order is for the company that the session is in, and for the person again once they have left it', async () => {
  const [person, companyId] = [await createPerson(shop), newId()]
  const companyOf = async (order: string) => {
    const { rows } = await sql<{ company: string | null }>`
      select company_id as company from orders where id = ${order}`.execute(shop.db)
    return rows[0]?.company
  }
  await sql`insert into company (id, name) values (${companyId}, 'A fleet')`.execute(shop.db)
  await sql`insert into company_member (account_id, company_id) values (${person.accountId}, ${companyId})`.execute(
    shop.db,
  )
  const enter = sql`update account_session set company_id = ${companyId} where account_id = ${person.accountId}`

  expect(await companyOf(await placeOrder(person, await createTool(shop)))).toBeNull()
  await enter.execute(shop.db)
  const order = await placeOrder(person, await createTool(shop))
  expect(await companyOf(order)).toBe(companyId)
  await sql`delete from company_member where account_id = ${person.accountId}`.execute(shop.db)
  expect(await companyOf(await placeOrder(person, await createTool(shop)))).toBeNull()
  expect(await companyOf(order)).toBe(companyId)
  await expect(enter.execute(shop.db)).rejects.toThrow('foreign key')
})

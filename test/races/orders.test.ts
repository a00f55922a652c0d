import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Person, createPerson, createTool, orderOf, placeOrder, signUp } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { atOnce } from './in-turn.ts'
import { expectLedgerToAddUp } from './ledger.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(async () => {
  await expectLedgerToAddUp(shop)
  await shop.close()
})

const statuses = (answers: Answer[]) => answers.map(answer => answer.status).toSorted()
const times = (count: number, status: number) => Array<number>(count).fill(status)

async function ordersOf(person: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where account_id = ${person.accountId}`.execute(shop.db)
  return rows[0]?.count ?? 0
}

describe('the same Idempotency-Key', () => {
  it('[D2.22] sent 16 times at once gives one order and 16 equal answers', async () => {
    const person = await createPerson(shop)
    const tool = await createTool(shop)
    const send = () => person.call('POST', '/orders', orderOf(tool, 2), { 'idempotency-key': 'once' })
    const answers = await atOnce(16, send)
    expect(statuses(answers)).toEqual(times(16, 200))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await ordersOf(person)).toBe(1)
    // And later, when the stock that it took is gone, still the first answer.
    await sql`update tool set archived_at = now() where id = ${tool}`.execute(shop.db)
    expect((await send()).body).toEqual(answers[0]?.body)
  })

  it('wins even the last unit for all who sent it', async () => {
    const person = await createPerson(shop)
    const tool = await createTool(shop, { onHand: 1 })
    const answers = await atOnce(16, () => person.call('POST', '/orders', orderOf(tool), { 'idempotency-key': 'last' }))
    expect(statuses(answers)).toEqual(times(16, 200))
    expect(new Set(answers.map(answer => answer.body.insertedId)).size).toBe(1)
  })

  it('[D2.22] with another body is refused, at once and later', async () => {
    const person = await createPerson(shop)
    const tool = await createTool(shop)
    const send = (quantity: number) =>
      person.call('POST', '/orders', orderOf(tool, quantity), { 'idempotency-key': 'two' })
    const answers = await atOnce(16, index => send(1 + (index % 2)))
    expect(statuses(answers)).toEqual([...times(8, 200), ...times(8, 422)])
    for (const answer of answers.filter(({ status }) => status === 422)) {
      expect(answer.body).toMatchObject({ code: 'idempotency-key-reused', message: expect.stringMatching(/\.$/) })
    }
    expect(await ordersOf(person)).toBe(1)
    expect((await send(3)).status).toBe(422)
  })

  it('[D2.22] of another account is another key', async () => {
    const people = await atOnce(3, () => createPerson(shop))
    const tool = await createTool(shop)
    const answers = await Promise.all(
      people.map(person => person.call('POST', '/orders', orderOf(tool), { 'idempotency-key': 'shared' })),
    )
    expect(statuses(answers)).toEqual(times(3, 200))
    expect(new Set(answers.map(answer => answer.body.insertedId)).size).toBe(3)
  })
})

describe('the limit of open orders', () => {
  it('[D4.05] lets an account that asks 20 times at once have five', async () => {
    const person = await createPerson(shop)
    const tools = await atOnce(20, () => createTool(shop))
    const answers = await atOnce(20, index => person.call('POST', '/orders', orderOf(tools[index] ?? '')))
    expect(statuses(answers)).toEqual([...times(5, 200), ...times(15, 409)])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.body).toMatchObject({ code: 'too-many-open-orders', details: { limit: 5 } })
    }
    expect(await ordersOf(person)).toBe(5)
  })

  it('[D4.05] is one while the email is unverified', async () => {
    const person = await signUp(shop, 'unverified@example.com')
    const tool = await createTool(shop)
    const answers = await atOnce(20, () => person.call('POST', '/orders', orderOf(tool)))
    expect(statuses(answers)).toEqual([200, ...times(19, 409)])
    expect(await ordersOf(person)).toBe(1)
  })

  it('counts back what was deleted, however often it is deleted at once', async () => {
    const person = await createPerson(shop)
    const tool = await createTool(shop, { onHand: 5 })
    const orders = await atOnce(5, () => placeOrder(person, tool))
    const deleted = await atOnce(20, index => person.call('DELETE', `/orders/${orders[index % 5]}`))
    expect(statuses(deleted)).toEqual(times(20, 200))
    expect(deleted.filter(answer => answer.body.deletedCount === 1)).toHaveLength(5)
    const again = await atOnce(20, () => person.call('POST', '/orders', orderOf(tool)))
    expect(statuses(again)).toEqual([...times(5, 200), ...times(15, 409)])
  })
})

describe('the stock of a tool', () => {
  it('[D4.03 D8.01 S9.21] is never sold twice, whoever asks at once', async () => {
    const people = await atOnce(6, () => createPerson(shop))
    const tool = await createTool(shop, { onHand: 7 })
    const answers = await atOnce(24, async index => people[index % 6]?.call('POST', '/orders', orderOf(tool)))
    expect(answers.filter(answer => answer?.status === 200)).toHaveLength(7)
    for (const answer of answers.filter(answer => answer?.status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'not-enough-stock', details: { available: 0 } } })
    }
  })

  it('passes from a deleted order to the next one, while both run', async () => {
    const [holder, waiter] = [await createPerson(shop), await createPerson(shop)]
    for (let round = 0; round < 10; round++) {
      const tool = await createTool(shop, { onHand: 1 })
      const held = await placeOrder(holder, tool)
      const [deleted, placed] = await Promise.all([
        holder.call('DELETE', `/orders/${held}`),
        waiter.call('POST', '/orders', orderOf(tool)),
      ])
      expect(deleted.body).toEqual({ deletedCount: 1 })
      expect([200, 409]).toContain(placed.status)
      if (placed.status === 200) await waiter.call('DELETE', `/orders/${placed.body.insertedId}`)
      const { rows } = await sql`select on_hand, reserved from tool where id = ${tool}`.execute(shop.db)
      expect(rows).toEqual([{ on_hand: 1, reserved: 0 }])
    }
  })
})

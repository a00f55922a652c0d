import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTool, orderOf } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { type Asked, type Crowd, counted, startCrowd } from './crowd.ts'
import { type Somebody, createPeople } from '../shop/people.ts'
import { expectLedgerToAddUp } from './ledger.ts'
import { inTiers } from '../tiers.ts'

/** Four shop processes with sixteen connections each, and as many buyers as they have together. */
const atOnce = 64

let shop: TestShop
let crowd: Crowd
let people: Somebody[]

beforeAll(async () => {
  shop = await startTestShop()
  crowd = await startCrowd(shop)
})
beforeEach(async () => {
  people = await createPeople(shop.db, atOnce)
  return () => expectLedgerToAddUp(shop)
})
afterAll(async () => {
  await crowd.stop()
  await shop.close()
})

const headersOf = (nth: number) => people[nth % people.length]?.headers ?? {}
const order = (tool: string, quantity: number, headers: Record<string, string>): Asked => ({
  method: 'POST',
  path: '/api/orders',
  body: orderOf(tool, quantity),
  headers,
})

async function stockOf(tool: string) {
  const { rows } = await sql`
    select on_hand, reserved, free,
      (select count(*) from order_line where tool_id = tool.id) as orders,
      (select count(*) from stock_movement where tool_id = tool.id and reason = 'reserved') as moved
    from tool where id = ${tool}`.execute(shop.db)
  return rows[0]
}

describe('64 buyers at four processes', () => {
  inTiers({ short: 2, long: 10 }, (rounds, options) => {
    it(
      `[D4.03 D8.01 D2.21] want the one unit that is left, ${rounds} rounds: one gets it, the others are told why`,
      options,
      async () => {
        for (let round = 0; round < rounds; round++) {
          const tool = await createTool(shop, { onHand: 1 })
          people = await createPeople(shop.db, atOnce)
          const answers = await crowd.atOnce(atOnce, nth => order(tool, 1, headersOf(nth)))
          expect(counted(answers)).toEqual({ 200: 1, '409 not-enough-stock': 63 })
          for (const { body } of answers.filter(({ status }) => status === 409)) {
            expect(body).toMatchObject({ details: { available: 0 }, message: 'This tool has just sold out.' })
          }
          expect(await stockOf(tool)).toEqual({ on_hand: 1, reserved: 1, free: 0, orders: 1, moved: 1 })
        }
      },
    )
  })

  it('want ten units that are left: ten get one', async () => {
    const tool = await createTool(shop, { onHand: 10 })
    const answers = await crowd.atOnce(atOnce, nth => order(tool, 1, headersOf(nth)))
    expect(counted(answers)).toEqual({ 200: 10, '409 not-enough-stock': 54 })
    expect(await stockOf(tool)).toEqual({ on_hand: 10, reserved: 10, free: 0, orders: 10, moved: 10 })
  })

  it('want one to four units each of fifty: together they get no more, and nobody is refused what is there', async () => {
    const tool = await createTool(shop, { onHand: 50 })
    const wanted = (nth: number) => 1 + (nth % 4)
    const answers = await crowd.atOnce(atOnce, nth => order(tool, wanted(nth), headersOf(nth)))
    const taken = answers.reduce((sum, { status }, nth) => sum + (status === 200 ? wanted(nth) : 0), 0)
    expect(await stockOf(tool)).toMatchObject({ on_hand: 50, reserved: taken, free: 50 - taken })
    const refused = answers.map((answer, nth) => ({ ...answer, wanted: wanted(nth) })).filter(a => a.status !== 200)
    // Stock only goes down here, so who was refused wanted more than what was left then, and than what is left now.
    for (const { status, body, wanted } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'not-enough-stock' })
      expect(body.details.available).toBeLessThan(wanted)
      expect(body.details.available).toBeGreaterThanOrEqual(50 - taken)
    }
    expect(taken).toBeGreaterThan(46)
  })
})

describe('one account', () => {
  it('[D4.05] that clicks 64 times, without a key, gets as many orders as it may have', async () => {
    const tool = await createTool(shop)
    const answers = await crowd.atOnce(atOnce, () => order(tool, 2, headersOf(0)))
    expect(counted(answers)).toEqual({ 200: 5, '409 too-many-open-orders': 59 })
    expect(await stockOf(tool)).toMatchObject({ reserved: 10, orders: 5 })
  })

  it('and another that both click 32 times get theirs, and neither the other’s', async () => {
    const tool = await createTool(shop)
    const answers = await crowd.atOnce(atOnce, nth => order(tool, 1, headersOf(nth % 2)))
    expect(counted(answers)).toEqual({ 200: 10, '409 too-many-open-orders': 54 })
    const { rows } = await sql`
      select count(*) as orders from orders where account_id = any(${people.map(member => member.accountId)}::uuid[])
      group by account_id`.execute(shop.db)
    expect(rows).toEqual([{ orders: 5 }, { orders: 5 }])
  })

  it('[D2.22] that sends one key 64 times, to whichever process, places one order and hears one answer', async () => {
    const tool = await createTool(shop, { onHand: 1 })
    const headers = { ...headersOf(0), 'idempotency-key': 'once' }
    const answers = await crowd.atOnce(atOnce, () => order(tool, 1, headers))
    expect(counted(answers)).toEqual({ 200: 64 })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await stockOf(tool)).toEqual({ on_hand: 1, reserved: 1, free: 0, orders: 1, moved: 1 })
  })

  it('[D2.22] that sends one key with two bodies has one of them, and 422 for the other', async () => {
    const tool = await createTool(shop)
    const headers = { ...headersOf(0), 'idempotency-key': 'two' }
    const answers = await crowd.atOnce(atOnce, nth => order(tool, 1 + (Math.floor(nth / 4) % 2), headers))
    expect(counted(answers)).toEqual({ 200: 32, '422 idempotency-key-reused': 32 })
    expect(await stockOf(tool)).toMatchObject({ orders: 1, moved: 1 })
  })
})

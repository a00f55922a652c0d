import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, createPerson, createTool, orderOf, signUp } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectLedgerToAddUp } from './ledger.ts'

/** As the harness gives it to its shops, so that a token of one is good in all. */
const secret = 'test-secret-that-is-long-enough-for-signing'
const rounds = 50

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

type Outcome = { status: number; body: { insertedId?: string; code?: string; message?: string } }
type Buyer = { order(token: string, body: object): Promise<Outcome>; stop(): Promise<number | null> }

/** A buyer at another shop process on the same database. */
async function startBuyer(): Promise<Buyer> {
  const program = join(import.meta.dirname, 'buyer.ts')
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [program, shop.databaseUrl, secret], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the buyer’s process ended')
    return value as string
  }
  expect(await read()).toBe('ready')
  return {
    async order(token, body) {
      child.stdin.write(`${JSON.stringify({ token, body })}\n`)
      return JSON.parse(await read()) as Outcome
    },
    async stop() {
      child.stdin.end()
      await ended
      return child.exitCode
    },
  }
}

describe('two buyers from two processes', () => {
  let buyers: Buyer[]
  let people: Person[]

  beforeAll(async () => {
    buyers = await Promise.all([startBuyer(), startBuyer()])
    people = await Promise.all([createPerson(shop), createPerson(shop)])
  })
  afterAll(async () => {
    expect(await Promise.all(buyers.map(buyer => buyer.stop()))).toEqual([0, 0])
  })

  const together = (bodies: object[]) =>
    Promise.all(bodies.map((body, index) => buyers[index]?.order(people[index]?.token ?? '', body)))

  it(`share the last unit: one gets it, the other is told why, ${rounds} times`, async () => {
    const winners = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const tool = await createTool(shop, { onHand: 1 })
      const outcomes = await together([orderOf(tool), orderOf(tool)])
      expect(outcomes.map(outcome => outcome?.status).toSorted()).toEqual([200, 409])
      const winner = outcomes.findIndex(outcome => outcome?.status === 200)
      winners[winner] = (winners[winner] ?? 0) + 1
      expect(outcomes[1 - winner]?.body).toMatchObject({
        code: 'not-enough-stock', details: { available: 0 }, message: 'This tool has just sold out.',
      }) // prettier-ignore
      const stock = await sql`
        select on_hand, reserved, free, (select count(*) from order_line where tool_id = tool.id) as orders
        from tool where id = ${tool}`.execute(shop.db)
      expect(stock.rows).toEqual([{ on_hand: 1, reserved: 1, free: 0, orders: 1 }])
    }
    expect(winners[0]! + winners[1]!).toBe(rounds)
    await expectLedgerToAddUp(shop)
  })

  it('who want more than is left together get no more than there is', async () => {
    const tool = await createTool(shop, { onHand: 5 })
    const outcomes = await together([orderOf(tool, 3), orderOf(tool, 3)])
    const refused = outcomes.find(outcome => outcome?.status === 409)
    expect(outcomes.map(outcome => outcome?.status).toSorted()).toEqual([200, 409])
    expect(refused?.body.message).toBe('Only 2 left. Lower the quantity and order again.')
    await expectLedgerToAddUp(shop)
  })

  it('with the same account and key place one order', async () => {
    const tool = await createTool(shop)
    const first = people[0]?.token ?? ''
    for (let round = 0; round < 10; round++) {
      const body = orderOf(tool)
      const outcomes = await Promise.all(buyers.map(buyer => buyer.order(first, body)))
      expect(new Set(outcomes.map(outcome => outcome.body.insertedId)).size).toBe(2)
    }
  })
})

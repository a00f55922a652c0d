import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, bearer, createPerson, createTool, orderOf } from '../factories.ts'
import { type TestShop, startTestShop } from '../harness.ts'
import { expectLedgerToAddUp } from './ledger.ts'

/** As the harness gives it to its shops, so that a token of one is good in all. */
const secret = 'test-secret-that-is-long-enough-for-signing'
const rounds = 50

let shop: TestShop
let buyers: [Buyer, Buyer]
let people: [Person, Person]

beforeAll(async () => {
  shop = await startTestShop()
  buyers = await Promise.all([startBuyer(), startBuyer()])
  people = await Promise.all([createPerson(shop), createPerson(shop)])
})
afterAll(async () => {
  const statuses = await Promise.all(buyers.map(buyer => buyer.stop()))
  await shop.close()
  expect(statuses).toEqual([0, 0])
})

type Outcome = { status: number; body: { insertedId?: string; code?: string; message?: string } }
type Buyer = { order(body: object, headers: Record<string, string>): Promise<Outcome>; stop(): Promise<number | null> }

/** A buyer at another shop process on the same database. */
async function startBuyer(): Promise<Buyer> {
  const program = join(import.meta.dirname, 'buyer.ts')
  const child = spawn(process.execPath, [program, shop.databaseUrl, secret], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the buyer’s process ended')
    return value
  }
  expect(await read()).toBe('ready')
  return {
    async order(body, headers) {
      child.stdin.write(`${JSON.stringify({ body, headers })}\n`)
      return JSON.parse(await read()) as Outcome
    },
    async stop() {
      child.stdin.end()
      await ended
      return child.exitCode
    },
  }
}

/** Both send an order at once, each at its own process. */
function together(bodies: [object, object], headers = people.map(person => bearer(person.token))): Promise<Outcome[]> {
  return Promise.all(buyers.map((buyer, index) => buyer.order(bodies[index] ?? {}, headers[index] ?? {})))
}

it(`[D4.03 D8.01 D2.21] one unit left, ${rounds} rounds: one buyer gets it, the other is told why`, async () => {
  for (let round = 0; round < rounds; round++) {
    const tool = await createTool(shop, { onHand: 1 })
    const outcomes = await together([orderOf(tool), orderOf(tool)])
    expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual([200, 409])
    expect(outcomes.find(outcome => outcome.status === 409)?.body).toMatchObject({
      code: 'not-enough-stock', details: { available: 0 }, message: 'This tool has just sold out.',
    }) // prettier-ignore
    const { rows } = await sql`
      select on_hand, reserved, free, array(select order_id from order_line where tool_id = tool.id) as orders
      from tool where id = ${tool}`.execute(shop.db)
    const winner = outcomes.find(outcome => outcome.status === 200)?.body.insertedId
    expect(rows).toEqual([{ on_hand: 1, reserved: 1, free: 0, orders: [winner] }])
  }
  await expectLedgerToAddUp(shop)
})

it('together they get no more than there is', async () => {
  const tool = await createTool(shop, { onHand: 5 })
  const outcomes = await together([orderOf(tool, 3), orderOf(tool, 3)])
  expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual([200, 409])
  expect(outcomes.find(outcome => outcome.status === 409)?.body.message).toBe(
    'Only 2 left. Lower the quantity and order again.',
  )
  await expectLedgerToAddUp(shop)
})

it('one account with one key places one order, at whichever process it asks', async () => {
  const tool = await createTool(shop)
  for (let round = 0; round < 10; round++) {
    const headers = { ...bearer(people[0].token), 'idempotency-key': `round-${round}` }
    const [first, second] = await together([orderOf(tool), orderOf(tool)], [headers, headers])
    expect(first?.status).toBe(200)
    expect(second).toEqual(first)
  }
  const { rows } = await sql`select reserved from tool where id = ${tool}`.execute(shop.db)
  expect(rows).toEqual([{ reserved: 10 }])
  await expectLedgerToAddUp(shop)
})

import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, createTool, orderOf, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { waitingForLocks } from '../races/in-turn.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { type Rig, createRig } from './rig.ts'
import { long } from '../tiers.ts'
import { quiet } from './quiet.ts'
import { type ShopProcess, buildOnce, embeddedDatabase, movedTo, owner } from '../shop/process.ts'

const timeout = 120_000

let rig: Rig

beforeAll(buildOnce, timeout)
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.clean(), timeout)

/** Places orders in four lines at once, until the shop does not answer any more. Returns the keys without an answer. */
async function orderUntilItEnds(person: Person, tool: string, onAnswer: (id: string) => void): Promise<string[]> {
  const line = async (name: number) => {
    for (let count = 0; ; count++) {
      const key = `line-${name}-${count}`
      const answer = await person
        .call('POST', '/orders', orderOf(tool), { 'idempotency-key': key })
        .catch(() => undefined)
      if (!answer) return key
      expect(answer.status).toBe(200)
      onAnswer(answer.body.insertedId)
    }
  }
  return Promise.all([0, 1, 2, 3].map(line))
}

describe('kill -9', () => {
  for (const { of, both, options } of [
    { of: 'the shop', both: false, options: { timeout, ...long } },
    { of: 'the shop and its database', both: true, options: { timeout } },
  ]) {
    it(
      `of ${of} loses no order that was acknowledged; the next start goes on with the same data`,
      options,
      async () => {
        const first = await rig.start()
        const running = embeddedDatabase(rig.dataDir)
        const before = rig.connect(running?.url ?? '')
        const person = await signIn({ address: first.address, db: before }, owner.ADMIN_EMAIL)
        const tool = await createTool({ db: before }, { onHand: 100_000 })
        const acknowledged: string[] = []
        const unanswered = await orderUntilItEnds(person, tool, id => {
          acknowledged.push(id)
          if (acknowledged.length !== 40) return
          first.signal('SIGKILL')
          if (both && running) process.kill(running.pid, 'SIGKILL')
        })
        expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })

        const second = await rig.start()
        const now = embeddedDatabase(rig.dataDir)
        expect(now?.pid === running?.pid).toBe(!both)
        const after = rig.connect(now?.url ?? '')
        const { rows } = await sql<{ id: string }>`select id from orders`.execute(after)
        expect(rows.map(row => row.id)).toEqual(expect.arrayContaining(acknowledged))
        // The token still opens the shop: what signs it is kept in the data folder.
        const again = movedTo(second, person)
        const order = await again.call('GET', `/orders/${acknowledged.at(-1)}`)
        expect(order.body).toMatchObject({ quantity: 1, paymentState: 'unpaid', lines: [{ tools_id: tool }] })
        // Whoever got no answer sends the same once more: one order, whether the first had been placed or not.
        for (const key of unanswered) {
          const send = () => again.call('POST', '/orders', orderOf(tool), { 'idempotency-key': key })
          const [one, other] = [await send(), await send()]
          expect(one.status).toBe(200)
          expect(other.body).toEqual(one.body)
        }
        const total = await sql`select count(*) as count from orders`.execute(after)
        expect(total.rows).toEqual([{ count: acknowledged.length + unanswered.length }])
        await expectLedgerToAddUp({ db: after })
        await rig.disconnect()
        expect(await second.end('SIGTERM')).toMatchObject({ status: 0, stderr: quiet })
        expect(embeddedDatabase(rig.dataDir)).toBeUndefined()
      },
    )
  }
})

describe('a stop', () => {
  let url: string
  let environment: Record<string, string>

  beforeEach(async () => {
    url = await rig.database()
    environment = { DATABASE_URL: url }
  })

  /** An order that waits for as long as this test wants, because its tool's row is held. */
  async function slowOrder(shop: ShopProcess) {
    const db = rig.connect(url)
    const person = await signIn({ address: shop.address, db }, owner.ADMIN_EMAIL)
    const tool = await createTool({ db })
    const letGo = await rig.hold(db, sql`select from tool where id = ${tool}`)
    const answer = person.call('POST', '/orders', orderOf(tool))
    await eventually(
      () => waitingForLocks(db),
      waiting => waiting > 0,
    )
    return { answer, person, letGo }
  }

  const isListening = (shop: ShopProcess) =>
    fetch(`${shop.address}/healthz`).then(
      () => true,
      () => false,
    )

  it(
    'by SIGTERM finishes the open request, then ends with status 0; the next start has its order',
    // Less than the 72 seconds for which the server keeps an idle connection: a stop does not wait for those.
    { timeout: 60_000 },
    async () => {
      const first = await rig.start(environment)
      const { answer, person, letGo } = await slowOrder(first)
      first.signal('SIGTERM')
      await eventually(
        () => isListening(first),
        listening => !listening,
      )
      await letGo()
      const placed = await answer
      expect(placed.status).toBe(200)
      const end = await first.ended
      expect(end).toMatchObject({ status: 0, signal: null, stderr: quiet })
      expect(end.stdout).toContain('Stopping (SIGTERM)')
      const second = await rig.start(environment)
      const order = await movedTo(second, person).call('GET', `/orders/${placed.body.insertedId}`)
      expect(order.status).toBe(200)
      expect(await second.end('SIGINT')).toMatchObject({ status: 0, stderr: quiet })
    },
  )

  it('by a signal that is repeated a while later does not wait', { timeout, ...long }, async () => {
    const shop = await rig.start(environment)
    const { answer, letGo } = await slowOrder(shop)
    const outcome = answer.then(
      () => 'answered',
      () => 'cut off',
    )
    shop.signal('SIGINT')
    await eventually(
      () => isListening(shop),
      listening => !listening,
    )
    let isOver = false
    const end = shop.ended.finally(() => (isOver = true))
    const press = async () => {
      shop.signal('SIGINT')
      return isOver
    }
    await eventually(press, over => over)
    expect(await end).toMatchObject({ status: 1, stderr: quiet })
    expect(await outcome).toBe('cut off')
    await letGo()
  })
})

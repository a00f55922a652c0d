import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTool, openPayment, orderOf, payWithCard, signIn } from '../factories.ts'
import { eventually } from '../eventually.ts'
import { expectLedgerToAddUp } from '../races/ledger.ts'
import { type ShopProcess, movedTo, owner, startInVain } from '../shop/process.ts'
import { long } from '../tiers.ts'
import { freePorts, isMissing } from './machines.ts'
import { startPooler } from './pooler.ts'
import { useSite } from './site.ts'

const timeout = 300_000

const site = useSite('pooler')

/** With fewer sessions than one process of the shop wants. */
async function startNarrowPooler(target: string, port: number) {
  const pooler = await startPooler(site.folder, target, { port, default_pool_size: 5 })
  site.atEnd(pooler.end)
  return pooler
}

const readiness = async ({ address }: ShopProcess) => (await fetch(`${address}/readyz`)).status

it.skipIf(isMissing('pgbouncer'))(
  'two processes behind PgBouncer in transaction mode sell, are paid, and hear of each other; without it they wait for it',
  { timeout, ...long },
  async () => {
    const [port = 0] = await freePorts(1)
    const { url, db } = await site.makeDatabase()
    const pooler = await startNarrowPooler(url, port)
    const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
    const { stderr } = await startInVain({ DATA_DIR: join(site.folder, 'none'), DATABASE_URL: pooler.url, ...owner })
    expect(stderr).toMatch(/is a pooler\. Set DATABASE_DIRECT_URL to the database itself\.\n$/)
    const one = await site.start('one', environment)
    const other = await site.start('other', environment)
    const person = await signIn({ address: one.address, db }, owner.ADMIN_EMAIL)
    const elsewhere = movedTo(other, person)
    const tool = await createTool({ db }, { onHand: 1000 })

    // More at once than the pooler has sessions, each in a transaction of its own.
    const placing = Array.from({ length: 60 }, (_, count) =>
      (count % 2 ? person : elsewhere).call('POST', '/orders', orderOf(tool), { 'idempotency-key': randomUUID() }),
    )
    const placed = await Promise.all(placing)
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]))
    await expectLedgerToAddUp({ db })

    // Paid through jobs, which are told of by notices.
    const orderId: string = placed[0]?.body.insertedId
    await payWithCard(one, await openPayment(elsewhere, orderId))
    await eventually(
      async () => (await sql`select from orders where id = ${orderId} and payment_state = 'paid'`.execute(db)).rows,
      rows => rows.length === 1,
    )

    // What one writes, the other shows, though it has kept the answer.
    const stockAt = async ({ address }: ShopProcess) =>
      (await (await fetch(`${address}/api/tools/${tool}`)).json()).availableQuantity
    const before = await stockAt(other)
    expect((await person.call('POST', '/orders', orderOf(tool))).status).toBe(200)
    await eventually(
      () => stockAt(other),
      stock => stock === before - 1,
    )

    await pooler.end()
    expect(await readiness(one)).toBe(503)
    await startNarrowPooler(url, port)
    await eventually(
      () => readiness(one),
      status => status === 200,
    )
    expect((await person.call('POST', '/orders', orderOf(tool))).status).toBe(200)
    // Their logs may tell of the moment without the pooler.
    for (const shop of site.shops) expect(await shop.end('SIGTERM')).toMatchObject({ status: 0, signal: null })
  },
)

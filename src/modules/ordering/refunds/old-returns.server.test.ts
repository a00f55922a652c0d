import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl, onServer } from '#test/shop/databases'
import { createPool } from '#platform/database'
import { migrate } from '#platform/postgres/migrations'
import { unitsToShip } from '../orders/orders.rules.ts'

const { adminUrl } = inject('databaseServer')
const name = `tappet_old_returns_${randomBytes(4).toString('hex')}`
const files = readdirSync(join(import.meta.dirname, '../../../../db/migrations')).toSorted()

let pool: pg.Pool
beforeAll(async () => {
  await onServer(adminUrl, `create database ${name}`)
  pool = createPool(databaseUrl(adminUrl, name), { max: 1 })
})
afterAll(async () => {
  await pool.end()
  await onServer(adminUrl, `drop database ${name} with (force)`)
})

type Old = { units: number; shipped: number; refunds: [state: 'done' | 'requested' | 'failed', units: number][] }
const sum = (refunds: Old['refunds'], of: string) =>
  refunds.reduce((units, [state, some]) => units + (state === of ? some : 0), 0)
/** As it was shown: what went back to the shelf was what had not left, as long as there was such. */
const shown = ({ units, shipped, refunds }: Old) =>
  Math.max(0, units - shipped - sum(refunds, 'done') - sum(refunds, 'requested'))

async function put({ units, shipped, refunds }: Old): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into orders (id, number, customer_name, customer_email, phone, company_name, address, currency, prices_include_tax,
      goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax, tax, total, placed_at, reserved_until)
    values ($1, $2, 'Old', 'old@example.com', '1', 'Old', 'Old', 'usd', false, $3, 0, 0, 'Z', 0, 0, $3, now(), now())`,
    [id, `O-${id}`, units * 1000],
  )
  await pool.query(
    `insert into order_line (order_id, position, tool_name, unit_price, quantity, net, tax_rate, tax_reason, tax, shipped_quantity,
      refunded_quantity, returning_quantity)
    values ($1, 1, 'Old', 1000, $2, $3, 0, 'Z', 0, $4, $5, $6)`,
    [id, units, units * 1000, shipped, sum(refunds, 'done'), sum(refunds, 'requested')],
  )
  await pool.query(
    `insert into payment_intent (id, provider, order_id, client_secret, amount, currency) values ($1, 'old', $2, '', 1, 'usd')`,
    [`pi_${id}`, id],
  )
  for (const [state, some] of refunds) {
    const refundId = randomUUID()
    await pool.query(
      `insert into refund (id, order_id, transaction_id, amount, reason, state, provider_id, done_at, units_returned)
      values ($1, $2, $3, 1, 'requested', $4, $5, case when $4 <> 'requested' then now() end, $4 = 'done')`,
      [refundId, id, `pi_${id}`, state, `re_${refundId}`],
    )
    await pool.query(`insert into refund_line values ($1, $2, 1, $3)`, [refundId, id, some])
  }
  return id
}

const orders: Old[] = [
  { units: 5, shipped: 0, refunds: [] },
  { units: 5, shipped: 2, refunds: [['done', 3]] },
  { units: 4, shipped: 3, refunds: [['done', 1]] },
  { units: 4, shipped: 4, refunds: [['requested', 2]] },
  { units: 4, shipped: 3, refunds: [['done', 2]] },
  { units: 5, shipped: 3, refunds: [['requested', 4]] },
  { units: 6, shipped: 3, refunds: [['done', 2], ['requested', 2], ['failed', 1]] },
  { units: 6, shipped: 4, refunds: [['done', 4], ['requested', 1], ['requested', 1]] },
] // prettier-ignore

it('orders from before show as many units to ship as ever, and would after a refund that fails', async () => {
  await migrate(
    pool,
    files.filter(file => file < '0043'),
  )
  const ids: string[] = []
  for (const order of orders) ids.push(await put(order))
  expect(await migrate(pool)).toContain('0043-units-sent-back.sql')
  for (const [nth, order] of orders.entries()) {
    const lines = await pool.query(`select * from order_line where order_id = $1`, [ids[nth]])
    const [line] = lines.rows
    expect(unitsToShip(line)).toBe(shown(order))
    const parts = await pool.query(
      `select quantity, sent_back, state from refund_line join refund on refund.id = refund_id where refund.order_id = $1`,
      [ids[nth]],
    )
    const counted = parts.rows.filter(part => part.state !== 'failed').reduce((all, part) => all + part.sent_back, 0)
    expect(counted).toBe(line.sent_back_quantity)
    const onTheirWay = parts.rows.filter(part => part.state === 'requested')
    const sentBack = onTheirWay.reduce((all, part) => all + part.sent_back, 0)
    const kept = { returning_quantity: 0, sent_back_quantity: line.sent_back_quantity - sentBack }
    const refunds = order.refunds.filter(([state]) => state !== 'requested')
    expect(unitsToShip({ ...line, ...kept })).toBe(shown({ ...order, refunds }))
  }
})

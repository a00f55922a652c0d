import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl, onServer } from '#test/shop/databases'
import { createPool } from '#platform/database'
import { migrate } from '#platform/postgres/migrations'

const { adminUrl } = inject('databaseServer')
const name = `tappet_old_orders_${randomBytes(4).toString('hex')}`
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

/** As an order stood before there were tax tables: 2 × 10.00, with 9.90 shipping, at this rate. */
async function putOrder({ rate, isGross }: { rate: number; isGross: boolean }): Promise<string> {
  const id = randomUUID()
  const taxOf = (amount: number) => Math.round((amount * rate) / (1_000_000 + (isGross ? rate : 0)))
  const [tax, shippingTax] = [taxOf(2000), taxOf(990)]
  const net = (amount: number, tax: number) => (isGross ? amount - tax : amount)
  const total = 2990 + (isGross ? 0 : tax + shippingTax)
  await pool.query(
    `insert into orders (id, number, customer_name, customer_email, phone, company_name, address, currency, prices_include_tax,
      goods, shipping_net, shipping_tax_rate, shipping_tax, tax, total, placed_at, reserved_until)
    values ($1, $2, 'Old', 'old@example.com', '1', 'Old', 'Old', 'usd', $3, 2000, $4, $5, $6, $7, $8, now(), now())`,
    [id, `O-${id}`, isGross, net(990, shippingTax), rate, shippingTax, tax + shippingTax, total],
  )
  await pool.query(
    `insert into order_line (order_id, position, tool_name, unit_price, quantity, net, tax_rate, tax)
    values ($1, 1, 'Old', 1000, 2, $2, $3, $4)`,
    [id, net(2000, tax), rate, tax],
  )
  return id
}

it('orders from before keep their sums, and say by which class and reason they were taxed and how they went', async () => {
  await migrate(
    pool,
    files.filter(file => file < '0031'),
  )
  const rates = [0, 190_000]
  const ids: string[] = []
  for (const rate of rates) for (const isGross of [false, true]) ids.push(await putOrder({ rate, isGross }))
  const sums = async () =>
    (
      await pool.query(
        `select orders.id, goods, shipping_net, shipping_tax, orders.tax, total, line.net, line.tax as line_tax, placed_at
        from orders join order_line line on line.order_id = orders.id order by orders.id`,
      )
    ).rows
  const before = await sums()
  expect(await migrate(pool)).toContain('0031-tax-and-delivery.sql')
  expect(await sums()).toEqual(before)
  const { rows } = await pool.query(
    `select tax_class, tax_reason, shipping_tax_reason, tax_rounding, delivery_method, delivery_method_name,
      delivery_price::integer, delivery_days, is_pick_up
    from orders join order_line line on line.order_id = orders.id order by array_position($1::uuid[], orders.id)`,
    [ids],
  )
  const kept = {
    tax_class: 'standard',
    tax_rounding: 'line',
    delivery_method: 'standard',
    delivery_method_name: 'Standard delivery',
    delivery_price: 990,
    delivery_days: null,
    is_pick_up: false,
  }
  const by = (reason: string) => ({ ...kept, tax_reason: reason, shipping_tax_reason: reason })
  expect(rows).toEqual([by('Z'), by('Z'), by('S'), by('S')])
})

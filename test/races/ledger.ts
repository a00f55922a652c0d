import { sql } from 'kysely'
import { ofOrders } from '#test/shop/payments'
import { expect } from 'vitest'
import type { Database } from '#platform/database'
import type { TestShop } from '../harness.ts'

/** The sums of every tool's movements are its stock, none of it is negative, and open orders hold what is reserved. */
export async function expectLedgerToAddUp(shop: Pick<TestShop, 'db'>): Promise<void> {
  expect(await unbalancedTools(shop.db)).toEqual([])
  expect(await miscountedAccounts(shop.db)).toEqual([])
}

/** The tools whose stock is not what their movements and the open orders say. */
export async function unbalancedTools(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select tool.id, tool.on_hand, tool.reserved, ledger.on_hand as ledger_on_hand, ledger.reserved as ledger_reserved,
      held.units as held
    from tool
      left join (
        select tool_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
        from stock_movement group by tool_id
      ) ledger on ledger.tool_id = tool.id
      left join (
        select line.tool_id, sum(line.quantity) as units,
          coalesce(sum(line.quantity) filter (where orders.unconfirmed), 0) as unconfirmed
        from order_line line join orders on orders.id = line.order_id and orders.payment_state = 'unpaid'
        group by line.tool_id
      ) held on held.tool_id = tool.id
    where tool.on_hand < 0 or tool.free < 0
      or tool.on_hand <> coalesce(ledger.on_hand, 0)
      or tool.reserved <> coalesce(ledger.reserved, 0)
      or tool.reserved <> coalesce(held.units, 0)
      or tool.held_unconfirmed <> coalesce(held.unconfirmed, 0)`.execute(db)
  return rows
}

/** The accounts whose count of open orders is wrong, or what they have bought. */
export async function miscountedAccounts(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select account.id from account
      left join account_sales sales on sales.account_id = account.id
      left join lateral (
        select count(distinct orders.id) filter (where released_at is not null) as orders,
          coalesce(sum(payment.part - payment.refunded), 0) as turnover, max(payment.paid_at) as last
        from orders left join ${ofOrders} payment on payment.order_id = orders.id where orders.account_id = account.id
      ) counted on true
    where open_orders <> (select count(*) from orders where account_id = account.id and payment_state = 'unpaid')
      or (sales.orders, sales.turnover) is distinct from (counted.orders, counted.turnover)
      or sales.last_paid_at is distinct from counted.last`.execute(db)
  return rows
}

import { ofOrders } from '#test/shop/payments'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sandboxSecrets } from '../shop/compose.ts'
import { eventually } from '../eventually.ts'
import { testCards } from '../factories.ts'
import type { TestShop } from '../harness.ts'
import { isOnItsWay, signatureOf } from '../sandbox/events.ts'
import type { Asked, Told } from './crowd.ts'
import { expectLedgerToAddUp } from './ledger.ts'

const { publishableKey } = sandboxSecrets
/** Once events and refunds have found their way, money, stock and trails say the same, and everything was told once. */
export async function expectBooksToAgree(shop: TestShop): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await sql`
        select id, type from sandbox.event where ${isOnItsWay}
        union all select id::text, state from refund where state = 'requested'`.execute(shop.db)
      return rows
    },
    open => open.length === 0,
    50_000,
  )
  const { rows: money } = await sql`
    select orders.id, orders.payment_state, orders.total, money.kept, payment.amount, payment.refunded
    from orders
      left join ${ofOrders} payment on payment.order_id = orders.id
      left join (
        select metadata ->> 'order_id' as order_id, sum(amount_received - amount_refunded) as kept
        from sandbox.payment_intent group by 1
      ) money on money.order_id = orders.id::text
    where coalesce(money.kept, 0) <> coalesce(payment.amount - payment.refunded, 0)
      or (payment.id is not null) <> (orders.payment_state in ('paid', 'part-refunded', 'refunded'))`.execute(shop.db)
  expect(money).toEqual([])
  const { rows: twice } = await sql`
    select order_id::text, kind from order_event where kind in ('placed', 'paid', 'cancelled', 'expired')
    group by order_id, kind having count(*) > 1
    union all
    select order_id::text, reason from stock_movement where reason in ('reserved', 'sold', 'freed')
    group by order_id, tool_id, reason having count(*) > 1
    union all
    select subject_id, action from audit where action in ('order.placed', 'order.paid', 'order.cancelled', 'order.expired')
    group by subject_id, action having count(*) > 1`.execute(shop.db)
  expect(twice).toEqual([])
  await expectLedgerToAddUp(shop)
}

/** A card that is typed at the provider. */
export const card = ({ intentId, secret }: { intentId: string; secret: string }): Asked => ({
  method: 'POST',
  path: `/sandbox/v1/payment_intents/${intentId}/confirm`,
  body: new URLSearchParams({
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': testCards.success,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 2),
    'payment_method_data[card][cvc]': '123',
  }).toString(),
  headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
})

/** The provider's answers to cards: at most one takes the money. */
export function expectCards(answers: Told[], isPaid: boolean): void {
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(isPaid ? 1 : 0)
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    // The provider works on an intent for one call at a time, and on an open one only.
    expect(['payment_intent_unexpected_state', 'lock_timeout']).toContain(body.error.code)
  }
}

/** The event as the provider sends it, signed. */
export async function eventOf(shop: TestShop, intentId: string): Promise<Asked> {
  const { rows } = await sql<{ payload: object }>`
    select payload from sandbox.event
    where payment_intent_id = ${intentId} and type = 'payment_intent.succeeded'`.execute(shop.db)
  const payload = JSON.stringify(rows[0]?.payload)
  return {
    method: 'POST',
    path: '/api/webhooks/payments',
    body: payload,
    headers: signatureOf(payload),
  }
}

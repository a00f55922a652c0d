import { type RawBuilder, sql } from 'kysely'
import { type Context, newId, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { type MovedUnits, moveUnits, unitsMoved } from '#services/catalogue'
import { type PaymentState, mayBecome } from '../orders/orders.rules.ts'
import { failpoint } from '../orders/failpoints.server.ts'
import { forgetBuyerOf } from '../orders/forget.server.ts'
import { type Happening, happened, happenedRows } from './happened.server.ts'

/** What an order needs of its payment: lent by the payments feature, which stands on this one. */
export type OrderPayments = {
  /** Cancels the order's intents at the provider and says what they came to. Money that came is settled by then. */
  closeIntents(ctx: Context, orderId: string): Promise<'closed' | 'paid' | 'processing'>
  /** Whether an intent that could still take money is open; asked inside the transaction that closes the order. */
  hasLiveIntent(ctx: Context, orderId: string): Promise<boolean>
}

export type CloseOutcome = 'closed' | 'paid' | 'processing' | 'not-open'

/**
 * Cancels or expires an unpaid order and frees its stock. Its intents are cancelled first, so that no money can come
 * for an order that is gone; an order whose money has come meanwhile is paid instead.
 */
export async function closeOrder(
  ctx: Context,
  payments: OrderPayments,
  { orderId, to }: { orderId: string; to: 'cancelled' | 'expired' },
): Promise<CloseOutcome> {
  // An intent can be opened between the two steps; then both are done once more.
  for (;;) {
    const intents = await payments.closeIntents(ctx, orderId)
    if (intents !== 'closed') return intents
    const outcome = await transact(ctx, async ctx => {
      const state = await lockOrder(ctx, orderId)
      if (state !== 'unpaid')
        return state === undefined || state === 'cancelled' || state === 'expired' ? 'not-open' : 'paid'
      if (await payments.hasLiveIntent(ctx, orderId)) return 'again'
      await release(ctx, orderId, { to })
      return 'closed'
    })
    if (outcome === 'again') continue
    await failpoint(ctx, 'close: committed')
    return outcome
  }
}

/** The order's payment state, its row locked until the transaction ends. */
export async function lockOrder(ctx: Context, orderId: string): Promise<PaymentState | undefined> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('payment_state')
    .$narrowType<{ payment_state: PaymentState }>()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return order?.payment_state
}

/**
 * The row of `locked`, among the first words of a statement: an order whose row is locked until the transaction ends, and after it that
 * of its buyer. What the statement reads beside it may be older than the locks.
 */
export const orderLocked = (orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ordered as (
    select id, account_id, payment_state, total from orders where id = ${orderId} for no key update
  ), buyer as (
    select account.id from ordered join account on account.id = ordered.account_id for no key update of account
  ), locked as (
    select ordered.* from ordered left join buyer on true
  )`

/** Locks an order's row and its buyer's, until the transaction ends; undefined where there is no such order. */
export async function lockOrderAndBuyer(ctx: Context, orderId: RawBuilder<unknown>) {
  const { rows } = await sql<Columns<'orders', 'id' | 'account_id'>>`
    with ${orderLocked(orderId)} select id, account_id from locked`.execute(ctx.db)
  return rows[0]
}

/** `reason`: what staff says of it to the customer. */
type Release = { to: 'cancelled' | 'expired'; reason?: string | undefined }

/** Marks an unpaid order as closed and frees its stock. In the caller's transaction, the order's row locked and no intent of it live. */
export async function release(ctx: Context, orderId: string, { to, reason }: Release): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'account_id'>>`
    with closed as (
      update orders set payment_state = ${to}, closed_at = ${ctx.now()} where id = ${orderId} returning account_id
    ), ${countedDown(sql`closed`)}
    select account_id from closed`.execute(ctx.db)
  const [{ account_id: buyer } = { account_id: null }] = rows
  await failpoint(ctx, 'close: order marked')
  await moveUnits(ctx, (await lockTools(ctx, orderId)).map(released), { reason: 'released', orderId })
  await failpoint(ctx, 'close: stock released')
  // Who deletes an order of their own knows it.
  const isOwnDeed = to === 'cancelled' && ctx.actor.id === buyer
  const mails = isOwnDeed ? [] : [{ kind: to === 'expired' ? ('expired' as const) : ('released' as const) }]
  const detail = reason && { detail: { reason } }
  await happened(ctx, transition({ orderId, from: 'unpaid', to, ...detail, mails }))
  // The account that placed it went to another person while it was open.
  if (buyer === null) await forgetBuyerOf(ctx, orderId)
}

/**
 * Frees some of the units that an unpaid order holds, after its lines have lost them. In the caller's transaction, the order's row
 * locked.
 */
export async function freePart(
  ctx: Context,
  orderId: string,
  units: readonly { toolId: string | null; quantity: number }[],
): Promise<void> {
  const { rows } = await sql<HeldUnits>`
    select tool.id as tool_id, part.quantity, case when orders.unconfirmed then part.quantity else 0 end as unconfirmed
    from (
      select tool_id, sum(quantity) as quantity
      from unnest(${units.map(unit => unit.toolId)}::uuid[], ${units.map(unit => unit.quantity)}::integer[])
        as unit (tool_id, quantity)
      where tool_id is not null group by tool_id
    ) part join tool on tool.id = part.tool_id join orders on orders.id = ${orderId}
    order by tool.id for no key update of tool`.execute(ctx.db)
  await moveUnits(ctx, rows.map(released), { reason: 'released', orderId, isPart: true })
}

export type Payment = {
  orderId: string
  provider: string
  transactionId: string
  amount: number
  currency: string
  /** The order's units, their tools' rows locked. */
  held: readonly HeldUnits[]
  /** A row that is written with it: of the event that told of it. */
  noted: RawBuilder<unknown> | undefined
}

/**
 * Marks an unpaid order paid by this, and its stock sold. In the caller's transaction, the rows of order and buyer locked; once that is
 * committed, the caller has the mail handed over (`wakeOrderMail`).
 */
export async function markPaid(ctx: Context, { orderId, held, noted, ...payment }: Payment): Promise<void> {
  const paidAt = ctx.now()
  const sold = held.map(units => ({ ...released(units), onHand: -units.quantity }))
  await sql`
    with paid as (
      update orders set payment_state = 'paid', paid_at = ${paidAt}, fulfilment_state = 'open' where id = ${orderId}
      returning id, account_id
    ), ${countedDown(sql`paid`)}, recorded as (
      insert into payment (id, order_id, provider, transaction_id, amount, currency, paid_at)
      select ${newId()}, id, ${payment.provider}, ${payment.transactionId}, ${payment.amount}, ${payment.currency}, ${paidAt}
      from paid
    ), ${unitsMoved(ctx, sold, { reason: 'sold', orderId })}, counted_as_sold as (
      insert into tool_sales as sales (day, tool_id, units, orders)
      select ${paidAt}::date, tool_id, -on_hand, 1 from moved
      on conflict (day, tool_id) do update set units = sales.units + excluded.units, orders = sales.orders + 1
    ), ${happenedRows(ctx, transition({ orderId, from: 'unpaid', to: 'paid', mails: [{ kind: 'paid', key: '' }] }))}
    ${noted ? sql`, noted as (${noted})` : sql``}
    select`.execute(ctx.db)
}

/** `order`: what has the `account_id` of one that is open no more. */
const countedDown = (order: RawBuilder<unknown>) => sql`counted as (
  update account set open_orders = open_orders - 1 from ${order} as ended where account.id = ended.account_id
)`

/** `unconfirmed`: those of the units that count as held by an unconfirmed address. */
export type HeldUnits = { tool_id: string; quantity: number; unconfirmed: number }

const released = ({ tool_id: toolId, quantity, unconfirmed }: HeldUnits): MovedUnits => ({
  toolId,
  onHand: 0,
  reserved: -quantity,
  unconfirmed: -unconfirmed,
})

async function lockTools(ctx: Context, orderId: string): Promise<HeldUnits[]> {
  const { rows } = await sql<HeldUnits>`${toolsLocked(sql`orders.id = ${orderId}`)}`.execute(ctx.db)
  return rows
}

/** An order's units by tool, the tools' rows locked in the order of their ids, so that two orders never wait crosswise. */
export const toolsLocked = (isThisOrder: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tool.id as tool_id, line.quantity, case when orders.unconfirmed then line.quantity else 0 end as unconfirmed
  from orders cross join lateral (
    select tool_id, sum(quantity) as quantity from order_line
    where order_id = orders.id and tool_id is not null group by tool_id
  ) line join tool on tool.id = line.tool_id
  where ${isThisOrder} order by tool.id for no key update of tool`

type Transition = {
  orderId: string
  from: PaymentState
  to: 'paid' | 'cancelled' | 'expired'
  detail?: { reason: string }
  mails: Happening['mails'] & {}
}

function transition({ from, to, ...rest }: Transition): Happening {
  if (!mayBecome(from, to)) throw new Error(`no order becomes ${to} from ${from}`)
  return { kind: to, trail: { before: { paymentState: from }, after: { paymentState: to, ...rest.detail } }, ...rest }
}

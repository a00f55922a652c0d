import { sql } from 'kysely'
import { may } from '#kernel/access'
import type { Handlers, InputOf } from '#kernel/endpoint'
import { toDecimal, toDecimalText } from '#kernel/money'
import { refuseFields } from '#kernel/refusals'
import { type Context, callerOf } from '#platform/context'
import type { Columns } from '#platform/database'
import { answerOnce } from '#platform/http/idempotency'
import { close, freePart } from '../release/close.server.ts'
import type { OrderPayments } from '../release/unpaid.server.ts'
import { ordersAdminTexts } from '../orders/admin.texts.ts'
import { failpoint } from '../orders/failpoints.server.ts'
import { joinMoney } from '../orders/money.server.ts'
import { type PaymentState, isPaid, unitsToShip } from '../orders/orders.rules.ts'
import type { TaxReason } from '#rules/tax'
import type { TaxRounding } from '../sums/totals.rules.ts'
import { happened } from '../release/happened.server.ts'
import { refuse } from '../refusals.rules.ts'
import { requestRefund } from '../refunds/requests.server.ts'
import { cancellationsContract } from './cancellations.contract.ts'
import { type CancelledLine, type PricedOrder, areAsSeen, moneyOf, totalsAfter } from './cancellations.rules.ts'

/** The calls of `ordering/cancellations/cancellations.contract.ts`. */
export function cancellationsHandlers(payments: OrderPayments): Handlers<typeof cancellationsContract, Context> {
  return { cancelUnits: (ctx, input) => cancelUnits(ctx, payments, input) }
}

type Input = Pick<InputOf<typeof cancellationsContract.cancelUnits>, 'params' | 'body' | 'idempotencyKey'>
type Answer = { modifiedCount: number; amount: number }

/**
 * Cancels units that have not left the shop, with the money that belongs to them: of a paid order it goes back by a refund; an
 * unpaid one costs less, after its open intent was called off, and its units are free. Shipping stays what it was, unless
 * nothing of the order is left. Refuses: order-gone, order-not-open, order-changed, refund-too-much, payment-disputed,
 * payment-processing, payment-provider-unreachable, idempotency-key-reused.
 */
async function cancelUnits(ctx: Context, payments: OrderPayments, input: Input): Promise<Answer> {
  const { params, body } = input
  const handler = (ctx: Context) =>
    cancelAsItIs(ctx, { orderId: params.id, payments }, { lines: chosenLines(body.lines), reason: body.reason })
  // The provider is asked outside of any transaction. An intent can be opened between two rounds, and its money can come: then the
  // order is looked at once more.
  for (;;) {
    const answer = await answerOnce(ctx, { endpoint: cancellationsContract.cancelUnits, handler }, input)
    if (answer) {
      await failpoint(ctx, 'cancel: committed')
      return answer
    }
    if ((await payments.closeIntents(ctx, params.id)) === 'processing') throw refuse('payment-processing')
  }
}

/** One entry a line; a line of which nothing was chosen has none. */
function chosenLines(lines: readonly CancelledLine[]): CancelledLine[] {
  const chosen = lines.filter(line => line.quantity > 0)
  if (chosen.length === 0) throw refuseFields([{ field: 'lines', message: ordersAdminTexts.unitsNeeded }])
  const isTwice = new Set(chosen.map(line => line.position)).size < chosen.length
  if (isTwice || chosen.some(line => line.quantity > line.left)) throw refuse('order-changed')
  return chosen
}

type Cancellation = { lines: CancelledLine[]; reason: string | undefined }
type Cancelling = { orderId: string; payments: OrderPayments }

/** Undefined where nothing is done, because an intent is open that could still take the money of before. */
async function cancelAsItIs(
  ctx: Context,
  { orderId, payments }: Cancelling,
  input: Cancellation,
): Promise<Answer | undefined> {
  const order = await lockLines(ctx, orderId)
  const { payment_state: state } = order
  if (!isPaid(state) && state !== 'unpaid') throw refuse('order-not-open')
  const left = new Map(order.lines.map(line => [line.position, unitsToShip(line)]))
  if (!areAsSeen(input.lines, left)) throw refuse('order-changed')
  if (isPaid(state)) return cancelPaid(ctx, order, input)
  if (await payments.hasLiveIntent(ctx, orderId)) return undefined
  const isWhole = order.lines.every(line => cancelledOf(input, line) === line.quantity)
  if (!isWhole) return cancelUnpaid(ctx, order, input)
  await close(ctx, orderId, { to: 'cancelled', reason: input.reason })
  return { modifiedCount: 1, amount: 0 }
}

const cancelledOf = ({ lines }: Cancellation, { position }: { position: number }) =>
  lines.find(line => line.position === position)?.quantity ?? 0

type OrderWithLines = Awaited<ReturnType<typeof lockLines>>

/** The order with its lines, its row locked until the transaction ends. */
async function lockLines(ctx: Context, orderId: string) {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['id', 'payment_state', 'currency', 'prices_include_tax', 'delivery_price as shipping', 'total'])
    .select(['shipping_tax_rate', 'shipping_tax_reason', 'tax_rounding'])
    .where('id', '=', orderId)
    .$narrowType<{ payment_state: PaymentState; shipping_tax_reason: TaxReason; tax_rounding: TaxRounding }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw refuse('order-gone')
  const lines = await ctx.db
    .selectFrom('order_line')
    .select(['position', 'tool_id', 'tool_name', 'unit_price', 'tax_rate', 'tax_reason', 'quantity'])
    .select(['shipped_quantity', 'returned_quantity', 'returning_quantity', 'sent_back_quantity'])
    .where('order_id', '=', orderId)
    .$narrowType<{ tax_reason: TaxReason }>()
    .orderBy('position')
    .execute()
  return { ...order, lines }
}

const pricedAs = (order: OrderWithLines, input: Cancellation): PricedOrder => ({
  pricesIncludeTax: order.prices_include_tax,
  taxRounding: order.tax_rounding,
  freight: { price: order.shipping, tax: { rate: order.shipping_tax_rate, reason: order.shipping_tax_reason } },
  lines: order.lines.map(line => ({
    unitPrice: line.unit_price,
    tax: { rate: line.tax_rate, reason: line.tax_reason },
    units: line.quantity - line.returned_quantity - line.returning_quantity,
    cancelled: cancelledOf(input, line),
  })),
})

/**
 * The units go back to the shelf by a refund of what they came to; of all that is left, if nothing leaves at all. Only who may
 * refund may do so.
 */
async function cancelPaid(ctx: Context, order: OrderWithLines, input: Cancellation): Promise<Answer> {
  if (!may(callerOf(ctx), 'refunds')) throw refuse('not-permitted')
  const worth = moneyOf(pricedAs(order, input))
  const isAll = order.lines.every(line => line.shipped_quantity === 0 && unitsToShip(line) === cancelledOf(input, line))
  const { amount: left } = await readLeft(ctx, order.id)
  // Some of it may have gone back before, without units.
  const amount = isAll ? left : Math.min(worth, left)
  await recordCancellation(ctx, order, { input, amount })
  const refund = await requestRefund(ctx, order.id, {
    amount: toDecimalText(amount, order.currency),
    returned: input.lines.map(({ position, quantity }) => ({ position, quantity })),
    reason: input.reason,
    staysHere: true,
  })
  return { modifiedCount: 1, amount: refund.amount }
}

/** What of the payment has not gone back. Refuses refund-too-much when nothing is left. */
async function readLeft(ctx: Context, orderId: string): Promise<{ amount: number }> {
  const { rows } = await sql<{ refundable: number }>`
    select money.refundable from orders ${joinMoney} where orders.id = ${orderId}`.execute(ctx.db)
  const amount = rows[0]?.refundable ?? 0
  if (amount <= 0) throw refuse('refund-too-much', { none: true })
  return { amount }
}

/** The order gets smaller and cheaper: what it still has is what it is paid for. */
async function cancelUnpaid(ctx: Context, order: OrderWithLines, input: Cancellation): Promise<Answer> {
  const changed = order.lines.filter(line => cancelledOf(input, line) > 0)
  const totals = totalsAfter(pricedAs(order, input))
  // A tax that is rounded for several lines together may change by a cent on one that stays as it is.
  const after = order.lines.map((line, index) => {
    const { net = 0, tax = 0 } = totals.lines[index] ?? {}
    return { position: line.position, quantity: line.quantity - cancelledOf(input, line), net, tax }
  })
  const column = (name: 'position' | 'quantity' | 'net' | 'tax') => after.map(line => line[name])
  // What a line is worth, and what the order is, in one statement each: constraints hold them against each other.
  await sql`delete from order_line line using unnest(${column('position')}::integer[], ${column('quantity')}::integer[])
    as after (position, quantity)
    where line.order_id = ${order.id} and line.position = after.position and after.quantity = 0`.execute(ctx.db)
  await sql`update order_line line set quantity = after.quantity, net = after.net, tax = after.tax
    from unnest(${column('position')}::integer[], ${column('quantity')}::integer[], ${column('net')}::bigint[],
      ${column('tax')}::bigint[]) as after (position, quantity, net, tax)
    where line.order_id = ${order.id} and line.position = after.position`.execute(ctx.db)
  const { rows } = await sql<Columns<'orders', 'total'>>`
    update orders set goods = sum.goods, tax = sum.tax + shipping_tax,
      total = sum.goods + shipping_net + case when prices_include_tax then shipping_tax else sum.tax + shipping_tax end
    from (
      select sum(unit_price * quantity)::bigint as goods, sum(tax)::bigint as tax from order_line where order_id = ${order.id}
    ) sum
    where orders.id = ${order.id} returning total`.execute(ctx.db)
  await failpoint(ctx, 'cancel: order changed')
  await freePart(
    ctx,
    order.id,
    changed.map(line => ({ toolId: line.tool_id, quantity: cancelledOf(input, line) })),
  )
  const amount = order.total - (rows[0]?.total ?? 0)
  await recordCancellation(ctx, order, { input, amount })
  return { modifiedCount: 1, amount: toDecimal(amount, order.currency) }
}

type Recorded = { input: Cancellation; amount: number }

async function recordCancellation(ctx: Context, order: OrderWithLines, { input, amount }: Recorded): Promise<void> {
  const cancelled = order.lines.filter(line => cancelledOf(input, line) > 0)
  const lines = cancelled.map(line => ({ quantity: cancelledOf(input, line), name: line.tool_name }))
  // Its mail may be written after the order was paid.
  const detail = { lines, amount, reason: input.reason ?? null, paid: isPaid(order.payment_state) }
  const before = { units: cancelled.map(({ position, quantity }) => ({ position, quantity })) }
  const taken = cancelled.map(line => ({ position: line.position, quantity: cancelledOf(input, line) }))
  await happened(ctx, {
    orderId: order.id,
    kind: 'units-cancelled',
    detail,
    trail: { before, after: { cancelled: taken, ...detail } },
    mails: [{ kind: 'units-cancelled' }],
  })
}

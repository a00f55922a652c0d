import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { refuse } from '#kernel/refusals'
import { type Context, callerOf, newId } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { pictureOf } from '#rules/catalogue'
import type { PlaceOrder } from './orders.contract.ts'
import { wakeOrderMail } from './orders.mail.server.ts'
import { type OrderTotals, openOrderLimit, rehold, totalsOf } from './orders.rules.ts'
import { step } from './orders.steps.server.ts'

export type PlaceOrderInput = z.output<typeof PlaceOrder>
type Placed = { insertedId: string; number: string }

/** How often an order is tried again when its tool changed between reading and reserving. */
const attempts = 5

/**
 * Orders a tool: reads it, then reserves the stock at that price by one statement. With an idempotency key, the same key and
 * body return the first answer. Refuses: tool-gone, below-minimum, not-enough-stock, too-many-open-orders,
 * held-too-recently, idempotency-key-reused.
 */
export async function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  idempotencyKey: string | undefined,
): Promise<Placed> {
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const key = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const tool = await readTool(ctx, input.tools_id)
    await step(ctx, 'place: tool read')
    const placed = tool && (await reserve(ctx, { input, tool }, key))
    await step(ctx, 'place: stock reserved')
    if (placed && placed !== 'key-known') return placed
    const first = key && (await findFirstAnswer(ctx, key))
    if (first) return first
    const refusal = await explain(ctx, input)
    if (refusal) throw refusal
  }
  throw new Error('the tool kept changing while it was ordered')
}

type ToolNow = {
  id: string
  name: string
  part_number: string | null
  price: number
  version: number
  image: string | null
}

async function readTool(ctx: Context, id: string): Promise<ToolNow | undefined> {
  const { rows } = await sql<Omit<ToolNow, 'image'> & { image_url: string | null; image_key: string | null }>`
    select tool.id, tool.name, tool.part_number, tool.price, tool.version, tool.image_url, image.key as image_key
    from tool
      left join category on category.id = tool.category_id
      left join image on image.id = coalesce(tool.image_id, category.image_id)
    where tool.id = ${id} and tool.archived_at is null`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const picture = row.image_key ? pictureOf({ key: row.image_key, width: 4, height: 3 }).src : null
  return { ...row, image: row.image_url ?? picture }
}

type Wanted = { input: PlaceOrderInput; tool: ToolNow }
type IdempotencyKey = { key: string; fingerprint: string }

/**
 * The one statement of an order. The account's row is locked first, so that its limit of open orders holds; then the
 * stock is taken by a conditional update, which sees the tool as it is at that moment, whatever runs beside it; all
 * that follows hangs on its row. Undefined when a condition does not hold. A known idempotency key breaks a unique
 * constraint, which takes everything back.
 */
async function reserve(ctx: Context, { input, tool }: Wanted, key: IdempotencyKey | undefined) {
  const caller = callerOf(ctx)
  const { settings } = ctx
  const now = ctx.now()
  const totals = totalsOf([{ unitPrice: tool.price, quantity: input.quantity }], settings)
  const reservedUntil = new Date(now.getTime() + settings.reservationHours * 3600 * 1000)
  try {
    const { rows } = await sql<{ id: string; number: string }>`
      with buyer as (
        select id, company_id, email, display_name, open_orders from account where id = ${caller.id} for no key update
      ), taken as (
        update tool set reserved = tool.reserved + ${input.quantity}
        from buyer
        where tool.id = ${tool.id} and tool.archived_at is null and tool.version = ${tool.version}
          and tool.minimum_quantity <= ${input.quantity} and tool.free >= ${input.quantity}
          and buyer.open_orders < ${openOrderLimit(caller, settings.maxOpenOrders)}
          and not ${heldTooRecently(ctx, tool.id)}
        returning tool.id
      ), counted as (
        update account set open_orders = open_orders + 1 from taken where account.id = ${caller.id}
      ), placed as (
        insert into orders (id, number, account_id, company_id, customer_name, customer_email, phone, company_name,
          address, purchase_order_reference, vat_number, currency, prices_include_tax, goods, shipping_net,
          shipping_tax_rate, shipping_tax, tax, total, placed_at, reserved_until, idempotency_key,
          idempotency_fingerprint)
        select ${newId()}, 'T-' || nextval('order_number'), buyer.id, buyer.company_id, buyer.display_name, buyer.email,
          ${input.phone}, ${input.company}, ${input.address}, ${input.purchaseOrderReference ?? null},
          ${input.vatNumber ?? null}, ${settings.currency}, ${settings.pricesIncludeTax}, ${totals.goods},
          ${totals.shipping.net}, ${totals.shipping.taxRate}, ${totals.shipping.tax}, ${totals.tax}, ${totals.total},
          ${now}, ${reservedUntil}, ${key?.key ?? null}, ${key?.fingerprint ?? null}
        from taken, buyer
        returning id, number
      ), line as (
        insert into order_line (order_id, position, tool_id, tool_name, part_number, image, unit_price, quantity, net,
          tax_rate, tax)
        select placed.id, 1, ${tool.id}, ${tool.name}, ${tool.part_number}, ${tool.image}, ${tool.price},
          ${input.quantity}, ${lineOf(totals).net}, ${lineOf(totals).taxRate}, ${lineOf(totals).tax}
        from placed
      ), movement as (
        insert into stock_movement (id, tool_id, at, reason, reserved_change, order_id, actor_kind, actor_id)
        select ${newId()}, ${tool.id}, ${now}, 'reserved', ${input.quantity}, placed.id, ${ctx.actor.kind}, ${ctx.actor.id}
        from placed
      ), event as (
        insert into order_event (id, order_id, at, kind, actor_kind, actor_id)
        select ${newId()}, placed.id, ${now}, 'placed', ${ctx.actor.kind}, ${ctx.actor.id} from placed
      ), trail as (
        insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, after, request_id)
        select ${newId()}, ${now}, ${ctx.actor.kind}, ${ctx.actor.id}, 'order.placed', 'order', placed.id::text,
          jsonb_build_object('number', placed.number, 'total', ${totals.total}::bigint), ${ctx.requestId ?? null}
        from placed
      ), mail as (
        insert into order_mail (id, order_id, kind, at) select ${newId()}, placed.id, 'placed', ${now} from placed
      )
      select id, number from placed`.execute(ctx.db)
    if (rows[0]) wakeOrderMail(ctx)
    return rows[0] && { insertedId: rows[0].id, number: rows[0].number }
  } catch (error) {
    if (brokenConstraint(error) === 'order_once_an_idempotency_key') return 'key-known'
    throw error
  }
}

function lineOf(totals: OrderTotals) {
  const [line] = totals.lines
  if (!line) throw new Error('an order has at least one line')
  return line
}

/** Against hoarding: an expired hold keeps the same account from the same tool for an hour (decisions, section 4). */
function heldTooRecently(ctx: Context, toolId: string) {
  const since = new Date(ctx.now().getTime() - rehold.waitMinutes * 60 * 1000)
  return sql<boolean>`exists (
    select from orders join order_line on order_line.order_id = orders.id
    where orders.account_id = ${callerOf(ctx).id} and order_line.tool_id = ${toolId}
      and (orders.payment_state = 'expired' and orders.closed_at > ${since}
        -- Its time is up and it is about to expire: the statement may still see it as it was.
        or orders.payment_state = 'unpaid' and orders.reserved_until <= ${ctx.now()}))`
}

async function findFirstAnswer(ctx: Context, { key, fingerprint }: IdempotencyKey): Promise<Placed | undefined> {
  const { rows } = await sql<{ id: string; number: string; idempotency_fingerprint: string }>`
    select id, number, idempotency_fingerprint from orders
    where account_id = ${callerOf(ctx).id} and idempotency_key = ${key}`.execute(ctx.db)
  const [first] = rows
  if (!first) return undefined
  if (first.idempotency_fingerprint !== fingerprint) throw refuse('idempotency-key-reused')
  return { insertedId: first.id, number: first.number }
}

/** Which condition does not hold; undefined when by now all do, so that the order is worth another try. */
async function explain(ctx: Context, input: PlaceOrderInput) {
  const caller = callerOf(ctx)
  const { rows } = await sql<{ minimum: number; free: number; open_orders: number; held: boolean }>`
    select tool.minimum_quantity as minimum, tool.free, account.open_orders, ${heldTooRecently(ctx, input.tools_id)} as held
    from tool, account
    where tool.id = ${input.tools_id} and tool.archived_at is null and account.id = ${caller.id}`.execute(ctx.db)
  const [row] = rows
  if (!row) return refuse('tool-gone')
  if (input.quantity < row.minimum) return refuse('below-minimum', { minimum: row.minimum })
  if (input.quantity > row.free) return refuse('not-enough-stock', { available: row.free })
  const limit = openOrderLimit(caller, ctx.settings.maxOpenOrders)
  if (row.open_orders >= limit) return refuse('too-many-open-orders', { limit, confirmed: caller.emailVerified })
  if (row.held) return refuse('held-too-recently')
  return undefined
}

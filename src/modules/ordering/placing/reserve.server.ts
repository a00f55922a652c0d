import { sql } from 'kysely'
import { type Context, newId } from '#platform/context'
import { type Columns, brokenConstraint, isDeadlock } from '#platform/database'
import { buyerOf, membershipOf } from '#services/accounts'
import { arePricesAt } from '#services/pricing'
import type { Charges } from '../delivery/charges.rules.ts'
import { wakeOrderMail } from '../mail/mail.server.ts'
import { ordersAnHour, unconfirmed } from '../orders/orders.rules.ts'
import { type Happening, happenedRows } from '../release/happened.server.ts'
import type { OrderKey, Placed } from './first-answer.server.ts'
import { anHourAgo, holdOf, isOfOtherCurrency, openLimit, orderedThisHour } from './limits.server.ts'
import { type Line, lineRows } from './line-rows.server.ts'
import type { OrderDetails } from './order-input.server.ts'

/** `phoneNumber`: as E.164 writes it, empty where it is doubtful, null without one. */
export type WithNumber<Input> = Input & { phoneNumber: string | null }

export type OrderToPlace = {
  details: WithNumber<OrderDetails>
  lines: Line[]
  units: Units[]
  charges: Charges
  pricesVersion: number
  basketVersion: number | undefined
}

export type Units = { toolId: string; version: number; quantity: number; minimum: number; multiple: number }

/**
 * The one statement of an order. The account's row is locked first, so that its limit of open orders holds; then those
 * of the tools, in the order of their ids, so that two orders never wait crosswise. Locked, a tool is seen as it is at
 * that moment, whatever runs beside it; if every one has the units, all that follows hangs on their rows. Undefined when
 * a condition does not hold, or the database has ended it because of a deadlock. A known idempotency key breaks a unique
 * constraint, which takes everything back.
 */
export async function reserve(
  given: Context,
  { details: { delivery: to, ...details }, lines, units, charges, pricesVersion, basketVersion }: OrderToPlace,
  key: OrderKey | undefined,
): Promise<Placed | 'key-known' | undefined> {
  const now = given.now()
  // One moment for the whole statement: the clock goes on while it is put together.
  const ctx = { ...given, now: () => now }
  const { accountId, companyId } = buyerOf(ctx)
  const { actor } = ctx
  const { totals, method } = charges
  try {
    const { rows } = await sql<Columns<'orders', 'id' | 'number'>>`
      with buyer as (
        select id, email, email_verified, display_name, open_orders, hour_began, hour_ordered
        from account where id = ${accountId} and blocked_at is null and not ${isOfOtherCurrency(ctx)} for no key update
      ), basket_shown as (
        select basket.account_id from buyer join basket on basket.account_id = buyer.id
        where basket.version = ${basketVersion ?? null}::integer for no key update of basket
      ), ${stockTaken(ctx, { units, pricesVersion, basketVersion })}, placed as (
        insert into orders (id, number, account_id, company_id, customer_name, customer_email, phone, phone_e164,
          company_name, address, delivery_name, delivery_street, delivery_postal_code, delivery_city, delivery_region, delivery_country,
          delivery_method, delivery_method_name, delivery_days, is_pick_up, notes, purchase_order_reference, vat_number,
          currency, prices_include_tax, goods, shipping_net, shipping_tax_rate, shipping_tax_reason, shipping_tax,
          tax_rounding, tax, total, placed_at, reserved_until, unconfirmed, idempotency_key, idempotency_fingerprint)
        select ${newId()}, 'T-' || nextval('order_number'), buyer.id, ${companyId}::uuid, buyer.display_name, buyer.email,
          ${details.phone}, ${details.phoneNumber}, ${details.company}, ${details.address}, ${to?.name ?? null}, ${to?.street ?? null},
          ${to?.postalCode ?? null}, ${to?.city ?? null}, ${to?.region ?? null}, ${to?.country ?? null},
          ${method.key}, ${method.name}, ${method.days ?? null}, ${method.pickUp !== undefined}, ${details.notes ?? null},
          ${details.purchaseOrderReference ?? null}, ${details.vatNumber ?? null}, ${sumsOf(ctx, charges)}, ${now},
          held.until, not buyer.email_verified, ${key?.key ?? null}, ${key?.fingerprint ?? null}
        from buyer, held where exists (select from taken)
        returning id, number
      ), line as (
        insert into order_line (order_id, position, tool_id, tool_name, part_number, image, unit_price, quantity, net,
          tax_rate, tax, sales_unit, box_quantity, fit, reference, list_price, price_list_id, price_list, tier_from,
          tax_class, tax_reason)
        select placed.id, line.* from placed, ${lineRows(lines, totals)}
      ), ordered as (
        delete from basket_line line using basket_shown, placed where line.account_id = basket_shown.account_id
      ), emptied as (
        update basket set version = basket.version + 1, changed_at = ${now} from basket_shown, placed
        where basket.account_id = basket_shown.account_id
      ), movement as (
        insert into stock_movement (id, tool_id, at, reason, reserved_change, order_id, actor_kind, actor_id)
        select taken.movement_id, taken.tool_id, ${now}, 'reserved', taken.quantity, placed.id, ${actor.kind}, ${actor.id}
        from placed, taken
      ), ${happenedRows(ctx, placed(totals.total), sql`from placed`)}
      select id, number from placed`.execute(ctx.db)
    if (rows[0]) wakeOrderMail(ctx)
    return rows[0] && { insertedId: rows[0].id, number: rows[0].number }
  } catch (error) {
    return meaningOf(error)
  }
}

const placed = (total: number): Happening => ({
  orderId: sql`placed.id`,
  kind: 'placed',
  trail: { after: sql`jsonb_build_object('number', placed.number, 'total', ${total}::bigint)` },
  mails: [{ kind: 'placed', key: '' }],
})

/** What the statement's failure says of the order, of which nothing is written; any other failure is thrown on. */
function meaningOf(error: unknown): 'key-known' | undefined {
  if (brokenConstraint(error) === 'order_once_an_idempotency_key') return 'key-known'
  if (isDeadlock(error)) return undefined
  throw error
}

/** What an order keeps of its sums, from `currency` to `total`. */
function sumsOf({ settings }: Context, { totals: { goods, shipping, tax, total }, rounding }: Charges) {
  return sql`${settings.currency}, ${settings.pricesIncludeTax}, ${goods}, ${shipping.net}, ${shipping.taxRate},
    ${shipping.reason}, ${shipping.tax}, ${rounding}, ${tax}, ${total}`
}

/** The tools as they stand under their locks, `seen`, and what the order takes of them: all of it, or no row of `taken`. */
function stockTaken(
  ctx: Context,
  { units, pricesVersion, basketVersion }: Pick<OrderToPlace, 'units' | 'pricesVersion' | 'basketVersion'>,
) {
  const isBasketAsShown = basketVersion === undefined ? sql`true` : sql`exists (select from basket_shown)`
  const toolIds = units.map(unit => unit.toolId)
  const membership = membershipOf(buyerOf(ctx))
  return sql`${membership.held} wanted as (
    select * from unnest(${units.map(() => newId())}::uuid[], ${toolIds}::uuid[], ${units.map(unit => unit.version)}::integer[],
      ${units.map(unit => unit.quantity)}::integer[], ${units.map(unit => unit.minimum)}::integer[],
      ${units.map(unit => unit.multiple)}::integer[])
      as wanted (movement_id, tool_id, version, quantity, minimum, multiple)
  ), held as (
    ${holdOf(ctx, toolIds)}
  ), seen as (
    select wanted.movement_id, wanted.tool_id, wanted.quantity,
      case when buyer.email_verified then 0 else wanted.quantity end as unconfirmed,
      tool.archived_at is null and tool.version = wanted.version
      and wanted.minimum <= wanted.quantity and wanted.quantity % wanted.multiple = 0
      and tool.free >= wanted.quantity
      and (buyer.email_verified or (
        wanted.quantity <= greatest(wanted.minimum, tool.on_hand / ${unconfirmed.oneIn}::integer)
        and tool.held_unconfirmed + wanted.quantity
          <= greatest(wanted.minimum, tool.on_hand / ${unconfirmed.togetherOneIn}::integer)))
      and buyer.open_orders < ${openLimit(ctx)} and ${orderedThisHour(ctx)} < ${ordersAnHour}::integer * ${openLimit(ctx)}
      and ${arePricesAt(pricesVersion)} and ${isBasketAsShown} and ${membership.isHeld} as fits
    from wanted join tool on tool.id = wanted.tool_id cross join buyer
    order by tool.id for no key update of tool
  ), reserved as materialized (
    select book_order(${buyerOf(ctx).accountId}, ${ctx.now()}, ${anHourAgo(ctx)}, array_agg(tool_id), array_agg(quantity),
      array_agg(unconfirmed)) as is_done from seen
    having count(*) filter (where fits) = ${units.length} and not (select is_over from held)
  ), taken as (
    select seen.movement_id, seen.tool_id, seen.quantity from seen join reserved on is_done
  )`
}

import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { buyerOf, isMine, membershipOf } from '#services/accounts'
import type { Columns } from '#platform/database'
import { quantitiesOf } from '#rules/pricing'
import { readPrices } from '#services/pricing'
import {
  openOrderLimit,
  ordersAnHour,
  quantitiesBeside,
  rehold,
  unconfirmed,
  unconfirmedUnits,
} from '../orders/orders.rules.ts'
import { quantityTexts } from '../orders/quantity.texts.ts'

// What keeps a buyer within bounds: parts of the one statement that places an order, and the refusal when it placed none.

/** How many orders may be open: of the row `buyer`, whose address may have been confirmed a moment ago. */
export const openLimit = ({ settings: { maxOpenOrders } }: Context) => {
  const limitOf = (emailVerified: boolean) => sql`${openOrderLimit({ emailVerified }, maxOpenOrders)}::integer`
  return sql`case when buyer.email_verified then ${limitOf(true)} else ${limitOf(false)} end`
}

/** Whether the shop's prices are in another currency by now than this process knows. */
export const isOfOtherCurrency = ({ settings }: Context) =>
  sql`exists (select from shop_fact where currency <> ${settings.currency})`

export const anHourAgo = (ctx: Context) => sql`${new Date(ctx.now().getTime() - 3600 * 1000)}::timestamptz`

/** The orders of the row `buyer` since its hour began. */
export const orderedThisHour = (ctx: Context) =>
  sql`case when buyer.hour_began > ${anHourAgo(ctx)} then buyer.hour_ordered else 0 end`

/**
 * Until when the row `buyer` may hold these tools, and whether that is over (`rehold`; decisions, section 4). Asked from
 * the account's side, which holds little: a tool that sells has lines without end. An order that is being deleted or
 * expires at this moment may be seen as it was, and counts all the same.
 */
export function holdOf(ctx: Context, toolIds: string[]) {
  const now = ctx.now()
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60 * 1000)
  const { reservationHours } = ctx.settings
  const end = (hours: number) => sql`${inMinutes(hours * 60)}::timestamptz`
  return sql`
    select least(earlier.until, case when buyer.email_verified then ${end(reservationHours)}
        else ${end(Math.min(reservationHours, unconfirmed.holdHours))} end) as until,
      earlier.has_expired or coalesce(earlier.until < ${inMinutes(rehold.leastMinutes)}, false) as is_over
    from buyer cross join (
      select min(reserved_until) filter (where payment_state <> 'expired') as until,
        coalesce(bool_or(payment_state = 'expired'), false) as has_expired
      from (
        select id, payment_state, reserved_until from orders
        where ${isMine(ctx, 'orders')} and payment_state in ('unpaid', 'expired', 'cancelled')
          and (closed_at is null or closed_at > ${inMinutes(-rehold.waitMinutes)})
        offset 0
      ) recent cross join lateral (
        select from order_line where order_id = recent.id and tool_id = any(${toolIds}::uuid[]) limit 1
      ) line
    ) earlier`
}

/** What both say of the field, word for word from the specification, section 5. */
const wrongQuantity = () => [{ field: 'quantity', message: quantityTexts.warning }]

type Explained = { lines: readonly { toolId: string; quantity: number }[]; basketVersion?: number | undefined }

/** Which condition does not hold; undefined when by now all do, so that the order is worth another try. */
export async function explain(ctx: Context, { lines, basketVersion }: Explained) {
  const linesByTool = Map.groupBy(lines, line => line.toolId)
  const toolIds = [...linesByTool.keys()]
  const buyer = await readBuyer(ctx, toolIds)
  // Deleted since the call was let in.
  if (!buyer) return refuse('token-expired')
  if (buyer.is_blocked) return refuse('account-blocked')
  if (!buyer.is_member) return refuse('company-changed')
  if (basketVersion !== undefined && buyer.basket_version !== basketVersion) return refuse('basket-changed')
  const rows = await ctx.db
    .selectFrom('tool')
    .select(['id', 'minimum_quantity as minimum', 'quantity_multiple as multiple', 'free'])
    .select(['on_hand as onHand', 'held_unconfirmed as heldUnconfirmed'])
    .where(sql<boolean>`id = any(${toolIds}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length < toolIds.length) return refuse('tool-gone')
  const prices = await readPrices(ctx, buyerOf(ctx), toolIds)
  const tools = rows.map(tool => {
    const priced = prices.tools.get(tool.id)
    return { ...tool, ...(priced && quantitiesOf(priced)) }
  })
  const quantities = tools.map(({ id }) => (linesByTool.get(id) ?? []).reduce((sum, line) => sum + line.quantity, 0))
  for (const [index, { minimum, multiple, free }] of tools.entries()) {
    const quantity = quantities[index] ?? 0
    if (quantity < minimum) return refuse('below-minimum', { minimum }, wrongQuantity())
    if (quantity > free) return refuse('not-enough-stock', { available: free }, wrongQuantity())
    if (quantity % multiple !== 0) {
      const beside = quantitiesBeside(quantity, { availableQuantity: free, multiple })
      return refuse('not-a-multiple', beside, [{ field: 'quantity', message: quantityTexts.betweenMultiples(beside) }])
    }
  }
  if (buyer.is_currency_old) return refuse('terms-changed')
  for (const [index, tool] of tools.entries()) {
    const most = unconfirmedUnits(tool)
    if (!buyer.email_verified && (quantities[index] ?? 0) > most) return refuse('confirm-to-order-more', { most })
  }
  return explainBuyer(ctx, buyer)
}

type Buyer = Columns<'account', 'email_verified' | 'open_orders' | 'hour_began'> & {
  ordered: number
  held_too_long: boolean
  is_currency_old: boolean
  is_blocked: boolean
  is_member: boolean
  basket_version: number | null
}

async function readBuyer(ctx: Context, toolIds: string[]): Promise<Buyer | undefined> {
  const membership = membershipOf(buyerOf(ctx))
  const { rows } = await sql<Buyer>`
    with buyer as (select * from account where id = ${buyerOf(ctx).accountId}), ${membership.held} held as (${holdOf(ctx, toolIds)})
    select email_verified, open_orders, ${orderedThisHour(ctx)} as ordered, hour_began,
      held.is_over as held_too_long, ${isOfOtherCurrency(ctx)} as is_currency_old, blocked_at is not null as is_blocked,
      ${membership.isHeld} as is_member,
      (select version from basket where basket.account_id = buyer.id) as basket_version
    from buyer, held`.execute(ctx.db)
  return rows[0]
}

function explainBuyer(ctx: Context, buyer: Buyer) {
  const { email_verified: confirmed, open_orders: open, ordered, hour_began, held_too_long } = buyer
  const limit = openOrderLimit({ emailVerified: confirmed }, ctx.settings.maxOpenOrders)
  if (open >= limit) return refuse('too-many-open-orders', { limit, confirmed })
  if (held_too_long) return refuse('held-too-recently')
  if (ordered < limit * ordersAnHour) return undefined
  const sinceMs = ctx.now().getTime() - (hour_began?.getTime() ?? 0)
  return refuse('too-many-orders', {
    limit: limit * ordersAnHour,
    minutes: Math.max(1, Math.ceil(60 - sinceMs / 60_000)),
  })
}

import { sql } from 'kysely'
import { toMinorUnits } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf, newId } from '#platform/context'
import { buyerOf } from '#services/accounts'
import { type Columns, brokenConstraint, isDeadlock } from '#platform/database'
import { fingerprintOf } from '#platform/http/idempotency'
import { toAcknowledge, vehicleName } from '#rules/finder'
import { arePricesAt, hidesPrices } from '#services/pricing'
import { fitsOfPairs, namesOfVehicles, pairKey } from '#services/finder'
import type { LineFit } from '../orders/orders.contract.ts'
import type { OrderDetails, PlaceOrderInput } from './order-input.server.ts'
import { wakeOrderMail } from '../mail/mail.server.ts'
import { type CallersPrices, type Offer, readCallersPrices, readOffers, unitsOfTools } from './offers.server.ts'
import { anHourAgo, explain, holdOf, isOfOtherCurrency, openLimit, orderedThisHour } from './limits.server.ts'
import { e164Of } from '../addresses/phone.server.ts'
import { type Charges, chargesOf } from '../delivery/charges.rules.ts'
import { placeOfOrder } from '../delivery/place.server.ts'
import { unfitDetails, unfitSentence } from '../delivery/delivery.rules.ts'
import { ordersAnHour, unconfirmed } from '../orders/orders.rules.ts'
import { failpoint } from '../orders/failpoints.server.ts'
import { type Happening, happenedRows } from '../release/happened.server.ts'
import { type OrderKey, type Placed, findFirstAnswer, firstAnswerOr } from './first-answer.server.ts'
import { type Line, type RequestedLine, lineRows } from './line-rows.server.ts'

/** How often an order is tried again when a tool changed between reading and reserving. */
const attempts = 5

/**
 * Places an order: reserves the stock of all its lines and writes it down, by one statement, at the prices that they
 * have for the buyer at that moment, taxed by where it goes: if it does not say so, to the account's default address. With an idempotency key, the same key and input return the first answer. Refuses: tool-gone,
 * below-minimum, not-a-multiple, not-enough-stock, confirm-to-order-more, too-many-open-orders, held-too-recently, too-many-orders,
 * prices-hidden, vehicle-unknown, fit-not-acknowledged, delivery-method-unfit, terms-changed, idempotency-key-reused.
 */
export async function placeOrder(
  ctx: Context,
  input: PlaceOrderInput,
  idempotencyKey: string | undefined,
): Promise<Placed> {
  // Of the request itself: an address book that has changed since makes no other request of it.
  const key = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint: fingerprintOf(input) }
  return placeOnce(ctx, { ...input, place: await placeOfOrder(ctx, input.delivery ?? input.place) }, key)
}

/** As `placeOrder`, for a request of more than its lines. Refuses basket-changed too. */
export async function placeOnce(ctx: Context, input: PlaceOrderInput, key: OrderKey | undefined): Promise<Placed> {
  // An order says what it comes to. That an account is blocked is told below, with the buyer's other limits.
  if (hidesPrices(ctx) && !callerOf(ctx).isBlocked) throw refuse('prices-hidden')
  const toolIds = input.lines.map(line => line.toolId)
  let fits: (LineFit | null)[]
  try {
    fits = await readLineFits(ctx, input.lines)
  } catch (refusal) {
    return firstAnswerOr(ctx, key, refusal)
  }
  const country = input.delivery?.country ?? input.place?.country ?? ctx.settings.country
  const withNumber = { ...input, phoneNumber: input.phone === '' ? null : await e164Of(input.phone, country) }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const offers = await readOffers(ctx, toolIds, { fresh: attempt > 1 })
    const prices = offers && (await readCallersPrices(ctx, offers, { fresh: attempt > 1 }))
    await failpoint(ctx, 'place: tool read')
    const order = offers && prices && linesOf(ctx, withNumber, { offers, prices, fits })
    const complaint = order && complaintOf(ctx, order, input.total)
    const placed = order && !complaint && (await reserve(ctx, order, key))
    await failpoint(ctx, 'place: stock reserved')
    if (placed && placed !== 'key-known') return placed
    const refusal = await explain(ctx, input)
    const first = key && (await findFirstAnswer(ctx, key))
    if (first) return first
    if (refusal) throw refusal
    // What is remembered of a tool may be old; what was just read is not.
    if (complaint && attempt > 1) throw complaint
  }
  throw new Error('a tool kept changing while it was ordered')
}

/**
 * What the buyer of each line was told about its fit, to be kept with the line; null where no vehicle was named. Refuses:
 * vehicle-unknown, tool-gone, fit-not-acknowledged where something has to be acknowledged and was not, for the answer may
 * have changed since it was shown.
 */
async function readLineFits(ctx: Context, lines: readonly RequestedLine[]): Promise<(LineFit | null)[]> {
  const pairs = lines.flatMap(({ toolId, vehicleId }) => (vehicleId === undefined ? [] : [{ toolId, vehicleId }]))
  if (pairs.length === 0) return lines.map(() => null)
  const vehicles = await namesOfVehicles(ctx, [...new Set(pairs.map(pair => pair.vehicleId))])
  const fits = await fitsOfPairs(ctx, pairs)
  return lines.map(({ toolId, vehicleId, acknowledged = [] }) => {
    if (vehicleId === undefined) return null
    const vehicle = vehicles.get(vehicleId)
    if (!vehicle) throw refuse('vehicle-unknown')
    const fit = fits.get(pairKey({ toolId, vehicleId }))
    if (!fit) throw refuse('tool-gone')
    const statements = toAcknowledge(fit)
    if (!statements.every(statement => acknowledged.includes(statement))) throw refuse('fit-not-acknowledged')
    return { vehicle: vehicleName(vehicle), vehicleId, answer: fit.answer, acknowledged: statements }
  })
}

/** What stands against placing it as it is; a buyer who was told no total agrees to any. */
function complaintOf({ settings: { currency } }: Context, { charges }: OrderToPlace, total: string | undefined) {
  const { unfit, offered, totals } = charges
  if (unfit) {
    const details = unfitDetails(unfit, offered)
    return refuse('delivery-method-unfit', details, [{ field: 'deliveryMethod', message: unfitSentence(details) }])
  }
  return total === undefined || toMinorUnits(total, currency) === totals.total ? undefined : refuse('terms-changed')
}

/** `phoneNumber`: as E.164 writes it, empty where it is doubtful, null without one. */
type WithNumber<Input> = Input & { phoneNumber: string | null }

type OrderToPlace = {
  details: WithNumber<OrderDetails>
  lines: Line[]
  units: Units[]
  charges: Charges
  pricesVersion: number
  basketVersion: number | undefined
}

type Readings = { offers: Map<string, Offer>; prices: CallersPrices; fits: (LineFit | null)[] }

function linesOf(
  ctx: Context,
  { lines: requested, basketVersion, ...details }: WithNumber<PlaceOrderInput>,
  { offers, prices, fits }: Readings,
): OrderToPlace {
  // What a tool costs depends on all units of it, whatever lines they are on.
  const units = unitsOfTools(requested)
  const lines = requested.map((line, index) => {
    const offer = offers.get(line.toolId)
    if (!offer) throw new Error(`tool ${line.toolId} was not read before it was ordered`)
    const price = prices.priceOf(line.toolId, units.get(line.toolId) ?? line.quantity)
    return { ...line, offer, price, fit: fits[index] ?? null }
  })
  const charged = lines.map(({ price: { unitPrice }, offer, quantity }) => ({
    unitPrice,
    quantity,
    taxClass: offer.tax_class,
    grams: offer.weight_grams,
  }))
  const { delivery, place = delivery, deliveryMethod: method } = details
  return {
    details,
    lines,
    units: unitsOf(units, { offers, prices }),
    charges: chargesOf(charged, ctx.settings, { place, method }),
    pricesVersion: prices.version,
    basketVersion,
  }
}

type Units = { toolId: string; version: number; quantity: number; minimum: number; multiple: number }

/** What an order takes of each tool, however many of its lines want it. */
function unitsOf(units: ReadonlyMap<string, number>, { offers, prices }: Omit<Readings, 'fits'>): Units[] {
  return [...units].map(([toolId, quantity]) => ({
    toolId,
    quantity,
    version: offers.get(toolId)?.version ?? 0,
    ...prices.quantitiesOf(toolId),
  }))
}

/**
 * The one statement of an order. The account's row is locked first, so that its limit of open orders holds; then those
 * of the tools, in the order of their ids, so that two orders never wait crosswise. Locked, a tool is seen as it is at
 * that moment, whatever runs beside it; if every one has the units, all that follows hangs on their rows. Undefined when
 * a condition does not hold, or the database has ended it because of a deadlock. A known idempotency key breaks a unique
 * constraint, which takes everything back.
 */
async function reserve(
  given: Context,
  { details: { delivery: to, ...details }, lines, units, charges, pricesVersion, basketVersion }: OrderToPlace,
  key: OrderKey | undefined,
): Promise<Placed | 'key-known' | undefined> {
  const now = given.now()
  // One moment for the whole statement: the clock goes on while it is put together.
  const ctx = { ...given, now: () => now }
  const { accountId } = buyerOf(ctx)
  const { actor } = ctx
  const { totals, method } = charges
  try {
    const { rows } = await sql<Columns<'orders', 'id' | 'number'>>`
      with buyer as (
        select id, company_id, email, email_verified, display_name, open_orders, hour_began, hour_ordered
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
        select ${newId()}, 'T-' || nextval('order_number'), buyer.id, buyer.company_id, buyer.display_name, buyer.email,
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
  return sql`wanted as (
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
      and ${arePricesAt(pricesVersion)} and ${isBasketAsShown} as fits
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

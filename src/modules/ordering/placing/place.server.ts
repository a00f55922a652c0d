import { toMinorUnits } from '#kernel/money'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'
import { fingerprintOf } from '#platform/http/idempotency'
import { toAcknowledge, vehicleName } from '#rules/finder'
import { buyerOf } from '#services/accounts'
import { hidesPrices } from '#services/pricing'
import { fitsOfPairs, namesOfVehicles, pairKey } from '#services/finder'
import type { LineFit } from '../orders/orders.contract.ts'
import type { PlaceOrderInput } from './order-input.server.ts'
import { type CallersPrices, type Offer, readCallersPrices, readOffers, unitsOfTools } from './offers.server.ts'
import { explain } from './limits.server.ts'
import { e164Of } from '../addresses/phone.server.ts'
import { chargesOf } from '../delivery/charges.rules.ts'
import { placeOfOrder } from '../delivery/place.server.ts'
import { unfitDetails, unfitSentence } from '../delivery/delivery.rules.ts'
import { failpoint } from '../orders/failpoints.server.ts'
import { type OrderKey, type Placed, findFirstAnswer, firstAnswerOr } from './first-answer.server.ts'
import type { RequestedLine } from './line-rows.server.ts'
import { type OrderToPlace, type Units, type WithNumber, reserve } from './reserve.server.ts'

/** How often an order is tried again when a tool changed between reading and reserving. */
const attempts = 5

/**
 * Places an order: reserves the stock of all its lines and writes it down, by one statement, at the prices that they
 * have for the buyer at that moment, taxed by where it goes: if it does not say so, to the account's default address. With an idempotency key, the same key and input return the first answer. Refuses: company-changed, tool-gone,
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
    requireSameCompany(ctx, input)
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

/** Refuses company-changed where the session buys for somebody else by now than its buyer was told. */
function requireSameCompany(ctx: Context, { companyId }: PlaceOrderInput): void {
  if (companyId !== undefined && companyId !== buyerOf(ctx).companyId) throw refuse('company-changed')
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

/** What an order takes of each tool, however many of its lines want it. */
function unitsOf(units: ReadonlyMap<string, number>, { offers, prices }: Omit<Readings, 'fits'>): Units[] {
  return [...units].map(([toolId, quantity]) => ({
    toolId,
    quantity,
    version: offers.get(toolId)?.version ?? 0,
    ...prices.quantitiesOf(toolId),
  }))
}

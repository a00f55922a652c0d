import { sql } from 'kysely'
import { rateScale, toDecimal, toMinorUnits } from '#kernel/money'
import type { Context } from '#platform/context'
import { isMine } from '#services/accounts'
import type { Columns } from '#platform/database'
import type { Tool } from '#contracts/catalogue'
import { selectTools } from '#services/catalogue'
import { type FitAnswer, toAcknowledge, vehicleName } from '#rules/finder'
import { standardClass } from '#rules/tax'
import { fitsOfPairs, namesOfVehicles, pairKey } from '#services/finder'
import { hidesPrices } from '#services/pricing'
import {
  type CallersPrices,
  type Offer,
  findOffers,
  readCallersPrices,
  unitsOfTools,
} from '../placing/offers.server.ts'
import { type Delivery, chargesOf, dependsOnPlace } from '../delivery/charges.rules.ts'
import { type DeliveryMethod, unfitDetails, unfitSentence } from '../delivery/delivery.rules.ts'
import { taxGroupShown } from '../sums/totals.rules.ts'
import type { RequestedLine } from '../placing/line-rows.server.ts'
import type { Basket, BasketLine, VisitorLine } from './basket.contract.ts'
import { type StandingLine, canBePriced, changesOf, problemsOf } from './problems.rules.ts'

/** A line as the database or a visitor's browser stores it. */
export type BasketLineRow = Columns<
  'basket_line',
  'id' | 'tool_id' | 'quantity' | 'vehicle_id' | 'reference' | 'acknowledged'
> & {
  /** Null of a line that was never shown: what is true now is then what was seen. */
  seen_price: number | null
  /** For how many units of the tool that price was; of an account's line, for those that it has (`seen-prices.server.ts`). */
  seen_units?: number | undefined
  seen_free: number | null
  seen_fit: FitAnswer | null
}

/** A basket as it stands: what is shown of it, and what an order makes of it. */
export type Standing = { version: number; shown: Basket; lines: StandingLine[]; requested: RequestedLine[] }

/** The caller's basket with all that is true of it now, and what it comes to delivered so. The number of queries is the same however many lines it has. */
export async function readBasket(ctx: Context, delivery: Delivery = {}): Promise<Standing> {
  const { rows } = await sql<BasketLineRow & { version: number }>`
    select basket.version, line.* from basket join basket_line line using (account_id)
    where ${isMine(ctx, 'basket')} order by line.id`.execute(ctx.db)
  const standing = await standingOf(ctx, rows, delivery)
  const shown = hidesPrices(ctx) ? withoutPrices(ctx, standing.shown) : standing.shown
  return { version: rows[0]?.version ?? 0, ...standing, shown }
}

/** What is wrong with the caller's lines of some tools, each sentence once. */
export async function problemsOfTools(ctx: Context, toolIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<BasketLineRow>`
    select line.* from basket_line line
    where ${isMine(ctx, 'line')} and tool_id = any(${toolIds}::uuid[]) order by line.id`.execute(ctx.db)
  const { shown } = await standingOf(ctx, rows)
  return [...new Set(shown.lines.flatMap(({ problems }) => problems.map(({ message }) => message)))]
}

/** Lines that the caller keeps, at the caller's prices; of tools that the shop has never had there is nothing to show. */
export async function priceLines(ctx: Context, lines: readonly VisitorLine[], delivery: Delivery): Promise<Basket> {
  const { currency } = ctx.settings
  const rows = lines.map(line => ({
    id: line.id,
    tool_id: line.tools_id.toLowerCase(),
    quantity: Math.max(1, line.quantity),
    vehicle_id: line.vehicle ?? null,
    reference: line.reference ?? null,
    acknowledged: line.acknowledged ?? [],
    seen_price: line.seen ? (toMinorUnits(line.seen.price, currency) ?? null) : null,
    seen_units: line.seen?.units,
    seen_free: line.seen?.free ?? null,
    seen_fit: line.seen?.fit ?? null,
  }))
  const { shown } = await standingOf(ctx, rows, delivery)
  return hidesPrices(ctx) ? withoutPrices(ctx, shown) : shown
}

/** As a visitor sees it where prices are for who is signed in: what is wrong with each line stays, what it costs does not. */
const withoutPrices = (ctx: Context, { lines, changed }: Basket): Basket => ({
  lines: lines.map(line => ({ ...line, unitPrice: null, lineTotal: null })),
  ...chargesShown(ctx, { lines: [], offers: new Map(), delivery: {} }),
  changed: changed.filter(({ kind }) => kind !== 'price'),
  pricesAfterSignIn: true,
})

/** What is true now of lines, wherever they are kept. */
export async function standingOf(
  ctx: Context,
  rows: readonly BasketLineRow[],
  delivery: Delivery = {},
): Promise<Omit<Standing, 'version'>> {
  const { settings } = ctx
  const facts = await readWhatIsTrue(ctx, rows)
  const read = rows.flatMap((row): ReadLine[] => {
    const tool = facts.tools.get(row.tool_id)
    return tool ? [{ row, tool, line: standingLine(row, tool, facts) }] : []
  })
  const lines = read.map(({ line }) => line)
  const problems = problemsOf(lines, settings.locale)
  return {
    lines,
    requested: read.map(({ row: { vehicle_id, acknowledged, reference }, line: { toolId, quantity } }) => ({
      toolId,
      quantity,
      vehicleId: vehicle_id ?? undefined,
      acknowledged,
      reference: reference ?? undefined,
    })),
    shown: {
      lines: read.map(one =>
        shownLine(one, { problems: problems.get(one.line.id) ?? [], currency: settings.currency }),
      ),
      ...chargesShown(ctx, { lines, offers: facts.offers, delivery }),
      changed: changesOf(lines, settings),
    },
  }
}

type WhatIsTrue = {
  tools: Map<string, Tool>
  offers: Map<string, Offer>
  prices: CallersPrices
  /** Units of each tool on all lines: what one costs depends on them. */
  units: Map<string, number>
  vehicles: Map<number, string>
  fits: Awaited<ReturnType<typeof fitsOfPairs>>
}

async function readWhatIsTrue(ctx: Context, rows: readonly BasketLineRow[]): Promise<WhatIsTrue> {
  const toolIds = [...new Set(rows.map(line => line.tool_id))]
  const pairs = rows.flatMap(({ tool_id: toolId, vehicle_id: vehicleId }) =>
    vehicleId === null ? [] : [{ toolId, vehicleId }],
  )
  // One after the other: inside a transaction they share a connection.
  const tools = await selectTools(ctx, sql`tool.id = any(${toolIds}::uuid[])`, sql``)
  const offers = await findOffers(ctx, toolIds, { fresh: true })
  const prices = await readCallersPrices(ctx, offers, { fresh: true })
  const vehicles = await namesOfVehicles(ctx, [...new Set(pairs.map(pair => pair.vehicleId))])
  return {
    tools: new Map(tools.map(tool => [tool._id, tool])),
    offers,
    prices,
    units: unitsOfTools(rows.map(({ tool_id: toolId, quantity }) => ({ toolId, quantity }))),
    vehicles: new Map([...vehicles].map(([id, vehicle]) => [id, vehicleName(vehicle)])),
    fits: await fitsOfPairs(ctx, pairs),
  }
}

function standingLine(line: BasketLineRow, tool: Tool, facts: WhatIsTrue): StandingLine {
  const { offers, prices, units, vehicles, fits } = facts
  const isSold = offers.has(line.tool_id)
  const priceFor = (units: number) => prices.priceOf(line.tool_id, units).unitPrice
  const price = isSold ? priceFor(units.get(line.tool_id) ?? line.quantity) : undefined
  const { seen_price, seen_units } = line
  const isAsSeen = isSold && seen_units !== undefined && priceFor(seen_units) === seen_price
  const { minimum, multiple } = isSold
    ? prices.quantitiesOf(line.tool_id)
    : { minimum: tool.minimumQuantity, multiple: tool.multiple }
  const vehicle = line.vehicle_id === null ? undefined : vehicles.get(line.vehicle_id)
  const fit =
    line.vehicle_id === null ? undefined : fits.get(pairKey({ toolId: line.tool_id, vehicleId: line.vehicle_id }))
  const statements = fit ? toAcknowledge(fit) : []
  return {
    id: line.id,
    toolId: line.tool_id,
    name: tool.name,
    quantity: line.quantity,
    price,
    available: tool.availableQuantity,
    minimum,
    multiple,
    fit: fit && {
      answer: fit.answer,
      isUniversal: fit.isUniversal,
      vehicle: vehicle ?? '',
      statements,
      isAcknowledged: statements.every(statement => line.acknowledged.includes(statement)),
    },
    seen: {
      price: (isAsSeen ? undefined : seen_price) ?? price ?? 0,
      free: line.seen_free ?? tool.availableQuantity,
      fit: line.seen_fit ?? fit?.answer,
    },
  }
}

type ReadLine = { row: BasketLineRow; tool: Tool; line: StandingLine }

function shownLine(
  { row, tool, line }: ReadLine,
  { problems, currency }: Pick<BasketLine, 'problems'> & { currency: string },
): BasketLine {
  const { name, img, picture, partNumber, brand, unit, boxQuantity, availableQuantity } = tool
  const { minimum: minimumQuantity, multiple } = line
  return {
    id: line.id,
    tools_id: line.toolId,
    quantity: line.quantity,
    ...(row.vehicle_id !== null && { vehicle: row.vehicle_id }),
    ...(line.fit && {
      vehicleName: line.fit.vehicle,
      fit: {
        answer: line.fit.answer,
        isUniversal: line.fit.isUniversal,
        statements: [...line.fit.statements],
        isAcknowledged: line.fit.isAcknowledged,
      },
    }),
    ...(row.reference !== null && { reference: row.reference }),
    unitPrice: line.price === undefined ? null : toDecimal(line.price, currency),
    lineTotal: canBePriced(line) ? toDecimal(line.price * line.quantity, currency) : null,
    problems,
    tool: { name, img, picture, partNumber, brand, unit, boxQuantity, availableQuantity, minimumQuantity, multiple },
  }
}

/** What the lines that can be priced come to, and how they can be delivered. Without such a line nothing is charged, not even delivery. */
function chargesShown(
  { settings }: Context,
  { lines, offers, delivery }: { lines: readonly StandingLine[]; offers: WhatIsTrue['offers']; delivery: Delivery },
): Pick<Basket, 'totals' | 'delivery'> {
  const { currency, pricesIncludeTax, taxRate } = settings
  const priced = lines.filter(canBePriced).map(({ price, quantity, toolId }) => ({
    unitPrice: price,
    quantity,
    taxClass: offers.get(toolId)?.tax_class ?? standardClass,
    grams: offers.get(toolId)?.weight_grams ?? null,
  }))
  const { totals, method, offered, unfit } = chargesOf(priced, settings, delivery)
  const { goods, shipping, tax, total, taxes } = totals
  const decimal = (minor: number) => toDecimal(priced.length > 0 ? minor : 0, currency)
  return {
    totals: {
      goods: decimal(goods),
      shipping: decimal(pricesIncludeTax ? shipping.gross : shipping.net),
      tax: decimal(tax),
      taxRate: (taxes[0]?.taxRate ?? taxRate) / rateScale,
      taxes: priced.length > 0 ? taxes.map(group => taxGroupShown(group, currency)) : [],
      pricesIncludeTax,
      total: decimal(total),
      currency,
      missingForFreeShipping: decimal(method.freeFrom === undefined ? 0 : Math.max(0, method.freeFrom - goods)),
    },
    delivery: {
      method: method.key,
      methods: offered.map(({ method, price }) => ({ ...methodShown(method), price: toDecimal(price, currency) })),
      dependsOnAddress: dependsOnPlace(settings),
      ...(delivery.place && dependsOnPlace(settings) && !method.pickUp && { country: delivery.place.country }),
      ...(unfit && { problem: unfitSentence(unfitDetails(unfit, offered)) }),
    },
  }
}

const methodShown = ({ key, name, days, pickUp }: DeliveryMethod) => ({
  key,
  name,
  days: days ?? null,
  isPickUp: pickUp !== undefined,
})

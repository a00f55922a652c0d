import { type RawBuilder, sql } from 'kysely'
import type { FieldError } from '#kernel/refusals'
import { type Context, newId, transact } from '#platform/context'
import { buyerOf, isMine } from '#services/accounts'
import { brokenConstraint } from '#platform/database'
import { toAcknowledge } from '#rules/finder'
import { fitsOfPairs, namesOfVehicles, pairKey } from '#services/finder'
import { findOffers } from '../placing/offers.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { LineInput } from './basket.contract.ts'
import { type MergeMode, basketLimits, withoutDuplicates } from './basket.rules.ts'
import { lineFieldProblems } from './problems.texts.ts'
import { readBasket } from './read.server.ts'
import { keepingSeenPrices } from './seen-prices.server.ts'

/**
 * Writes lines into the caller's basket: all of them or none, by one statement however many they are. What was in the basket
 * keeps its place, and what its buyer saw of it; new lines are seen as they are now.
 * Refuses: tool-gone, vehicle-unknown, basket-full, too-many-units. Where two baskets join, what the shop no longer has a name
 * for is left out instead: a browser may have kept it for long.
 */
export function writeLines(ctx: Context, given: readonly LineInput[], mode: MergeMode): Promise<void> {
  const lines = withoutDuplicates(
    given.map(line => ({ ...line, tools_id: line.tools_id.toLowerCase() })),
    mode,
  ).filter(line => line.quantity > 0 || mode === 'set')
  if (lines.length === 0) return Promise.resolve()
  return writing(ctx, async ctx => {
    await upsert(ctx, await seenNow(ctx, lines, { given, mode }), quantityOf[mode])
    await requireRoom(ctx)
  })
}

/** The quantity of a line that was there, by what comes. */
const quantityOf: Record<MergeMode, RawBuilder<unknown>> = {
  set: sql`excluded.quantity`,
  add: sql`line.quantity + excluded.quantity`,
  join: sql`greatest(line.quantity, excluded.quantity)`,
}

/**
 * Runs `work` under the lock of the caller's basket, which counts it as changed: whoever orders at this moment waits, and then
 * finds another basket than was shown.
 */
async function writing(ctx: Context, work: (ctx: Context) => Promise<void>): Promise<void> {
  try {
    await transact(ctx, async ctx => {
      await sql`
        insert into basket (account_id, changed_at) values (${buyerOf(ctx).accountId}, ${ctx.now()})
        on conflict (account_id) do update set version = basket.version + 1, changed_at = excluded.changed_at`.execute(
        ctx.db,
      )
      await keepingSeenPrices(ctx, () => work(ctx))
    })
  } catch (error) {
    const broken = brokenConstraint(error)
    // Deleted while the call was on its way.
    if (broken === 'basket_account_id_fkey') throw refuse('token-expired')
    if (broken === 'basket_line_quantity') throw refuse('too-many-units', { most: basketLimits.quantity })
    throw error
  }
}

type Seen = {
  id: string
  tool_id: string
  quantity: number
  vehicle_id: number | null
  reference: string | null
  acknowledged: string[]
  price: number | null
  fit: string | null
}

/** The lines with what their buyer sees of them when they are there, and of what they acknowledge what there is to acknowledge. */
async function seenNow(
  ctx: Context,
  lines: readonly LineInput[],
  { given, mode }: { given: readonly LineInput[]; mode: MergeMode },
): Promise<Seen[]> {
  const offers = await findOffers(ctx, [...new Set(lines.map(line => line.tools_id))], { fresh: true })
  const named = lines.flatMap(({ tools_id: toolId, vehicle: vehicleId }) =>
    vehicleId === undefined ? [] : [{ toolId, vehicleId }],
  )
  const vehicles = await namesOfVehicles(ctx, [...new Set(named.map(pair => pair.vehicleId))])
  const fits = await fitsOfPairs(ctx, named)
  const isSold = (line: LineInput) => offers.has(line.tools_id.toLowerCase())
  const isVehicleKnown = ({ vehicle }: LineInput) => vehicle === undefined || vehicles.has(vehicle)
  if (mode !== 'join') {
    const isWrong = (line: LineInput) => line.quantity > 0 && !isSold(line)
    if (given.some(isWrong)) throw refuse('tool-gone', {}, fieldsOf(given, isWrong, 'tools_id'))
    const isLost = (line: LineInput) => !isVehicleKnown(line)
    if (given.some(isLost)) throw refuse('vehicle-unknown', {}, fieldsOf(given, isLost, 'vehicle'))
  }
  return lines.flatMap(line => {
    const vehicle_id = line.vehicle !== undefined && vehicles.has(line.vehicle) ? line.vehicle : null
    const fit = vehicle_id !== null && fits.get(pairKey({ toolId: line.tools_id, vehicleId: vehicle_id }))
    return {
      id: newId(),
      tool_id: line.tools_id,
      quantity: line.quantity,
      vehicle_id,
      reference: line.reference ?? null,
      acknowledged: fit ? toAcknowledge(fit).filter(statement => line.acknowledged?.includes(statement)) : [],
      price: offers.get(line.tools_id)?.price ?? null,
      fit: fit ? fit.answer : null,
    }
  })
}

function fieldsOf(
  lines: readonly LineInput[],
  isWrong: (line: LineInput) => boolean,
  field: 'tools_id' | 'vehicle',
): FieldError[] {
  return lines.flatMap((line, index) =>
    isWrong(line) ? [{ field: `lines.${index}.${field}`, message: lineFieldProblems[field] }] : [],
  )
}

/** The one statement: lines of quantity 0 go, the others are there afterwards. */
async function upsert(ctx: Context, lines: readonly Seen[], quantity: RawBuilder<unknown>): Promise<void> {
  const accountId = buyerOf(ctx).accountId
  await sql`
    with wanted as (
      select wanted.*, tool.free, tool.archived_at is not null as is_gone
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as wanted (id uuid, tool_id uuid, quantity integer,
        vehicle_id integer, reference text, acknowledged text[], price bigint, fit text)
        join tool on tool.id = wanted.tool_id
    ), removed as (
      delete from basket_line line using wanted
      where wanted.quantity = 0 and line.account_id = ${accountId} and line.tool_id = wanted.tool_id
        and line.vehicle_id is not distinct from wanted.vehicle_id
        and line.reference is not distinct from wanted.reference
    )
    insert into basket_line as line (id, account_id, tool_id, quantity, vehicle_id, reference, acknowledged, seen_price,
      seen_free, seen_fit)
    select id, ${accountId}, tool_id, quantity, vehicle_id, reference, acknowledged, price, free, fit
    from wanted where quantity > 0 order by id
    on conflict on constraint basket_line_once do update set quantity = ${quantity},
      acknowledged = array(select distinct unnest(line.acknowledged || excluded.acknowledged)),
      seen_free = excluded.seen_free`.execute(ctx.db)
}

async function requireRoom(ctx: Context): Promise<void> {
  const { lines } = await countLines(ctx)
  if (lines > basketLimits.lines) throw refuse('basket-full', { most: basketLimits.lines })
}

export async function countLines(ctx: Context): Promise<{ lines: number }> {
  const { rows } = await sql<{ lines: number }>`
    select count(*) as lines from basket_line where ${isMine(ctx, 'basket_line')}`.execute(ctx.db)
  return { lines: rows[0]?.lines ?? 0 }
}

type LineState = Omit<LineInput, 'tools_id'>

/**
 * Changes one line, in its place. One that is now the same as another is added to it, and goes.
 * Refuses: basket-line-gone, vehicle-unknown, too-many-units.
 */
export function changeLine(ctx: Context, id: string, to: LineState): Promise<void> {
  return writing(ctx, async ctx => {
    const own = ctx.db.selectFrom('basket_line').where(isMine(ctx, 'basket_line'))
    const line = await own.select(['tool_id', 'vehicle_id']).where('id', '=', id).executeTakeFirst()
    if (!line) throw refuse('basket-line-gone')
    const [seen] = await seenNow(ctx, [{ ...to, tools_id: line.tool_id }], { given: [], mode: 'set' })
    if (!seen || seen.vehicle_id !== (to.vehicle ?? null)) {
      throw refuse('vehicle-unknown', {}, [{ field: 'vehicle', message: lineFieldProblems.vehicle }])
    }
    if (to.quantity === 0 || (await addToTwin(ctx, id, seen))) {
      await ctx.db.deleteFrom('basket_line').where('id', '=', id).execute()
      return
    }
    const isSameVehicle = seen.vehicle_id === line.vehicle_id
    const acknowledged = to.acknowledged || !isSameVehicle ? seen.acknowledged : undefined
    await sql`
      update basket_line line set quantity = ${seen.quantity}, vehicle_id = ${seen.vehicle_id}::integer,
        reference = ${seen.reference}, seen_free = tool.free,
        acknowledged = coalesce(${acknowledged ?? null}::text[], line.acknowledged),
        seen_fit = case when ${isSameVehicle} then line.seen_fit else ${seen.fit} end
      from tool where tool.id = line.tool_id and line.id = ${id}`.execute(ctx.db)
  })
}

/** Whether another line is by now the same as this one; then it has its units. */
async function addToTwin(ctx: Context, id: string, line: Seen): Promise<boolean> {
  const { rows } = await sql`
    update basket_line set quantity = quantity + ${line.quantity}
    where ${isMine(ctx, 'basket_line')} and id <> ${id} and tool_id = ${line.tool_id}
      and vehicle_id is not distinct from ${line.vehicle_id}::integer
      and reference is not distinct from ${line.reference}::text
    returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function removeLine(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  let deletedCount = 0
  await writing(ctx, async ctx => {
    const own = ctx.db.deleteFrom('basket_line').where(isMine(ctx, 'basket_line'))
    deletedCount = Number((await own.where('id', '=', id).executeTakeFirstOrThrow()).numDeletedRows)
  })
  return { deletedCount }
}

/**
 * Keeps as seen what the buyer accepts; a change that has meanwhile become another one was not seen, and stays. Nothing that
 * is ordered changes by it, so the basket's version stays too.
 */
export async function acceptChanges(ctx: Context, accepted: readonly string[]): Promise<void> {
  const { shown, lines } = await readBasket(ctx)
  const changes = shown.changed.filter(change => accepted.includes(change.id))
  if (changes.length === 0) return
  const isOf = (kind: string, id: string) => changes.some(change => change.line === id && change.kind === kind)
  // What is not accepted is not named here, and compares with nothing.
  const seen = lines
    .filter(line => changes.some(change => change.line === line.id))
    .map(line => ({
      id: line.id,
      ...(isOf('price', line.id) && { price: line.price, price_before: line.seen.price }),
      ...(isOf('stock', line.id) && { free: line.available, free_before: line.seen.free }),
      ...(isOf('fit', line.id) && { fit: line.fit?.answer, fit_before: line.seen.fit }),
    }))
  // Another call may have written meanwhile what its buyer saw: that stays.
  await sql`
    update basket_line line set
      seen_price = case when line.seen_price = seen.price_before then seen.price else line.seen_price end,
      seen_free = case when line.seen_free = seen.free_before then seen.free else line.seen_free end,
      seen_fit = case when line.seen_fit = seen.fit_before then seen.fit else line.seen_fit end
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (id uuid, price bigint, price_before bigint,
      free integer, free_before integer, fit text, fit_before text)
    where line.id = seen.id and ${isMine(ctx, 'line')}`.execute(ctx.db)
}

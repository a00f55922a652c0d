import { type InferResult, type Insertable, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from '#db/tables'
import { seesCustomers } from '#kernel/access'
import type { Page } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { toolProblems } from '../problems.texts.ts'
import { refuse } from '../refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import type { Database } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import type { ChangeStock, StockMovement } from '../catalogue.contract.ts'
import { mostUnits } from '../catalogue.rules.ts'

/** How many movements a page has unless asked, and at most. */
const movementsAPage = { usual: 50, most: 200 }

type StockChange = z.output<typeof ChangeStock>

/** Books units that come or go. Refuses: tool-gone, stock-held when orders hold what would be taken. */
export async function changeStock(ctx: Context, id: string, { delta, reason: note }: StockChange) {
  const reason = delta > 0 ? 'restocked' : 'corrected'
  return { availableQuantity: await bookStock(ctx, { id, units: delta, reason, note }) }
}

type Booking = { id: string; units: number; reason: 'restocked' | 'corrected'; note: string | null }

/** One conditional write, its ledger row and its audit row, in the caller's transaction. Returns what is left to sell. */
export async function bookStock(ctx: Context, { id, units, reason, note }: Booking): Promise<number> {
  const row = await ctx.db
    .updateTable('tool')
    .set(({ eb }) => ({ on_hand: eb('on_hand', '+', units), updated_at: ctx.now() }))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`on_hand::bigint + ${units}::bigint between reserved and ${mostUnits}`)
    .returning('free')
    .executeTakeFirst()
  if (!row) throw await explain(ctx, id, units)
  await recordMovement(ctx, { tool_id: id, reason, on_hand_change: units, note })
  await audit(ctx, {
    action: `tool.${reason}`,
    subject: { kind: 'tool', id },
    before: { available: row.free - units },
    after: { available: row.free, ...(note && { reason: note }) },
  })
  return row.free
}

type Movement = Omit<Insertable<Tables['stock_movement']>, 'id' | 'at' | 'actor_kind' | 'actor_id'>

/** A row of the tool's ledger, in the transaction of what it records. */
export async function recordMovement(ctx: Context, movement: Movement): Promise<void> {
  const { kind, id } = ctx.actor
  await ctx.db
    .insertInto('stock_movement')
    .values({ ...movement, id: newId(), at: ctx.now(), actor_kind: kind, actor_id: id })
    .execute()
}

/** What an order changes of a tool's units: of those in the house, of the held ones, and of these those of unconfirmed buyers. */
export type MovedUnits = { toolId: string; onHand: number; reserved: number; unconfirmed: number }

type Moving = { reason: 'sold' | 'freed' | 'cancelled' | 'returned'; orderId: string; isPart?: boolean }

/** Books what an order does to tools, all at once, with a row of each one's ledger. The caller has locked them, by an earlier statement. */
export async function moveUnits(ctx: Context, moved: readonly MovedUnits[], moving: Moving): Promise<void> {
  await sql`with ${unitsMoved(ctx, moved, moving)} select`.execute(ctx.db)
}

/** The same as parts of `with`, for a statement that writes more; its part `moved` has the units. */
export function unitsMoved(
  ctx: Context,
  moved: readonly MovedUnits[],
  { reason, orderId, isPart = false }: Moving,
): RawBuilder<unknown> {
  const { kind, id } = ctx.actor
  const column = (name: keyof MovedUnits) => moved.map(units => units[name])
  return sql`
    moved as (
      select * from unnest(${moved.map(() => newId())}::uuid[], ${column('toolId')}::uuid[], ${column('onHand')}::integer[],
        ${column('reserved')}::integer[], ${column('unconfirmed')}::integer[])
        as moved (id, tool_id, on_hand, reserved, unconfirmed)
    ), booked as (
      update tool set on_hand = tool.on_hand + moved.on_hand, reserved = tool.reserved + moved.reserved,
        held_unconfirmed = held_unconfirmed + moved.unconfirmed
      from moved where tool.id = moved.tool_id
    ), movement as (
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, reserved_change, is_part, order_id, actor_kind, actor_id)
      select id, tool_id, ${ctx.now()}, ${reason}, on_hand, reserved, ${isPart}, ${orderId}, ${kind}, ${id} from moved
    )`
}

async function explain(ctx: Context, id: string, units: number) {
  const { onHand, availableQuantity } = await readStockLevel(ctx, id)
  if (units < 0) return refuse('stock-held', { available: availableQuantity })
  return refuseFields([{ field: 'delta', message: toolProblems.tooManyUnits(mostUnits - onHand) }])
}

/** What is in the house, and how much of it orders hold. Refuses: tool-gone. */
export async function readStockLevel(ctx: Context, id: string) {
  const level = await ctx.db
    .selectFrom('tool')
    .select(['on_hand as onHand', 'reserved as held', 'free as availableQuantity'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!level) throw refuse('tool-gone')
  return level
}

/** One page of a tool's ledger, newest first; that of an archived tool too. Refuses: tool-gone. */
export async function listStockMovements(
  ctx: Context,
  id: string,
  query: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<StockMovement[]>> {
  await requireTool(ctx, id)
  const limit = pageSize(query.limit, movementsAPage)
  const newest = selectMovements(ctx.db)
    .where('movement.tool_id', '=', id)
    .orderBy('movement.at', 'desc')
    .orderBy('movement.id', 'desc')
    .limit(limit + 1)
  const behind = sql<boolean>`
    (movement.at, movement.id) < (select last.at, last.id from stock_movement last where last.id = ${query.after})`
  const rows = await (query.after ? newest.where(behind) : newest).execute()
  const total = await countRows(ctx.db, sql`stock_movement where tool_id = ${id}`)
  const isNaming = seesCustomers(ctx.caller)
  return pageOf(
    rows.map(row => toMovement(row, isNaming)),
    { limit, total, after: last => last._id },
  )
}

/** Whether there is such a tool, on sale or archived. Refuses: tool-gone. */
export async function requireTool(ctx: Context, id: string): Promise<void> {
  const tool = await ctx.db.selectFrom('tool').select('id').where('id', '=', id).executeTakeFirst()
  if (!tool) throw refuse('tool-gone')
}

const selectMovements = (db: Database) =>
  db
    .selectFrom('stock_movement as movement')
    .leftJoin('orders', 'orders.id', 'movement.order_id')
    .leftJoin('account', 'account.id', 'movement.actor_id')
    .select(['movement.id', 'movement.at', 'movement.reason', 'movement.on_hand_change', 'movement.reserved_change'])
    .select(['movement.order_id', 'orders.number as order_number', 'account.email'])
    .select(['movement.actor_kind', 'movement.note'])
    .$narrowType<{ reason: StockMovement['reason'] }>()

type MovementRow = InferResult<ReturnType<typeof selectMovements>>[number]

/** Who of the shop's own people did it, by their address; of a customer, only that it was one, unless the reader may see customers. */
function toMovement(row: MovementRow, isNaming: boolean): StockMovement {
  const isNamed = row.actor_kind !== 'customer' || isNaming
  return {
    _id: row.id,
    at: row.at.toISOString(),
    reason: row.reason,
    onHandChange: row.on_hand_change,
    reservedChange: row.reserved_change,
    orderId: row.order_id,
    orderNumber: row.order_number,
    by: (isNamed ? row.email : null) ?? row.actor_kind,
    note: row.note,
  }
}

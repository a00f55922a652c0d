import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Page } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { refuse } from './refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import type { Columns } from '#platform/database'
import { pageOf, pageSize } from '#platform/paging'
import { type Asked, answerOnce } from '#platform/idempotency'
import type { ChangeStock, StockMovement } from './catalogue.contract.ts'
import { mostUnits } from './catalogue.rules.ts'

/** How many movements a page has unless asked, and at most. */
const movementsAPage = { usual: 50, most: 200 }

/**
 * Books units that come or go. Refuses: tool-gone, stock-held when orders hold what would be taken. The same idempotency
 * key and body book once.
 */
export function changeStock(
  ctx: Context,
  { id, delta, reason }: z.output<typeof ChangeStock> & { id: string },
  asked: Asked,
): Promise<{ availableQuantity: number }> {
  return answerOnce(ctx, asked, async ctx => {
    const kind = delta > 0 ? 'restocked' : 'corrected'
    return { availableQuantity: await bookStock(ctx, { id, units: delta, reason: kind, note: reason }) }
  })
}

type Booking = { id: string; units: number; reason: 'restocked' | 'corrected'; note: string | null }

/** One conditional write, its ledger row and its audit row, in the caller's transaction. Returns what is left to sell. */
export async function bookStock(ctx: Context, { id, units, reason, note }: Booking): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    update tool set on_hand = on_hand + ${units}::integer, updated_at = ${ctx.now()}
    where id = ${id} and archived_at is null
      and on_hand::bigint + ${units}::bigint between reserved and ${mostUnits}
    returning free`.execute(ctx.db)
  const [row] = rows
  if (!row) throw await explain(ctx, id, units)
  await sql`
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
    values (${newId()}, ${id}, ${ctx.now()}, ${reason}, ${units}, ${ctx.actor.kind}, ${ctx.actor.id}, ${note})`.execute(
    ctx.db,
  )
  await audit(ctx, {
    action: `tool.${reason}`,
    subject: { kind: 'tool', id },
    before: { available: row.free - units },
    after: { available: row.free, ...(note && { reason: note }) },
  })
  return row.free
}

async function explain(ctx: Context, id: string, units: number) {
  const { onHand, availableQuantity } = await readStockLevel(ctx, id)
  if (units < 0) return refuse('stock-held', { available: availableQuantity })
  return refuseFields([{ field: 'delta', message: `That is too many: at most ${mostUnits - onHand} can be added.` }])
}

/** What is in the house, and how much of it orders hold. Refuses: tool-gone. */
export async function readStockLevel(ctx: Context, id: string) {
  const { rows } = await sql<{ onHand: number; held: number; availableQuantity: number }>`
    select on_hand as "onHand", reserved as held, free as "availableQuantity"
    from tool where id = ${id} and archived_at is null`.execute(ctx.db)
  const [level] = rows
  if (!level) throw refuse('tool-gone')
  return level
}

type MovementRow = Columns<
  'stock_movement',
  'id' | 'at' | 'reason' | 'on_hand_change' | 'reserved_change' | 'order_id' | 'actor_kind' | 'note'
> & {
  reason: StockMovement['reason']
  order_number: string | null
  email: string | null
}

/** One page of a tool's ledger, newest first; that of an archived tool too. Refuses: tool-gone. */
export async function listStockMovements(
  ctx: Context,
  id: string,
  query: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<StockMovement[]>> {
  const { rows: known } = await sql`select from tool where id = ${id}`.execute(ctx.db)
  if (known.length === 0) throw refuse('tool-gone')
  const limit = pageSize(query.limit, movementsAPage)
  const after = query.after ? sql`and movement.id < ${query.after}` : sql``
  const { rows } = await sql<MovementRow>`
    select movement.id, movement.at, movement.reason, movement.on_hand_change, movement.reserved_change,
      movement.order_id, orders.number as order_number, account.email, movement.actor_kind, movement.note
    from stock_movement movement
      left join orders on orders.id = movement.order_id
      left join account on account.id = movement.actor_id
    where movement.tool_id = ${id} ${after}
    order by movement.id desc limit ${limit + 1}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from stock_movement where tool_id = ${id}`.execute(ctx.db)
  return pageOf(rows.map(toMovement), { limit, total: counted[0]?.total ?? 0, after: last => last._id })
}

function toMovement(row: MovementRow): StockMovement {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    reason: row.reason,
    onHandChange: row.on_hand_change,
    reservedChange: row.reserved_change,
    orderId: row.order_id,
    orderNumber: row.order_number,
    by: row.email ?? row.actor_kind,
    note: row.note,
  }
}

import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { isMine } from '#services/accounts'
import { mayDo } from '../orders/rights.server.ts'
import type { Columns } from '#platform/database'

/** A line that was saved or ordered once, with what a unit cost then. */
export type SavedLine = Columns<
  'saved_list_line',
  'position' | 'tool_id' | 'quantity' | 'vehicle_id' | 'reference' | 'price'
> &
  Columns<'saved_list', 'currency'>

export async function linesOfList(ctx: Context, id: string): Promise<SavedLine[]> {
  const { rows } = await sql<SavedLine>`
    select line.position, line.tool_id, line.quantity, line.vehicle_id, line.reference, line.price, list.currency
    from saved_list list join saved_list_line line on line.list_id = list.id
    where list.id = ${id} and ${isMine(ctx, 'list')} order by line.position`.execute(ctx.db)
  return rows
}

/** Of an order of the caller's own; none where there is no such order. A vehicle that the list no longer has is left out. */
export async function linesOfOrder(ctx: Context, id: string): Promise<SavedLine[]> {
  const { rows } = await sql<SavedLine>`
    select line.position, line.tool_id, least(line.quantity, 1000000) as quantity, vehicle.id as vehicle_id,
      line.reference, line.unit_price as price, orders.currency
    from orders join order_line line on line.order_id = orders.id
      left join vehicle on vehicle.id = (line.fit ->> 'vehicleId')::integer
    where orders.id = ${id} and ${mayDo(ctx, 'reuse')} and line.tool_id is not null
    order by line.position`.execute(ctx.db)
  return rows
}

/** The caller's lists, for the file of what the shop keeps of a person. */
export async function readSavedLists(ctx: Context) {
  const { rows } = await sql<Columns<'saved_list', 'name' | 'saved_at'> & { lines: SavedListLine[] }>`
    select list.name, list.saved_at, coalesce((
      select json_agg(json_strip_nulls(json_build_object('tools_id', tool.id, 'toolName', tool.name,
        'quantity', line.quantity, 'vehicle', line.vehicle_id, 'reference', line.reference)) order by line.position)
      from saved_list_line line join tool on tool.id = line.tool_id where line.list_id = list.id), '[]') as lines
    from saved_list list where ${isMine(ctx, 'list')} order by list.id`.execute(ctx.db)
  return rows.map(({ name, saved_at, lines }) => ({ name, savedAt: saved_at.toISOString(), lines }))
}

type SavedListLine = { tools_id: string; toolName: string; quantity: number; vehicle?: number; reference?: string }

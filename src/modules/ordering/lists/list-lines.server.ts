import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import { isMine } from '#services/accounts'
import type { Columns } from '#platform/database'
import { namesOfVehicles } from '#services/finder'
import { basketLimits, lineKey, withoutDuplicates } from '../basket/basket.rules.ts'
import { refuse } from '../refusals.rules.ts'
import type { NewLine } from './lists.contract.ts'
import { listLimits } from './lists.rules.ts'
import { withPrices } from './prices.server.ts'
import { type SavedLine, linesOfList } from './saved-lines.server.ts'

type Line = { id: string; line: number }

/** Changes how many of a line. Refuses: list-line-gone. */
export async function changeListLine(ctx: Context, { id, line }: Line, quantity: number) {
  const { numAffectedRows = 0n } = await sql`
    update saved_list_line set quantity = ${quantity}
    where position = ${line} and list_id in (${ownList(ctx, id)})`.execute(ctx.db)
  if (numAffectedRows === 0n) throw refuse('list-line-gone')
  return { modifiedCount: 1 }
}

export async function removeListLine(ctx: Context, { id, line }: Line) {
  const { numAffectedRows = 0n } = await sql`
    delete from saved_list_line where position = ${line} and list_id in (${ownList(ctx, id)})`.execute(ctx.db)
  return { deletedCount: Number(numAffectedRows) }
}

/**
 * Adds lines, all or none: what the list has already, it has more of. Under the list's lock, so that its lines are counted.
 * Refuses: list-gone, list-full, tool-gone, vehicle-unknown, too-many-units.
 */
export const addListLines = (ctx: Context, id: string, added: readonly NewLine[]) =>
  transact(ctx, async ctx => {
    const { rows } = await sql<Columns<'saved_list', 'id'>>`${ownList(ctx, id)} for update`.execute(ctx.db)
    if (rows.length === 0) throw refuse('list-gone')
    const lines = await withPrices(ctx, withoutDuplicates(added, 'add'))
    if (lines.some(({ price }) => price === null)) throw refuse('tool-gone')
    const named = [...new Set(lines.flatMap(({ vehicle }) => vehicle ?? []))]
    const vehicles = await namesOfVehicles(ctx, named)
    if (named.some(vehicle => !vehicles.has(vehicle))) throw refuse('vehicle-unknown')

    const existing = await linesOfList(ctx, id)
    const byKey = new Map(existing.map(line => [keyOf(line), line]))
    let last = Math.max(0, ...existing.map(({ position }) => position))
    const written = lines.map(line => {
      const before = byKey.get(lineKey(line))
      return {
        position: before?.position ?? ++last,
        tool_id: line.tools_id,
        quantity: (before?.quantity ?? 0) + line.quantity,
        vehicle_id: line.vehicle ?? null,
        reference: line.reference ?? null,
        price: line.price,
      }
    })
    const isNew = ({ position }: { position: number }) => existing.every(line => line.position !== position)
    if (existing.length + written.filter(isNew).length > listLimits.lines)
      throw refuse('list-full', { most: listLimits.lines })
    if (written.some(({ quantity }) => quantity > basketLimits.quantity)) throw refuse('too-many-units')
    await sql`
      insert into saved_list_line (list_id, position, tool_id, quantity, vehicle_id, reference, price)
      select ${id}, line.* from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as line (position integer, tool_id uuid, quantity integer, vehicle_id integer, reference text, price bigint)
      on conflict (list_id, position) do update set quantity = excluded.quantity`.execute(ctx.db)
    return { insertedCount: written.length }
  })

const ownList = (ctx: Context, id: string) =>
  sql`select id from saved_list where id = ${id} and ${isMine(ctx, 'saved_list')}`

const keyOf = ({ tool_id, vehicle_id, reference }: SavedLine) =>
  lineKey({ tools_id: tool_id, vehicle: vehicle_id ?? undefined, reference: reference ?? undefined })

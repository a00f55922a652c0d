import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { hasGivenNumber, numberedTools } from './stage.server.ts'

/** Whether the list says of a product what a file's entry has made of it. */
const isStillSo = sql`
  known.from_quantities is not distinct from entry.after_froms and known.prices is not distinct from entry.after_prices
  and known.minimum_quantity is not distinct from entry.after_minimum
  and known.quantity_multiple is not distinct from entry.after_multiple`

const ofFile = (id: string, listId: string) => sql`
  price_file_entry entry left join price_entry known on known.list_id = ${listId} and known.tool_id = entry.tool_id
  where entry.file_id = ${id}`

/** Whether the list has changed since a file was looked at. */
const isChanged = (id: string) => sql`
  exists (
    select from price_file file join price_list list on list.id = file.list_id
    where file.id = ${id} and file.entries_version is distinct from list.entries_version
  )`

/** Whether a product that a file changes has lost a number or the brand that this went by. */
const isNamedOtherwise = (id: string) => sql`
  exists (
    select from price_file_entry entry cross join unnest(entry.numbers) as given (folded)
    where entry.file_id = ${id} and not exists (
      select from (${numberedTools}) tool
      where tool.id = entry.tool_id and ${hasGivenNumber}
        and (coalesce(entry.brand, '') = '' or tool.brand = entry.brand)
    )
  )`

/**
 * Writes what a file says, all of it; false, with nothing written, where the list is not as it was when the file was looked at, or
 * a product that it changes no longer has the number by which the file names it.
 */
export async function applyFile(ctx: Context, id: string, listId: string): Promise<boolean> {
  const { rows } = await sql`
    select where ${isChanged(id)} or ${isNamedOtherwise(id)}`.execute(ctx.db)
  if (rows.length > 0) return false
  const removed = sql`select entry.tool_id from price_file_entry entry where file_id = ${id} and effect = 'removed'`
  const written = sql`
    select entry.tool_id, after_froms, after_prices, after_minimum, after_multiple
    from price_file_entry entry where file_id = ${id} and effect <> 'removed'`
  await change(ctx, listId, { removed, written })
  return true
}

/** Puts back what a file has changed, and is still as it left it. Returns of how many products that is not so. */
export async function takeBack(ctx: Context, id: string, listId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from ${ofFile(id, listId)} and not (${isStillSo})`.execute(ctx.db)
  const removed = sql`select entry.tool_id from ${ofFile(id, listId)} and effect = 'added' and ${isStillSo}`
  const written = sql`
    select entry.tool_id, before_froms, before_prices, before_minimum, before_multiple
    from ${ofFile(id, listId)} and effect <> 'added' and ${isStillSo}`
  await change(ctx, listId, { removed, written })
  return rows[0]?.left ?? 0
}

type Change = { removed: ReturnType<typeof sql>; written: ReturnType<typeof sql> }

/**
 * In one statement: the version of all prices is raised at its end, and whoever changes another list waits for that from then on
 * only.
 */
const change = (ctx: Context, listId: string, { removed, written }: Change) =>
  sql`
    with gone as (
      delete from price_entry using (${removed}) removed
      where list_id = ${listId} and price_entry.tool_id = removed.tool_id
    )
    insert into price_entry (list_id, tool_id, from_quantities, prices, minimum_quantity, quantity_multiple)
    select ${listId}::uuid, given.* from (${written}) given order by tool_id
    on conflict (list_id, tool_id) do update set from_quantities = excluded.from_quantities, prices = excluded.prices,
      minimum_quantity = excluded.minimum_quantity, quantity_multiple = excluded.quantity_multiple,
      version = price_entry.version + 1`.execute(ctx.db)

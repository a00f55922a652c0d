import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { isMine } from '#services/accounts'
import type { Columns } from '#platform/database'
import { haveLists } from '#services/pricing'
import { findOffers, readCallersPrices, unitsOfTools } from '../placing/offers.server.ts'

type Line = Columns<'basket_line', 'id' | 'tool_id' | 'quantity' | 'seen_price'>

/**
 * Writes lines of the caller's basket, within its lock. Where the buyer orders more or fewer and pays another price for that, the
 * buyer needs no notice of it: a price that was seen as it is, is then seen as it is for the new quantity. One that had changed
 * before stays unseen.
 */
export async function keepingSeenPrices(ctx: Context, write: () => Promise<void>): Promise<void> {
  // Without lists, no price depends on a quantity.
  if (!(await haveLists(ctx, { fresh: true })).any) return write()
  const before = await readLines(ctx)
  await write()
  const after = await readLines(ctx)
  const [unitsBefore, unitsAfter] = [unitsOf(before), unitsOf(after)]
  const isTouched = ({ tool_id }: Line) => unitsBefore.get(tool_id) !== unitsAfter.get(tool_id)
  const touched = after.filter(isTouched)
  if (touched.length === 0) return
  const offers = await findOffers(ctx, [...new Set(touched.map(line => line.tool_id))], { fresh: true })
  const prices = await readCallersPrices(ctx, offers, { fresh: true })
  const idsBefore = new Set(before.map(({ id }) => id))
  const seen = touched.flatMap(({ id, tool_id, seen_price }) => {
    if (!offers.has(tool_id)) return []
    const priceOf = (units: ReadonlyMap<string, number>) => prices.priceOf(tool_id, units.get(tool_id) ?? 1).unitPrice
    const isAsSeen = !idsBefore.has(id) || seen_price === priceOf(unitsBefore)
    return isAsSeen ? [{ id, price: priceOf(unitsAfter) }] : []
  })
  await sql`
    update basket_line line set seen_price = seen.price
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (id uuid, price bigint)
    where line.id = seen.id and ${isMine(ctx, 'line')}`.execute(ctx.db)
}

async function readLines(ctx: Context): Promise<Line[]> {
  return ctx.db
    .selectFrom('basket_line')
    .select(['id', 'tool_id', 'quantity', 'seen_price'])
    .where(isMine(ctx, 'basket_line'))
    .execute()
}

const unitsOf = (lines: readonly Line[]) =>
  unitsOfTools(lines.map(({ tool_id: toolId, quantity }) => ({ toolId, quantity })))

import { sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { mostUnits } from '#rules/catalogue'
import { refuse } from './refusals.rules.ts'
import type { StockTake } from './stock.contract.ts'
import { lockTake, readTake, subjectOf } from './takes.server.ts'

/**
 * Books what was counted against what the shop believed at that moment, in one transaction: a second call answers what the first
 * one came to. A difference is added to what is on hand now, under the tool's lock, so that what was sold since stays sold. Where
 * orders hold units that would go, or the tool is no longer sold, nothing of it is booked, and its count says so (`outcome`). Refuses: stock-take-gone,
 * stock-take-ended where it was discarded, stock-take-empty.
 */
export function bookTake(ctx: Context, id: string): Promise<StockTake> {
  return transact(ctx, async ctx => {
    const state = await lockTake(ctx, id, 'for update')
    if (state === 'booked') return readTake(ctx, id)
    if (state !== 'open') throw refuse('stock-take-ended')
    const before = await readTake(ctx, id)
    if (before.counted === 0) throw refuse('stock-take-empty')
    await bookDifferences(ctx, before)
    await sql`update stock_take set state = 'booked', ended_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
    const booked = await readTake(ctx, id)
    const { counted, different, more, fewer, left } = booked
    const after = { counted, different, more, fewer, left }
    await audit(ctx, { action: 'stock-take.booked', subject: subjectOf(id), after })
    return booked
  })
}

async function bookDifferences(ctx: Context, { _id: id, number, note }: StockTake): Promise<void> {
  // In the order of the ids, as every verb locks several tools. A tool whose count agrees with the books is not locked: nobody waits for it.
  await sql`
    select from tool where id in (select tool_id from stock_count where take_id = ${id} and counted <> expected)
    order by id for no key update`.execute(ctx.db)
  await sql`
    with booked as (
      update tool set on_hand = tool.on_hand + count.counted - count.expected, updated_at = ${ctx.now()}
      from stock_count count
      where count.take_id = ${id} and count.counted <> count.expected and tool.id = count.tool_id
        and tool.archived_at is null
        and tool.on_hand::bigint + count.counted - count.expected between tool.reserved and ${mostUnits}
      returning tool.id, count.counted - count.expected as units
    ), moved as (
      insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note, stock_take_id)
      select gen_random_uuid(), booked.id, ${ctx.now()}, 'counted', units, ${ctx.actor.kind}, ${ctx.actor.id}::uuid,
        ${`Stock take ${number}: ${note}`}, ${id}
      from booked
    )
    update stock_count set outcome = case when counted = expected then 'same' when booked.id is not null then 'booked'
      when tool.archived_at is not null then 'gone' else 'held' end
    from tool left join booked on booked.id = tool.id
    where stock_count.take_id = ${id} and tool.id = stock_count.tool_id`.execute(ctx.db)
}

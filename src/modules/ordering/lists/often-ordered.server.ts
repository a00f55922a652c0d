import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { mayDo } from '../orders/rights.server.ts'
import type { OftenOrdered } from './lists.contract.ts'
import { often } from './lists.rules.ts'
import { showLines } from './put.server.ts'
import type { SavedLine } from './saved-lines.server.ts'

type Habit = SavedLine & { times: number; last_at: Date }

/** What the caller orders again and again, as it is today. One query of the history, however long that is. */
export async function readOftenOrdered(ctx: Context): Promise<OftenOrdered[]> {
  const { rows } = await sql<Habit>`
    with own as (
      select id, placed_at, currency from orders
      where ${mayDo(ctx, 'reuse')} and payment_state not in ('expired', 'cancelled')
      order by id desc limit ${often.orders}
    ), bought as (
      select line.tool_id, own.id, own.placed_at, own.currency, sum(line.quantity) as quantity,
        min(line.unit_price) as price
      from own join order_line line on line.order_id = own.id
      group by line.tool_id, own.id, own.placed_at, own.currency
    ), habit as (
      select tool_id, count(*)::integer as times, max(placed_at) as last_at,
        least((array_agg(quantity order by bought.id desc))[1], 1000000)::integer as quantity,
        (array_agg(bought.price order by bought.id desc))[1] as price,
        (array_agg(currency order by bought.id desc))[1] as currency
      from bought join tool on tool.id = bought.tool_id and tool.archived_at is null
      group by tool_id having count(*) >= ${often.times}
    )
    select row_number() over (order by times desc, last_at desc, tool_id)::integer as position, tool_id, times, last_at,
      quantity, price, currency, null::integer as vehicle_id, null::text as reference
    from habit order by position limit ${often.tools}`.execute(ctx.db)
  const lines = await showLines(ctx, rows)
  const habits = new Map(rows.map(row => [String(row.position), row]))
  return lines.flatMap(line => {
    const habit = habits.get(line.id)
    return habit ? [{ ...line, times: habit.times, lastOrderedAt: habit.last_at.toISOString() }] : []
  })
}

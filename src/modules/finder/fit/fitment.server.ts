import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import type { Fit } from './fit.contract.ts'
import { type FitRow } from './fit-words.rules.ts'
import { fitOf, noData } from './fit.rules.ts'
import type { FitCondition } from '../answers.rules.ts'

/** One row of the question about some tools and vehicles: an application, or none of a tool that has none. */
type AnswerRow = Columns<'tool', 'is_universal'> &
  Columns<'fitment', 'conditions' | 'notes' | 'position' | 'quantity'> &
  Columns<'data_source', 'is_demo'> & {
    wanted_tool: string
    wanted_vehicle: number
    vehicle: number | null
    is_engine_known: boolean
    tool: string | null
    fits: boolean | null
    engine: string | null
    conditions: FitCondition[] | null
    source: string | null
    date: string
  }

type Pair = { toolId: string; vehicleId: number }

/** Whether a tool fits a vehicle. */
export async function readFit(ctx: Context, pair: Pair): Promise<Fit> {
  const rows = (await readRows(ctx.db, [pair])).get(pairKey(pair)) ?? []
  if (!rows[0]?.tool) throw refuse('tool-gone')
  if (!rows[0].vehicle) throw refuse('vehicle-unknown')
  return fitOfRows(rows)
}

/** As `readFit`, of several tools; those that are no longer sold are left out. */
export async function fitsOf(ctx: Context, toolIds: readonly string[], vehicleId: number): Promise<Map<string, Fit>> {
  const pairs = toolIds.map(toolId => ({ toolId, vehicleId }))
  const rowsByPair = pairs.length > 0 ? await readRows(ctx.db, pairs) : new Map<string, AnswerRow[]>()
  const fits = new Map<string, Fit>()
  for (const rows of pairs.map(pair => rowsByPair.get(pairKey(pair)) ?? [])) {
    const [first] = rows
    if (first && !first.vehicle) throw refuse('vehicle-unknown')
    if (first?.tool) fits.set(first.tool, fitOfRows(rows))
  }
  return fits
}

/** The key of a pair in the answer of `fitsOfPairs`. */
export const pairKey = ({ toolId, vehicleId }: Pair): string => `${toolId.toLowerCase()} ${vehicleId}`

/** As `readFit`, of several pairs by one query. Tools that are no longer sold and vehicles that do not exist are left out. */
export async function fitsOfPairs(ctx: Context, pairs: readonly Pair[]): Promise<Map<string, Fit>> {
  if (pairs.length === 0) return new Map()
  const rowsByPair = await readRows(ctx.db, pairs)
  return new Map(
    pairs.map(pairKey).flatMap(key => {
      const rows = rowsByPair.get(key)?.filter(row => row.tool && row.vehicle) ?? []
      return rows.length > 0 ? [[key, fitOfRows(rows)]] : []
    }),
  )
}

/**
 * The applications of tools for vehicles: each one's own rows, those of the vehicle whatever its engine, and where the engine
 * is not known those of every engine. At least one row for each pair, which says whether tool or vehicle is missing. Pair by pair: for
 * hundreds of them a planner would read whole tables.
 */
const readRows = gathered(async (db, batches: (readonly Pair[])[]) => {
  const pairs = [...new Map(batches.flat().map(pair => [pairKey(pair), pair])).values()]
  const [toolIds, vehicleIds] = [pairs.map(pair => pair.toolId), pairs.map(pair => pair.vehicleId)]
  const { rows } = await sql<AnswerRow>`
    select wanted.tool_id as wanted_tool, wanted.vehicle_id as wanted_vehicle, asked.id as vehicle,
      asked.engine_id is not null as is_engine_known, tool.id as tool, tool.is_universal, said.*
    from unnest(${opaque(toolIds, 'uuid[]')}::uuid[], ${opaque(vehicleIds, 'integer[]')}::integer[])
        as wanted (tool_id, vehicle_id)
      left join lateral (select * from vehicle where id = wanted.vehicle_id limit 1) as asked on true
      left join lateral (
        select id, ordinal, is_universal from tool where id = wanted.tool_id and archived_at is null limit 1
      ) as tool on true
      left join lateral (
        select fitment.fits, engine.name as engine, fitment.conditions, fitment.notes, fitment.position,
          fitment.quantity, data_source.public_name as source, to_char(data_source.dated, 'YYYY-MM-DD') as date,
          data_source.is_demo
        from (
            select asked.id, asked.engine_id
            union all select asked.base_id, null where asked.base_id is not null
            union all select id, engine_id from vehicle where base_id = asked.id
          ) as near
          join fitment on fitment.vehicle_id = near.id and fitment.tool_ordinal = tool.ordinal
          join data_source on data_source.id = fitment.source_id
          left join engine on engine.id = near.engine_id
        order by fitment.vehicle_id, fitment.id
      ) as said on true`.execute(db)
  return Map.groupBy(rows, row => pairKey({ toolId: row.wanted_tool, vehicleId: row.wanted_vehicle }))
})

function fitOfRows(rows: readonly AnswerRow[]): Fit {
  const [first] = rows
  if (!first) return noData(false)
  const fit = fitOf(rows.flatMap(asFitRow), first.is_engine_known)
  // What is said of this very vehicle counts more than that the part fits whatever it is used on.
  return first.is_universal && fit.answer === 'no-data' ? noData(true) : fit
}

function asFitRow(row: AnswerRow): FitRow[] {
  if (row.fits === null) return []
  const { fits, engine, position, quantity, source, date } = row
  return [
    {
      fits,
      engine,
      conditions: row.conditions ?? [],
      notes: row.notes ?? [],
      position,
      quantity,
      source,
      date,
      isDemo: row.is_demo,
    },
  ]
}

import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import type { FitmentLine } from './fit.contract.ts'
import type { FitCondition } from '../answers.rules.ts'
import { finderLimits } from '../lists.rules.ts'

type Table = { isUniversal: boolean; namesSources: boolean; lines: FitmentLine[]; next?: string }
type TableQuery = { toolId: string; after?: string | undefined; limit?: number | undefined }

type LineRow = Columns<'tool', 'is_universal'> &
  Columns<'vehicle', 'model_id' | 'engine_id'> &
  Columns<'fitment', 'fits' | 'position' | 'quantity' | 'conditions' | 'notes'> &
  Columns<'data_source', 'is_demo'> & {
    id: number | null
    make: string
    model: string
    engine: string | null
    from_year: number
    to_year: number
    conditions: FitCondition[] | null
    source: string | null
    date: string | null
    names_sources: boolean
  }

/**
 * One page of a tool's fitment: years of the same vehicle and the same words that follow each other are one line, and a
 * gap begins another. Sources that buyers cannot tell apart say it once. `after` names the last line seen by what it is sorted by, so rows may come and go between pages.
 */
export async function listFitment(ctx: Context, query: TableQuery): Promise<Table> {
  const limit = Math.min(Math.max(query.limit ?? finderLimits.fitmentUsual, 1), finderLimits.fitmentMost)
  const place = /^(\d{1,9})\.(\d{1,4})\.(\d{1,9})\.(\d{1,15})$/.exec(query.after ?? '')
  const [, model = 0, year = 0, engine = 0, id = 0] = place?.map(Number) ?? []
  const isAfter = place
    ? sql`(line.make, line.model, line.from_year, coalesce(line.engine, ''), line.id) > (
        (select make.name from model join make on make.id = model.make_id where model.id = ${model}),
        (select name from model where id = ${model}), ${year}::integer,
        coalesce((select name from engine where id = ${engine}), ''), ${id}::bigint)`
    : sql`true`
  const { rows } = await sql<LineRow>`
    with sold as (
      select ordinal, is_universal, exists (
          select from fitment join data_source on data_source.id = fitment.source_id
          where fitment.tool_ordinal = tool.ordinal and data_source.public_name is not null) as names_sources
      from tool where id = ${opaque(query.toolId, 'uuid')} and archived_at is null
    ), row as (
      select said.*,
        year - dense_rank() over (
          partition by model_id, engine_id, fits, position, quantity, conditions, notes, source, date, is_demo
          order by year) as island
      from (
        select fitment.*, vehicle.year, vehicle.model_id, vehicle.engine_id, data_source.public_name as source,
          case when data_source.public_name is not null then to_char(data_source.dated, 'YYYY-MM-DD') end as date,
          data_source.is_demo
        from sold join fitment on fitment.tool_ordinal = sold.ordinal
          join vehicle on vehicle.id = fitment.vehicle_id join data_source on data_source.id = fitment.source_id
      ) said
    ), line as (
      select min(row.id) as id, make.name as make, model.name as model, row.model_id, engine.name as engine,
        row.engine_id, min(row.year)::integer as from_year, max(row.year)::integer as to_year, row.fits, row.position,
        row.quantity, row.conditions, row.notes, row.source, row.date, row.is_demo
      from row
        join model on model.id = row.model_id
        join make on make.id = model.make_id
        left join engine on engine.id = row.engine_id
      group by make.id, model.id, row.model_id, engine.id, row.engine_id, row.fits, row.position, row.quantity,
        row.conditions, row.notes, row.source, row.date, row.is_demo, row.island
    )
    select sold.is_universal, sold.names_sources, page.*
    from sold left join lateral (
      select * from line where ${isAfter}
      order by line.make, line.model, line.from_year, coalesce(line.engine, ''), line.id limit ${limit + 1}
    ) as page on true
    order by page.make, page.model, page.from_year, coalesce(page.engine, ''), page.id`.execute(ctx.db)
  if (!rows[0]) throw refuse('tool-gone')
  const lines = rows.filter(row => row.id !== null)
  const page = lines.slice(0, limit)
  const last = lines.length > limit ? page.at(-1) : undefined
  const { is_universal: isUniversal, names_sources: namesSources } = rows[0]
  return { isUniversal, namesSources, lines: page.map(asLine), ...(last && { next: nextPage(last, limit) }) }
}

function nextPage(last: LineRow, limit: number): string {
  const after = [last.model_id, last.from_year, last.engine_id ?? 0, last.id].join('.')
  return `?${new URLSearchParams({ limit: String(limit), after })}`
}

function asLine(row: LineRow): FitmentLine {
  return {
    make: row.make,
    model: row.model,
    engine: row.engine,
    fromYear: row.from_year,
    toYear: row.to_year,
    fits: row.fits,
    position: row.position,
    quantity: row.quantity,
    conditions: row.conditions ?? [],
    notes: row.notes ?? [],
    source: { name: row.source, date: row.date, isDemo: row.is_demo },
  }
}

import { sql } from 'kysely'
import { figureCell } from '#kernel/tables/written-files'
import { countSome } from '#platform/paging'
import { joinConditions, joinNotes } from '../columns/fitment-cells.rules.ts'
import type { Condition } from '../columns/fitment-cells.rules.ts'
import { exportColumns } from './export.rules.ts'
import type { ExportTable, SourceFilter } from './table.server.ts'

type FitmentRow = {
  tool: number
  vehicle: number
  id: string
  brand: string | null
  part: string
  year: number
  make: string
  model: string
  engine: string | null
  position: string | null
  quantity: number | null
  fits: boolean
  conditions: Condition[] | null
  notes: string[] | null
}

/** Applications of parts on sale, a row for each vehicle. Where one source says that a part fits and another that it does not, it does not. */
export function fitmentTable(by: SourceFilter): ExportTable {
  return {
    columns: exportColumns.fitment,
    isPlace: place => /^\d{1,9}-\d{1,9}-\d{1,18}$/.test(place),
    from: applications(by),
    count: ({ db }) => countSome(db, applications(by)),
    async read({ db }, after = '0-0-0', limit) {
      const [tool = '0', vehicle = '0', id = '0'] = after.split('-')
      const { rows } = await sql<FitmentRow>`
        select said.*, brand.name as brand, vehicle.year, make.name as make, model.name as model, engine.name as engine
        from (
          select said.tool_ordinal as tool, said.vehicle_id as vehicle, said.id, tool.brand_id, tool.part_number as part,
            said.position, said.quantity, said.fits, said.conditions, said.notes
          from ${applications(by)}
            and (said.tool_ordinal, said.vehicle_id, said.id) > (${tool}::integer, ${vehicle}::integer, ${id}::bigint)
          order by said.tool_ordinal, said.vehicle_id, said.id limit ${sql.lit(limit)}) said
          join vehicle on vehicle.id = said.vehicle join model on model.id = vehicle.model_id join make on make.id = model.make_id
          left join engine on engine.id = vehicle.engine_id left join brand on brand.id = said.brand_id
        order by said.tool, said.vehicle, said.id`.execute(db)
      return rows.map(row => ({ place: `${row.tool}-${row.vehicle}-${row.id}`, cells: cellsOf(row) }))
    },
  }
}

const applications = ({ sourceIds }: SourceFilter) => sql`fitment said
    join tool on tool.ordinal = said.tool_ordinal and tool.archived_at is null and tool.part_number is not null
  where ${
    sourceIds === undefined
      ? sql`not exists (
          select from fitment other where other.tool_ordinal = said.tool_ordinal and other.vehicle_id = said.vehicle_id
            and other.position is not distinct from said.position and other.conditions is not distinct from said.conditions
            and other.notes is not distinct from said.notes
            and (other.fits < said.fits or (other.fits = said.fits and other.id < said.id)))`
      : sql`said.source_id = any(${[...sourceIds]}::integer[])`
  }`

const cellsOf = (row: FitmentRow) => [
  row.brand ?? '',
  row.part,
  figureCell(row.year),
  row.make,
  row.model,
  row.engine ?? '',
  row.position ?? '',
  figureCell(row.quantity),
  row.fits ? 'yes' : 'no',
  joinConditions(row.conditions ?? []),
  joinNotes(row.notes ?? []),
]

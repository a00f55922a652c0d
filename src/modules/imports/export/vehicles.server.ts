import { sql } from 'kysely'
import { figureCell } from '#kernel/tables/written-files'
import { countSome } from '#platform/paging'
import { exportColumns } from './export.rules.ts'
import type { ExportTable } from './table.server.ts'

type AliasRow = { system: string; external_id: string; year: number; make: string; model: string }

/** Which vehicle each number of another system means. */
export const vehiclesTable: ExportTable = {
  columns: exportColumns.vehicles,
  isPlace: place => placeIn(place) !== undefined,
  from: sql`vehicle_alias`,
  count: ({ db }) => countSome(db, sql`vehicle_alias`),
  async read({ db }, after, limit) {
    const [system, id] = (after === undefined ? undefined : placeIn(after)) ?? ['', '']
    const { rows } = await sql<AliasRow>`
      select alias.system, alias.external_id, vehicle.year, make.name as make, model.name as model
      from (select * from vehicle_alias where (system, external_id) > (${system}, ${id})
          order by system, external_id limit ${sql.lit(limit)}) alias
        join vehicle on vehicle.id = alias.vehicle_id join model on model.id = vehicle.model_id join make on make.id = model.make_id
      order by alias.system, alias.external_id`.execute(db)
    return rows.map(row => ({
      place: placeOf(row),
      cells: [row.system, row.external_id, figureCell(row.year), row.make, row.model],
    }))
  },
}

const placeOf = (row: Pick<AliasRow, 'system' | 'external_id'>) =>
  [row.system, row.external_id].map(text => Buffer.from(text).toString('hex')).join('-')

/** Undefined where it is no place. */
function placeIn(place: string): [string, string] | undefined {
  if (!/^(?:[0-9a-f]{2})+-(?:[0-9a-f]{2})+$/.test(place)) return undefined
  const [system = '', id = ''] = place.split('-').map(hex => Buffer.from(hex, 'hex').toString())
  const isText = placeOf({ system, external_id: id }) === place && !`${system}${id}`.includes('\0')
  return isText ? [system, id] : undefined
}

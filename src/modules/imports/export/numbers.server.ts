import { type RawBuilder, sql } from 'kysely'
import { countSome } from '#platform/paging'
import type { Context } from '#platform/context'
import type { WrittenRow } from '#platform/files/written'
import { exportColumns } from './export.rules.ts'
import type { ExportTable, SourceFilter } from './table.server.ts'

type NumberRow = {
  id: string
  brand: string | null
  part: string
  kind: string
  value: string
  number_brand: string | null
  note: string | null
}

/** Other numbers of parts on sale, then what replaces what. */
export function numbersTable(filter: SourceFilter): ExportTable {
  const from = sql`(select from ${numbers(filter)} union all select from ${replaced(filter)}) said`
  return {
    columns: exportColumns.numbers,
    isPlace: place => /^[nr]\d{1,18}$/.test(place),
    from,
    count: ({ db }) => countSome(db, from),
    async read(ctx, after = 'n0', limit) {
      const behind = after.slice(1)
      const own = after.startsWith('n') ? await readNumbers(ctx, filter, { behind, limit }) : []
      if (own.length === limit) return own
      const more = { behind: after.startsWith('n') ? '0' : behind, limit: limit - own.length }
      return [...own, ...(await readReplaced(ctx, filter, more))]
    },
  }
}

const ofSources = ({ sourceIds }: SourceFilter, repeats: RawBuilder<unknown>) =>
  sourceIds === undefined ? sql`not exists (${repeats})` : sql`said.source_id = any(${[...sourceIds]}::integer[])`

const numbers = (by: SourceFilter) => sql`part_number said
    join tool on tool.ordinal = said.tool_ordinal and tool.archived_at is null and tool.part_number is not null
  where said.kind <> 'own' and ${ofSources(
    by,
    sql`select from part_number first where first.tool_ordinal = said.tool_ordinal and first.kind = said.kind
      and first.folded = said.folded and coalesce(first.brand, '') = coalesce(said.brand, '') and first.id < said.id`,
  )}`

const replaced = (by: SourceFilter) => sql`supersession said
  where ${ofSources(
    by,
    sql`select from supersession first where lower(first.brand) = lower(said.brand) and first.old_folded = said.old_folded
      and first.id < said.id`,
  )}`

type Piece = { behind: string; limit: number }

async function readNumbers({ db }: Context, by: SourceFilter, { behind, limit }: Piece): Promise<WrittenRow[]> {
  const { rows } = await sql<NumberRow>`
    select said.*, brand.name as brand from (
      select said.id::text as id, said.id as place, tool.brand_id, tool.part_number as part, said.kind, said.value,
        said.brand as number_brand, said.note
      from ${numbers(by)} and said.id > ${behind}::bigint order by said.id limit ${sql.lit(limit)}) said
      left join brand on brand.id = said.brand_id
    order by said.place`.execute(db)
  return rows.map(row => ({ place: `n${row.id}`, cells: cellsOf(row) }))
}

async function readReplaced({ db }: Context, by: SourceFilter, { behind, limit }: Piece): Promise<WrittenRow[]> {
  const { rows } = await sql<NumberRow>`
    select said.id::text as id, said.brand, said.new_number as part, 'supersedes' as kind, said.old_number as value
    from ${replaced(by)} and said.id > ${behind}::bigint order by said.id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(row => ({ place: `r${row.id}`, cells: cellsOf(row) }))
}

const cellsOf = ({ brand, part, kind, value, number_brand: whose, note }: NumberRow) => [
  brand ?? '',
  part,
  kind,
  value,
  whose ?? '',
  note ?? '',
]

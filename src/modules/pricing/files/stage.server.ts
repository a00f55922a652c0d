import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { listLimits } from '../lists/lists.rules.ts'
import { priceFile, rowProblems } from './files.rules.ts'
import { type FileRow, readPriceFile } from './read.server.ts'

/** How many rows of a file are in memory at a time. */
const aBatch = 5000

/**
 * Reads a file into `staged_price`, a table of this transaction alone, and says of each row which tool it means or why it cannot
 * be taken. However long the file is, it is the same few statements beside those that carry its rows. Refuses fields: a file that
 * cannot be read.
 */
export async function stageFile(ctx: Context, file: Uint8Array, currency: string): Promise<void> {
  await sql`drop table if exists staged_price`.execute(ctx.db)
  await sql`
    create temporary table staged_price (line integer primary key, brand text not null, part text not null,
      from_quantity integer not null, price bigint not null, minimum integer, multiple integer, problem text, tool_id uuid)
    on commit drop`.execute(ctx.db)
  let batch: FileRow[] = []
  for await (const row of readPriceFile(file, currency)) {
    batch.push(row)
    if (batch.length === aBatch) {
      await stageRows(ctx, batch)
      batch = []
    }
  }
  await stageRows(ctx, batch)
  await sql`analyze staged_price`.execute(ctx.db)
  await findTools(ctx)
  await judgeRows(ctx)
}

async function stageRows(ctx: Context, rows: readonly FileRow[]): Promise<void> {
  const column = <T>(valueOf: (row: FileRow) => T) => rows.map(valueOf)
  await sql`
    insert into staged_price (line, brand, part, from_quantity, price, minimum, multiple, problem)
    select * from unnest(${column(row => row.line)}::integer[], ${column(row => row.brand)}::text[],
      ${column(row => row.partNumber)}::text[], ${column(row => row.from)}::integer[], ${column(row => row.price)}::bigint[],
      ${column(row => row.minimum)}::integer[], ${column(row => row.multiple)}::integer[],
      ${column(row => row.problem ?? null)}::text[])`.execute(ctx.db)
}

/** By the own number as numbers are compared, or the GTIN; of several, the one that is spelled so. */
async function findTools(ctx: Context): Promise<void> {
  await sql`
    with wanted as materialized (
      select line, fold_part_number(part) as folded, part, lower(brand) as brand from staged_price where problem is null
    ), known as (
      select wanted.line, tool.id, bool_or(tool.part_number = wanted.part and number.kind = 'own') as is_spelled_so
      from wanted join part_number number on number.folded = wanted.folded and number.kind in ('own', 'gtin')
        join tool on tool.ordinal = number.tool_ordinal and tool.archived_at is null
        left join brand on brand.id = tool.brand_id
      where wanted.brand = '' or lower(brand.name) = wanted.brand
      group by wanted.line, tool.id
    ), ranked as (
      select *, rank() over (partition by line order by is_spelled_so desc) as place from known
    ), found as (
      select line, min(id::text)::uuid as tool, count(*) as matches from ranked where place = 1 group by line
    )
    update staged_price row set tool_id = case when found.matches = 1 then found.tool end,
      problem = case when found.matches > 1 then ${rowProblems.ambiguous} end
    from found where row.line = found.line`.execute(ctx.db)
  await sql`
    update staged_price set problem = ${rowProblems.unknown} where problem is null and tool_id is null`.execute(ctx.db)
  await sql`analyze staged_price`.execute(ctx.db)
}

/** What is wrong with rows beside others of their tool: the same quantity twice, too many prices, another minimum or multiple. */
async function judgeRows(ctx: Context): Promise<void> {
  await sql`
    update staged_price row set problem = ${rowProblems.twice} from (
      select line, row_number() over (partition by tool_id, from_quantity order by line) as place
      from staged_price where problem is null
    ) judged where judged.line = row.line and judged.place > 1`.execute(ctx.db)
  await sql`
    update staged_price row set problem = ${rowProblems.many} from (
      select line, row_number() over (partition by tool_id order by line) as place from staged_price where problem is null
    ) judged where judged.line = row.line and judged.place > ${listLimits.tiers}`.execute(ctx.db)
  await sql`
    update staged_price row set problem = ${rowProblems.differs} from (
      select tool_id, (array_agg(minimum order by line) filter (where minimum is not null))[1] as minimum,
        (array_agg(multiple order by line) filter (where multiple is not null))[1] as multiple
      from staged_price where problem is null group by tool_id
    ) first where row.problem is null and row.tool_id = first.tool_id
      and (row.minimum <> first.minimum or row.multiple <> first.multiple)`.execute(ctx.db)
}

/**
 * What the staged rows come to, beside what the list has: one row for each product that the file names, or that leaves the list
 * because it does not. A minimum or multiple that the file leaves empty stays.
 */
export const plannedEntries = (listId: string, { replaces }: { replaces: boolean }) => sql`
  select coalesce(given.tool_id, known.tool_id) as tool_id,
    case when known.tool_id is null then 'added' when given.tool_id is null then 'removed'
      when known.from_quantities = given.froms and known.prices = given.prices
        and coalesce(given.minimum, known.minimum_quantity) is not distinct from known.minimum_quantity
        and coalesce(given.multiple, known.quantity_multiple) is not distinct from known.quantity_multiple then 'unchanged'
      else 'changed' end as effect,
    known.from_quantities as before_froms, known.prices as before_prices, known.minimum_quantity as before_minimum,
    known.quantity_multiple as before_multiple, given.froms as after_froms, given.prices as after_prices,
    case when given.tool_id is not null then coalesce(given.minimum, known.minimum_quantity) end as after_minimum,
    case when given.tool_id is not null then coalesce(given.multiple, known.quantity_multiple) end as after_multiple
  from (
    select tool_id, array_agg(from_quantity order by from_quantity) as froms, array_agg(price order by from_quantity) as prices,
      max(minimum) as minimum, max(multiple) as multiple
    from staged_price where problem is null group by tool_id
  ) given full join (select * from price_entry where list_id = ${listId}) known on known.tool_id = given.tool_id
  where given.tool_id is not null or ${replaces}`

/** The first rows that cannot be taken. */
export async function readProblems(ctx: Context) {
  const { rows } = await sql<{ line: number; partNumber: string; message: string }>`
    select line, part as "partNumber", problem as message from staged_price where problem is not null
    order by line limit ${priceFile.shownProblems}`.execute(ctx.db)
  return rows
}

export async function countRowsOfFile(ctx: Context): Promise<{ rows: number; refused: number }> {
  const { rows } = await sql<{ rows: number; refused: number }>`
    select count(*)::integer as rows, count(problem)::integer as refused from staged_price`.execute(ctx.db)
  return rows[0] ?? { rows: 0, refused: 0 }
}

import { type NotNull, sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import { listLimits } from '../lists/lists.rules.ts'
import { type PriceReading, type UnnamedReason, priceFile } from './files.rules.ts'
import { rowProblems } from './files.texts.ts'
import { type FileRow, type PriceSource, readPriceFile } from './read.server.ts'

/** How many rows of a file are in memory at a time. */
const aBatch = 5000

type Staged = { id: string; currency: string }

/**
 * Reads a file into `price_file_row`, batch by batch, and says of each row which tool it means or why it cannot be taken. What is
 * there already is passed over. False: the file is not to be read any more. Refuses fields: a file that cannot be read.
 */
export async function stageFile(ctx: Context, { id, currency }: Staged, source: PriceSource): Promise<boolean> {
  const { rows: last } = await sql<{ line: number }>`
    select coalesce(max(line), 0) as line from price_file_row where file_id = ${id}`.execute(ctx.db)
  const behind = last[0]?.line ?? 0
  let share = 0
  let reading: PriceReading | undefined
  const stage = (rows: readonly FileRow[]) => stageBatch(ctx, { id, share }, rows)
  let batch: FileRow[] = []
  const heard = {
    onRead: (read: number) => void (share = read),
    onFacts: (facts: PriceReading) => void (reading = facts),
  }
  for await (const row of readPriceFile({ ...source, ...heard }, { currency, locale: ctx.settings.locale })) {
    if (row.line <= behind) continue
    batch.push(row)
    if (batch.length < aBatch) continue
    if (!(await stage(batch))) return false
    batch = []
  }
  if (!(await stage(batch))) return false
  await transact(ctx, async ctx => {
    await sql`update price_file set reading = ${JSON.stringify(reading)} where id = ${id}`.execute(ctx.db)
    await judgeRows(ctx, id)
  })
  return true
}

/** Each batch as a whole: so it is known where reading that died goes on. */
function stageBatch(ctx: Context, { id, share }: { id: string; share: number }, rows: readonly FileRow[]) {
  return transact(ctx, async ctx => {
    const { rows: files } = await sql`
      update price_file set read_share = ${share} where id = ${id} and state = 'reading' returning id`.execute(ctx.db)
    if (files.length === 0) return false
    await insertRows(ctx, id, rows)
    return true
  })
}

/** Tools by the numbers that a row may name, as numbers are compared: their own one or the GTIN. */
export const numberedTools = sql`
  select number.folded, number.kind, number.value, number.tool_ordinal, tool.id, tool.part_number, lower(brand.name) as brand
  from part_number number join tool on tool.ordinal = number.tool_ordinal and tool.archived_at is null
    left join brand on brand.id = tool.brand_id
  where number.kind in ('own', 'gtin')`

/** Whether one of `numberedTools`, as `tool`, has a number that is `given`: GTINs are kept with 14 digits, and mostly written with fewer. */
export const hasGivenNumber = sql`(tool.folded = given.folded
  or tool.kind = 'gtin' and length(given.folded) in (8, 12, 13) and tool.folded = lpad(given.folded, 14, '0'))`

/**
 * Why no file can have a row for an entry of a list, about its `tool` (`UnnamedReason`), or null where one can. Of several without a
 * brand that are spelled alike a row means none.
 */
export const whyUnnamed = (entry: 'entry' | 'known') => sql<UnnamedReason | null>`
  case when tool.archived_at is not null then 'archived' when tool.part_number is null then 'no-number'
    when tool.brand_id is null and exists (select from tool other where other.brand_id is null
      and other.part_number = tool.part_number and other.archived_at is null and other.id <> tool.id) then 'number-twice'
    when cardinality(${sql.ref(`${entry}.prices`)}) = 0 then 'no-price' end`

/** Whether a file can have a row for it: what none can name is neither exported nor replaced. */
export const canBeNamed = (entry: 'entry' | 'known') => sql`(${whyUnnamed(entry)}) is null`

/** Of several tools that a row may mean, it means the one that is spelled so; of these, the one that has no brand either. */
async function insertRows(ctx: Context, id: string, rows: readonly FileRow[]): Promise<void> {
  const column = <T>(valueOf: (row: FileRow) => T) => rows.map(valueOf)
  await sql`
    with given as materialized (
      select *, fold_part_number(part) as folded from unnest(${column(row => row.line)}::integer[],
        ${column(row => row.brand)}::text[], ${column(row => row.partNumber)}::text[],
        ${column(row => row.from)}::integer[], ${column(row => row.price)}::bigint[],
        ${column(row => row.minimum)}::integer[], ${column(row => row.multiple)}::integer[],
        ${column(row => row.problem ?? null)}::text[])
        as given (line, brand, part, from_quantity, price, minimum, multiple, problem)
    ), known as (
      select given.line, tool.id, bool_or(tool.part_number = given.part and tool.kind = 'own') as is_spelled_so,
        bool_or(tool.part_number = given.part and tool.kind = 'own' and tool.brand is null) as is_named_so,
        bool_and(is_doubtful_number(given.part, tool.value, tool.tool_ordinal)) as is_doubtful
      from given join (${numberedTools}) tool on ${hasGivenNumber}
      where given.problem is null and (given.brand = '' or tool.brand = lower(given.brand))
      group by given.line, tool.id
    ), ranked as (
      select *, rank() over (partition by line order by is_spelled_so desc, is_named_so desc) as place from known
    ), found as (
      select line, min(id::text)::uuid as tool, count(*) as matches, bool_or(is_doubtful) as is_doubtful from ranked where place = 1 group by line
    )
    insert into price_file_row (file_id, line, part, brand, from_quantity, price, minimum, multiple, tool_id, problem)
    select ${id}, given.line, part, brand, from_quantity, price, minimum, multiple, case when found.matches = 1 and not is_doubtful then found.tool end,
      coalesce(problem, case when found.line is null then ${rowProblems.unknown} when found.matches > 1 then ${rowProblems.ambiguous}
        when is_doubtful then ${rowProblems.unclear} end)
    from given left join found on found.line = given.line
    on conflict (file_id, line) do nothing`.execute(ctx.db)
}

/**
 * What is wrong with rows beside others of their tool: the same quantity twice, too many prices, another minimum or multiple. What
 * was judged already is judged the same again.
 */
async function judgeRows(ctx: Context, id: string): Promise<void> {
  // Nothing has counted these rows yet: taken for few, each would be compared with all.
  await sql`set local enable_nestloop = off`.execute(ctx.db)
  const sound = sql`price_file_row where file_id = ${id} and problem is null`
  await sql`
    update price_file_row row set problem = ${rowProblems.twice} from (
      select line, row_number() over (partition by tool_id, from_quantity order by line) as place from ${sound}
    ) judged where row.file_id = ${id} and judged.line = row.line and judged.place > 1`.execute(ctx.db)
  await sql`
    update price_file_row row set problem = ${rowProblems.many} from (
      select line, row_number() over (partition by tool_id order by line) as place from ${sound}
    ) judged where row.file_id = ${id} and judged.line = row.line and judged.place > ${listLimits.tiers}`.execute(
    ctx.db,
  )
  await sql`
    update price_file_row row set problem = ${rowProblems.differs} from (
      select tool_id, (array_agg(minimum order by line) filter (where minimum is not null))[1] as minimum,
        (array_agg(multiple order by line) filter (where multiple is not null))[1] as multiple
      from ${sound} group by tool_id
    ) first where row.file_id = ${id} and row.problem is null and row.tool_id = first.tool_id
      and (row.minimum <> first.minimum or row.multiple <> first.multiple)`.execute(ctx.db)
}

/**
 * What the staged rows come to, beside what the list has: one row for each product that the file names, or that leaves the list
 * because it does not and could, with the numbers and the brand that this goes by. A minimum or multiple that the file leaves
 * empty stays.
 */
export const plannedEntries = ({ id, listId, replaces }: { id: string; listId: string; replaces: boolean }) => sql`
  select coalesce(given.tool_id, known.tool_id) as tool_id,
    case when known.tool_id is null then 'added' when given.tool_id is null then 'removed'
      when known.from_quantities = given.froms and known.prices = given.prices
        and coalesce(given.minimum, known.minimum_quantity) is not distinct from known.minimum_quantity
        and coalesce(given.multiple, known.quantity_multiple) is not distinct from known.quantity_multiple then 'unchanged'
      else 'changed' end as effect,
    known.from_quantities as before_froms, known.prices as before_prices, known.minimum_quantity as before_minimum,
    known.quantity_multiple as before_multiple, given.froms as after_froms, given.prices as after_prices,
    case when given.tool_id is not null then coalesce(given.minimum, known.minimum_quantity) end as after_minimum,
    case when given.tool_id is not null then coalesce(given.multiple, known.quantity_multiple) end as after_multiple,
    case when given.tool_id is not null then given.numbers
      else (select array_agg(folded) from (${numberedTools}) tool where tool.id = known.tool_id and kind = 'own') end as numbers,
    given.brand
  from (
    select tool_id, array_agg(from_quantity order by from_quantity) as froms, array_agg(price order by from_quantity) as prices,
      max(minimum) as minimum, max(multiple) as multiple, array_agg(distinct fold_part_number(part)) as numbers,
      max(lower(brand)) as brand
    from price_file_row where file_id = ${id} and problem is null group by tool_id
  ) given full join (select * from price_entry where list_id = ${listId}) known on known.tool_id = given.tool_id
  where given.tool_id is not null or ${replaces} and exists (
    select from tool where tool.id = known.tool_id and ${canBeNamed('known')}
  )`

/** The first rows that cannot be taken. */
export const readProblems = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('price_file_row')
    .select(['line', 'part as partNumber', 'problem as message'])
    .where('file_id', '=', id)
    .where('problem', 'is not', null)
    .$narrowType<{ message: NotNull }>()
    .orderBy('line')
    .limit(priceFile.shownProblems)
    .execute()

export async function countRowsOfFile(ctx: Context, id: string): Promise<{ rows: number; refused: number }> {
  const { rows } = await sql<{ rows: number; refused: number }>`
    select count(*)::integer as rows, count(problem)::integer as refused from price_file_row
    where file_id = ${id}`.execute(ctx.db)
  return rows[0] ?? { rows: 0, refused: 0 }
}

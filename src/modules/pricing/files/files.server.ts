import { sql } from 'kysely'
import type { Handlers, Page } from '#kernel/endpoint'
import { toDecimalText } from '#kernel/money'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { currencyOf } from '../lists/entries.server.ts'
import { listLimits } from '../lists/lists.rules.ts'
import { lockList } from '../lists/write.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { PriceFileAnswer, priceFilesContract } from './files.contract.ts'
import { priceFile, rowProblems } from './files.rules.ts'
import { type FileRow, readPriceFile } from './read.server.ts'

export const priceFilesHandlers: Handlers<typeof priceFilesContract, Context> = {
  previewPriceFile: async (ctx, { params: { id }, file }) => {
    const rows = await readPriceFile(file, await currencyOf(ctx, id))
    return (await planFile(ctx, id, rows)).answer
  },
  importPriceFile: (ctx, { params: { id }, file }) => importFile(ctx, id, file),
  exportPriceFile: (ctx, { params: { id }, query }) => exportRows(ctx, id, query),
}

/** What the file has for one tool: its prices with their quantities, the least first. */
type Entry = {
  tool: string
  froms: number[]
  prices: number[]
  minimum: number | null
  multiple: number | null
}

/**
 * Takes a file into a list, in one transaction: whoever sends it twice, or another one at once, comes after the first. Refuses:
 * price-list-gone, price-file-refused where a row cannot be taken, and fields: a file that cannot be read.
 */
function importFile(ctx: Context, listId: string, file: Uint8Array): Promise<PriceFileAnswer> {
  return transact(ctx, async ctx => {
    const currency = await lockList(ctx, listId)
    const { entries, answer } = await planFile(ctx, listId, await readPriceFile(file, currency))
    const { refused: rows, rows: count, added, changed } = answer
    if (rows > 0) throw refuse('price-file-refused', { rows })
    await writeEntries(ctx, listId, entries)
    if (added + changed > 0) {
      const after = { rows: count, added, changed }
      await audit(ctx, { action: 'price-list.imported', subject: { kind: 'price-list', id: listId }, after })
    }
    return answer
  })
}

/** What the rows come to. The number of queries is the same however many they are. */
async function planFile(
  ctx: Context,
  listId: string,
  rows: FileRow[],
): Promise<{ entries: Entry[]; answer: PriceFileAnswer }> {
  const tools = await findTools(ctx, rows)
  const problems: PriceFileAnswer['problems'] = []
  const entries = new Map<string, Entry & { tiers: Map<number, number> }>()
  for (const row of rows) {
    const found = tools.get(row.line)
    const problem = row.problem ?? (found ? takeRow(entries, found, row) : rowProblems.unknown)
    if (problem) problems.push({ line: row.line, partNumber: row.partNumber, message: problem })
  }
  const read = [...entries.values()].map(({ tiers, ...entry }) => {
    const sorted = [...tiers].toSorted(([a], [b]) => a - b)
    return { ...entry, froms: sorted.map(([from]) => from), prices: sorted.map(([, price]) => price) }
  })
  const counts = await compare(ctx, listId, read)
  const shown = problems.slice(0, priceFile.shownProblems)
  return { entries: read, answer: { rows: rows.length, ...counts, refused: problems.length, problems: shown } }
}

type Taken = Map<string, Entry & { tiers: Map<number, number> }>

/** Takes a row to the others of its tool; why not, where it cannot be taken. */
function takeRow(entries: Taken, { tool, matches }: Found, row: FileRow): string | undefined {
  if (matches > 1) return rowProblems.ambiguous
  const { minimum, multiple } = row
  const known = entries.get(tool) ?? { tool, froms: [], prices: [], minimum, multiple, tiers: new Map() }
  if (known.tiers.has(row.from)) return rowProblems.twice
  if (known.tiers.size >= listLimits.tiers) return rowProblems.many
  const differs = (a: number | null, b: number | null) => a !== null && b !== null && a !== b
  if (differs(known.minimum, minimum) || differs(known.multiple, multiple)) return rowProblems.differs
  known.minimum ??= minimum
  known.multiple ??= multiple
  known.tiers.set(row.from, row.price)
  entries.set(tool, known)
  return undefined
}

type Found = { tool: string; matches: number }

/** By the own number as numbers are compared, or the GTIN; of several, the one that is spelled so. By the lines of the rows. */
async function findTools(ctx: Context, rows: readonly FileRow[]): Promise<Map<number, Found>> {
  const { rows: found } = await sql<Found & { line: number }>`
    with wanted as materialized (
      select line, fold_part_number(part) as folded, part, lower(brand) as brand
      from unnest(${rows.map(({ line }) => line)}::integer[], ${rows.map(({ partNumber }) => partNumber)}::text[],
        ${rows.map(({ brand }) => brand)}::text[]) as wanted (line, part, brand)
      where part <> ''
    ), known as (
      select wanted.line, tool.id, bool_or(tool.part_number = wanted.part and number.kind = 'own') as is_spelled_so
      from wanted join part_number number on number.folded = wanted.folded and number.kind in ('own', 'gtin')
        join tool on tool.ordinal = number.tool_ordinal and tool.archived_at is null
        left join brand on brand.id = tool.brand_id
      where wanted.brand = '' or lower(brand.name) = wanted.brand
      group by wanted.line, tool.id
    ), ranked as (
      select *, rank() over (partition by line order by is_spelled_so desc) as place from known
    )
    select line, min(id::text) as tool, count(*) as matches from ranked where place = 1 group by line`.execute(ctx.db)
  return new Map(found.map(({ line, ...one }) => [line, one]))
}

/** `given`: what the file has, beside what the list has. A minimum or multiple that the file leaves empty stays. */
const given = (listId: string, entries: readonly Entry[]) => sql`
  select given.tool, given.froms, given.prices, known.list_id is not null as is_known,
    coalesce(given.minimum, known.minimum_quantity) as minimum, coalesce(given.multiple, known.quantity_multiple) as multiple,
    known.list_id is not null and known.from_quantities = given.froms and known.prices = given.prices
      and coalesce(given.minimum, known.minimum_quantity) is not distinct from known.minimum_quantity
      and coalesce(given.multiple, known.quantity_multiple) is not distinct from known.quantity_multiple as is_same
  from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as given (tool uuid, froms integer[], prices bigint[], minimum integer, multiple integer)
    left join price_entry known on known.list_id = ${listId} and known.tool_id = given.tool`

async function compare(ctx: Context, listId: string, entries: readonly Entry[]) {
  const { rows } = await sql<Pick<PriceFileAnswer, 'added' | 'changed' | 'unchanged'>>`
    select count(*) filter (where not is_known) as added, count(*) filter (where is_known and not is_same) as changed,
      count(*) filter (where is_same) as unchanged
    from (${given(listId, entries)}) given`.execute(ctx.db)
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0 }
}

async function writeEntries(ctx: Context, listId: string, entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into price_entry (list_id, tool_id, from_quantities, prices, minimum_quantity, quantity_multiple)
    select ${listId}, tool, froms, prices, minimum, multiple from (${given(listId, entries)}) given where not is_same
    order by tool
    on conflict (list_id, tool_id) do update set from_quantities = excluded.from_quantities, prices = excluded.prices,
      minimum_quantity = excluded.minimum_quantity, quantity_multiple = excluded.quantity_multiple,
      version = price_entry.version + 1`.execute(ctx.db)
}

const aPage = { usual: 1000, most: 5000 }

type Query = { limit?: number | undefined; after?: string | undefined }

/** One page of the file, a product for each step of it: those that have a number and a price. Refuses: price-list-gone. */
async function exportRows(ctx: Context, listId: string, query: Query): Promise<Page<string[][]>> {
  const currency = await currencyOf(ctx, listId)
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and entry.tool_id > ${query.after}` : sql``
  const wanted = sql`price_entry entry join tool on tool.id = entry.tool_id and tool.archived_at is null
    where entry.list_id = ${listId} and tool.part_number is not null and cardinality(entry.prices) > 0`
  const { rows } = await sql<Entry & { brand: string | null; part_number: string }>`
    select entry.tool_id as tool, brand.name as brand, tool.part_number, to_json(entry.from_quantities) as froms,
      to_json(entry.prices) as prices, entry.minimum_quantity as minimum, entry.quantity_multiple as multiple
    from (select entry.*, tool.part_number, tool.brand_id from ${wanted} ${after} order by entry.tool_id limit ${limit + 1}) entry
      join tool on tool.id = entry.tool_id left join brand on brand.id = entry.brand_id
    order by entry.tool_id`.execute(ctx.db)
  const page = pageOf(rows, { limit, total: await countRows(ctx.db, wanted), after: last => last.tool })
  const items = page.items.flatMap(({ froms, prices, ...row }) =>
    froms.map((from, at) => [
      row.brand ?? '',
      row.part_number,
      String(from),
      toDecimalText(prices[at] ?? 0, currency),
      String(row.minimum ?? ''),
      String(row.multiple ?? ''),
    ]),
  )
  return { ...page, items }
}

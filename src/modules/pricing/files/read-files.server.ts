import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { toDecimal } from '#kernel/money'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { currencyOf } from '../lists/entries.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { PriceFile, PriceFileEntry } from './files.contract.ts'

type FileRow = Columns<
  'price_file',
  | 'id'
  | 'name'
  | 'replaces'
  | 'rows'
  | 'added'
  | 'changed'
  | 'removed'
  | 'unchanged'
  | 'refused'
  | 'left_alone'
  | 'read_share'
  | 'failure'
  | 'created_at'
  | 'ended_at'
  | 'list_id'
  | 'state'
  | 'problems'
  | 'reading'
  | 'asks'
> & {
  state: PriceFile['state']
  problems: PriceFile['problems']
  reading: PriceFile['reading']
  asks: PriceFile['asks']
}

/** Refuses: price-file-gone. */
export async function readFile(ctx: Context, id: string): Promise<PriceFile> {
  const [file] = await selectFiles(ctx, sql`id = ${id}`)
  if (!file) throw refuse('price-file-gone')
  return file
}

const shown = 20

/** The last files of a list, the newest first. Refuses: price-list-gone. */
export async function readFiles(ctx: Context, listId: string): Promise<PriceFile[]> {
  await currencyOf(ctx, listId)
  return selectFiles(ctx, sql`list_id = ${listId} order by number desc limit ${shown}`)
}

async function selectFiles(ctx: Context, where: RawBuilder<unknown>): Promise<PriceFile[]> {
  const { rows } = await sql<FileRow>`select * from price_file where ${where}`.execute(ctx.db)
  return rows.map(row => ({
    _id: row.id,
    listId: row.list_id,
    name: row.name,
    state: row.state,
    replaces: row.replaces,
    readShare: row.read_share,
    failure: row.failure,
    rows: row.rows,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    unchanged: row.unchanged,
    refused: row.refused,
    problems: row.problems,
    reading: row.reading,
    asks: row.asks,
    leftAlone: row.left_alone,
    sentAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}

type EntryRow = Columns<'tool', 'id' | 'name' | 'part_number'> &
  Columns<'price_file_entry', 'effect'> & {
    brand: string | null
    effect: PriceFileEntry['effect']
    before: Side
    after: Side
  }
type Side = { froms: number[] | null; prices: number[]; minimum: number | null; multiple: number | null }

const aPage = { usual: 50, most: 200 }
type Query = { limit?: number | undefined; after?: string | undefined }

/** One page of the products that a file changes, in the order of their ids. Refuses: price-file-gone. */
export async function listFileEntries(ctx: Context, id: string, query: Query): Promise<Page<PriceFileEntry[]>> {
  const list = await ctx.db
    .selectFrom('price_file')
    .innerJoin('price_list', 'price_list.id', 'price_file.list_id')
    .select('price_list.currency')
    .where('price_file.id', '=', id)
    .executeTakeFirst()
  if (!list) throw refuse('price-file-gone')
  const { currency } = list
  const limit = pageSize(query.limit, aPage)
  const after = query.after ? sql`and entry.tool_id > ${query.after}` : sql``
  const side = (name: 'before' | 'after') => sql`jsonb_build_object('froms', ${sql.ref(`entry.${name}_froms`)},
    'prices', ${sql.ref(`entry.${name}_prices`)}, 'minimum', ${sql.ref(`entry.${name}_minimum`)},
    'multiple', ${sql.ref(`entry.${name}_multiple`)})`
  const { rows } = await sql<EntryRow>`
    select tool.id, tool.name, brand.name as brand, tool.part_number, entry.effect, ${side('before')} as before,
      ${side('after')} as after
    from price_file_entry entry join tool on tool.id = entry.tool_id left join brand on brand.id = tool.brand_id
    where entry.file_id = ${id} ${after} order by entry.tool_id limit ${limit + 1}`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`price_file_entry where file_id = ${id}`)
  const page = pageOf(rows, { limit, total, after: last => last.id })
  const sideOf = ({ froms, prices, minimum, multiple }: Side) =>
    froms && {
      tiers: froms.map((from, at) => ({ from, price: toDecimal(prices[at] ?? 0, currency) })),
      minimum,
      multiple,
    }
  return {
    ...page,
    items: page.items.map(({ id, name, brand, part_number: partNumber, effect, before, after }) => ({
      tool: { _id: id, name, brand, partNumber },
      effect,
      before: sideOf(before),
      after: sideOf(after),
    })),
  }
}

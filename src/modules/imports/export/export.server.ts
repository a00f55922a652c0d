import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { fromReplica } from '#platform/replica'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { labelOf } from '#rules/catalogue'
import { pictureOf } from '#rules/media'
import { type Definition, type Kept, readDefinitions, sayValue } from '#services/catalogue'
import { columnOf } from '../files/attribute-columns.rules.ts'
import { csvLine } from '../import.rules.ts'
import { refuse } from '../refusals.rules.ts'
import { joinTexts } from '../columns/tags.rules.ts'
import { exportedCells, exportedFields } from '../columns/tool-sql.server.ts'
import { type ExportKind, exportColumns, exportPage } from './export.rules.ts'

type PartRow = Columns<'tool', 'ordinal' | 'on_hand' | 'image_url' | 'image_alt'> & {
  /** The plain columns. */
  [field: string]: unknown
  part_number: string
  brand: string | null
  category: string | null
  category_path: string | null
  attributes: Kept
  /** Keys in their order; empty where it has none of its own. */
  pictures: string[]
  behind_alts: string[]
}

/** What a file can name: tools on sale that have a number. */
const named = sql`tool where archived_at is null and part_number is not null`

type Query = { after?: string | undefined; limit?: number | undefined; columns?: string | undefined }

/** The attributes that parts are exported with: what stands above each column, and which of it each attribute fills. */
type Columnar = { labels: string[]; definitions: ReadonlyMap<string, { definition: Definition; at: number }> }

async function attributeColumns(ctx: Context, kind: ExportKind): Promise<Columnar> {
  const labels = new Map<string, { label: string; at: number }>()
  const definitions = new Map<string, { definition: Definition; at: number }>()
  if (kind !== 'parts') return { labels: [], definitions }
  for (const definition of await readDefinitions(ctx)) {
    const { slug, unit, ordinal } = definition
    const key = `${slug} ${unit}`
    const column = labels.get(key) ?? { label: labelOf(definition), at: labels.size }
    labels.set(key, column)
    definitions.set(String(ordinal), { definition, at: column.at })
  }
  return { labels: [...labels.values()].map(({ label }) => label), definitions }
}

/** The columns of a file, and what they are told apart by when an attribute comes or goes while the file is written. */
export async function readExportColumns(
  ctx: Context,
  kind: ExportKind,
): Promise<{ columns: string[]; version: string }> {
  return columnsWith(kind, await attributeColumns(ctx, kind))
}

function columnsWith(kind: ExportKind, { labels }: Columnar): { columns: string[]; version: string } {
  const columns = [...exportColumns[kind], ...labels.map(columnOf)]
  return { columns, version: createHash('sha256').update(JSON.stringify(columns)).digest('base64url').slice(0, 16) }
}

/**
 * One page of a file that an import reads, row by row, in the order in which tools came into the shop. Refuses: export-changed where
 * the columns are others than those that were read.
 */
export async function exportRows(ctx: Context, kind: ExportKind, query: Query): Promise<Page<string[][]>> {
  const attributes = await attributeColumns(ctx, kind)
  const { version } = columnsWith(kind, attributes)
  if (query.columns !== undefined && query.columns !== version) throw refuse('export-changed')
  const limit = pageSize(query.limit, exportPage)
  const { rows, total } = await fromReplica(ctx, async ctx => ({
    rows: await readParts(ctx, Number(query.after ?? 0), limit + 1),
    total: await ctx.remember('parts to export', ['tool'], () => countRows(ctx.db, named)),
  }))
  const page = pageOf(rows, {
    limit,
    total,
    after: ({ ordinal }) => String(ordinal),
    query: { columns: version },
  })
  return { ...page, items: page.items.map(row => cellsOf(ctx, { kind, attributes }, row)) }
}

async function readParts(ctx: Context, after: number, limit: number): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select tool.ordinal, tool.part_number, tool.on_hand, ${exportedFields},
      tool.attributes, brand.name as brand, category.full_name as category, category.path as category_path, tool.image_url, tool.image_alt,
      coalesce(pictured.alts, '{}') as behind_alts,
      case when tool.image_id is null and pictured.behind is null and tool.image_alt = '' then '{}'
        else array_remove(array[case when tool.image_url is null then image.key end] || pictured.behind, null) end as pictures
    from (select * from ${named} and ordinal > ${opaque(after, 'integer')}
      order by ordinal limit ${opaque(limit, 'integer')}) tool
      left join lateral (select name from brand where brand.id = tool.brand_id limit 1) brand on true
      left join lateral (select full_name, path, image_id from category where category.id = tool.category_id limit 1) category on true
      left join lateral (select key from image where image.id = coalesce(tool.image_id, category.image_id) limit 1) image on true
      left join lateral (
        select array_agg(image.key order by position) as behind, array_agg(tool_picture.alt order by position) as alts
        from tool_picture join image on image.id = tool_picture.image_id where tool_picture.tool_id = tool.id) pictured on true
    order by tool.ordinal`.execute(ctx.db)
  return rows
}

type Writing = { kind: ExportKind; attributes: Columnar }

function cellsOf({ settings }: Context, { kind, attributes }: Writing, row: PartRow): string[] {
  const cells = exportedCells(row, settings.currency)
    .set('brand', row.brand ?? '')
    .set('part_number', row.part_number)
    .set('category', row.category ?? '')
    .set('stock', String(row.on_hand))
    .set('quantity', String(row.on_hand))
    .set('pictures', pictureCell(row, settings.publicUrl ?? ''))
    .set('picture_texts', pictureTextsCell(row))
  return [...exportColumns[kind].map(column => cells.get(column) ?? ''), ...attributeCells(attributes, row)]
}

/** Addresses with blanks between them. One on another host comes first, without what divides them. */
function pictureCell({ image_url, pictures }: PartRow, shopUrl: string): string {
  const elsewhere = image_url?.replaceAll(' ', '%20').replaceAll('|', '%7C')
  const own = pictures.map(key => shopUrl + pictureOf({ key, width: 4, height: 3 }).src)
  return [...(elsewhere ? [elsewhere] : []), ...own].join(' ')
}

/** What is said of each of these, in their order. */
function pictureTextsCell({ image_url, image_alt, pictures, behind_alts: behind }: PartRow): string {
  const hasFirst = image_url !== null || pictures.length > behind.length
  return joinTexts(hasFirst ? [image_alt, ...behind] : behind)
}

/** What the tool says of the attributes of its category; what it keeps of others is not said. */
function attributeCells({ labels, definitions }: Columnar, { attributes, category_path: path }: PartRow): string[] {
  const cells = labels.map(() => '')
  if (path === null) return cells
  for (const [ordinal, kept] of Object.entries(attributes)) {
    const { definition, at } = definitions.get(ordinal) ?? {}
    if (!definition || at === undefined || !`${path}/`.startsWith(`${definition.category_path}/`)) continue
    cells[at] = sayValue(definition, kept)?.label ?? ''
  }
  return cells
}

/** A whole file, a page of rows at a time, each read when it is asked for. `onRows` hears how many each has. */
export async function* exportPieces(
  ctx: Context,
  kind: ExportKind,
  onRows?: (rows: number) => void,
): AsyncGenerator<string, void> {
  const attributes = await attributeColumns(ctx, kind)
  // Spreadsheets take a file without this mark for one of another encoding.
  yield `\ufeff${csvLine(columnsWith(kind, attributes).columns)}`
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    const rows = await fromReplica(ctx, ctx => readParts(ctx, from, exportPage.most))
    onRows?.(rows.length)
    if (rows.length > 0) yield rows.map(row => csvLine(cellsOf(ctx, { kind, attributes }, row))).join('')
    after = rows.at(-1)?.ordinal
  }
}

/** Writes a whole file; it is there once it is whole. Returns how many rows it has. */
export async function exportFile(ctx: Context, kind: ExportKind, path: string): Promise<number> {
  let count = 0
  const unfinished = `${path}.part`
  await pipeline(Readable.from(exportPieces(ctx, kind, rows => (count += rows))), createWriteStream(unfinished))
  await rename(unfinished, path)
  return count
}

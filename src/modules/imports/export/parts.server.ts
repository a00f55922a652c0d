import { sql } from 'kysely'
import type { WrittenCell } from '#kernel/tables/written-files'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import { countRows } from '#platform/paging'
import { labelOf } from '#rules/catalogue'
import { pictureOf } from '#rules/media'
import { type Definition, type StoredAttributes, readDefinitions, sayValue } from '#services/catalogue'
import { joinTexts } from '../columns/tags.rules.ts'
import { exportedCells, exportedFields } from '../columns/tool-sql.server.ts'
import { columnOf } from '../columns/attribute-columns.rules.ts'
import { exportColumns, isFigureColumn } from './export.rules.ts'
import type { ExportTable } from './table.server.ts'

type PartKind = 'parts' | 'prices' | 'stock'

type PartRow = Columns<'tool', 'ordinal' | 'on_hand' | 'image_url' | 'image_alt'> & {
  /** The plain columns. */
  [field: string]: unknown
  part_number: string
  brand: string | null
  category: string | null
  category_path: string | null
  attributes: StoredAttributes
  /** Keys in their order; empty where it has none of its own. */
  pictures: string[]
  behind_alts: string[]
}

/** What a file can name: tools on sale that have a number. */
const named = sql`tool where archived_at is null and part_number is not null`

/** The attributes that parts are exported with: what stands above each column, and which of it each attribute fills. */
type Columnar = { labels: string[]; definitions: ReadonlyMap<string, { definition: Definition; at: number }> }

async function attributeColumns(ctx: Context, kind: PartKind): Promise<Columnar> {
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

/** Tools on sale that have a part number, in the order in which they came into the shop. */
export async function partsTable(ctx: Context, kind: PartKind): Promise<ExportTable> {
  const attributes = await attributeColumns(ctx, kind)
  const columns = [...exportColumns[kind], ...attributes.labels.map(columnOf)]
  return {
    columns,
    isPlace: place => /^\d{1,9}$/.test(place),
    from: named,
    count: ctx => ctx.remember('parts to export', ['tool'], () => countRows(ctx.db, named)),
    async read(ctx, after, limit) {
      const rows = await readParts(ctx, Number(after ?? 0), limit)
      return rows.map(row => ({ place: String(row.ordinal), cells: cellsOf(ctx, { kind, attributes }, row) }))
    },
  }
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

type Writing = { kind: PartKind; attributes: Columnar }

function cellsOf({ settings }: Context, { kind, attributes }: Writing, row: PartRow): WrittenCell[] {
  const cells = exportedCells(row, settings.currency)
    .set('brand', row.brand ?? '')
    .set('part_number', row.part_number)
    .set('category', row.category ?? '')
    .set('stock', String(row.on_hand))
    .set('quantity', String(row.on_hand))
    .set('pictures', pictureCell(row, settings.publicUrl ?? ''))
    .set('picture_texts', pictureTextsCell(row))
  const own = exportColumns[kind].map(column => cellIn(column, cells.get(column) ?? ''))
  return [...own, ...attributeCells(attributes, row)]
}

const cellIn = (column: string, text: string): WrittenCell =>
  text !== '' && isFigureColumn(column) ? { figure: text } : text

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
function attributeCells(
  { labels, definitions }: Columnar,
  { attributes, category_path: path }: PartRow,
): WrittenCell[] {
  const cells: WrittenCell[] = labels.map(() => '')
  if (path === null) return cells
  for (const [ordinal, value] of Object.entries(attributes)) {
    const { definition, at } = definitions.get(ordinal) ?? {}
    if (!definition || at === undefined || !`${path}/`.startsWith(`${definition.category_path}/`)) continue
    const label = sayValue(definition, value)?.label ?? ''
    cells[at] = definition.kind === 'number' ? { figure: label } : label
  }
  return cells
}

import { sql } from 'kysely'
import type { WrittenCell } from '#kernel/tables/written-files'
import type { Context } from '#platform/context'
import { countRows } from '#platform/paging'
import { pictureOf } from '#rules/media'
import { type Definition, readDefinitions, readEveryCategory } from '#services/catalogue'
import { type CategoryColumn, categoryColumns } from '../columns/category-columns.rules.ts'
import { placeText } from '../categories/category-cells.rules.ts'
import { joinTags } from '../columns/tags.rules.ts'
import { isFigureColumn } from './export.rules.ts'
import type { ExportTable } from './table.server.ts'

/** As many rows as a category has attributes, and one where it has none. */
const rows = sql`category left join attribute on attribute.category_id = category.id`

/**
 * The categories in the order of the tree, each with its own attributes. What a category says of itself stands in its first row alone:
 * so it is changed in one place. A place is the number of the row before it: the shop has few of them, and reads all for each page.
 */
export const categoriesTable: ExportTable = {
  columns: categoryColumns,
  isPlace: place => /^\d{1,6}$/.test(place),
  from: rows,
  count: ctx => ctx.remember('categories to export', ['category', 'attribute'], () => countRows(ctx.db, rows)),
  async read(ctx, after = '0', limit) {
    const first = Number(after)
    const cells = await readCells(ctx)
    return cells.slice(first, first + limit).map((row, at) => ({ place: String(first + at + 1), cells: row }))
  },
}

async function readCells(ctx: Context): Promise<WrittenCell[][]> {
  const own = Map.groupBy(await readDefinitions(ctx), ({ category_id }) => category_id)
  const shopUrl = ctx.settings.publicUrl ?? ''
  return (await readEveryCategory(ctx)).flatMap(category => {
    const path = new Map<CategoryColumn, string>([['category', category.full_name]])
    const content = new Map<CategoryColumn, string>([
      ...path,
      ['category_address', category.slug],
      ['category_text', category.text],
      ['category_hidden', category.is_hidden ? 'yes' : 'no'],
      ['category_place', placeText(category.position)],
      [
        'category_picture',
        category.image_key ? shopUrl + pictureOf({ key: category.image_key, width: 4, height: 3 }).src : '',
      ],
    ])
    const attributes = own.get(category.id) ?? []
    const cells =
      attributes.length === 0 ? [content] : attributes.map((one, at) => withAttribute(at === 0 ? content : path, one))
    return cells.map(row => categoryColumns.map(column => cellIn(column, row.get(column) ?? '')))
  })
}

const withAttribute = (
  content: ReadonlyMap<CategoryColumn, string>,
  { name, kind, unit, choices, position }: Definition,
) =>
  new Map([
    ...content,
    ['attribute_name', name],
    ['attribute_kind', kind],
    ['attribute_unit', unit],
    ['attribute_choices', joinTags(choices.map(choice => choice.name))],
    ['attribute_place', placeText(position)],
  ] satisfies [CategoryColumn, string][])

const cellIn = (column: CategoryColumn, text: string): WrittenCell =>
  text !== '' && isFigureColumn(column) ? { figure: text } : text

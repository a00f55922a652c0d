import { sql } from 'kysely'
import { toDecimal } from '#kernel/money'
import type { Context } from '#platform/context'
import { topicOfTool } from '#platform/changes/feed'
import type { Columns } from '#platform/database'
import { pictureOf } from '#rules/media'
import type { PricedTool, Tool } from './tool.contract.ts'
import type { SalesUnit } from '../sale.rules.ts'

export type Showing = Pick<Context, 'settings' | 'topics'>

export type ToolRow = Columns<
  'tool',
  | 'id'
  | 'name'
  | 'description'
  | 'tags'
  | 'part_number'
  | 'price'
  | 'minimum_quantity'
  | 'quantity_multiple'
  | 'box_quantity'
  | 'weight_grams'
  | 'free'
  | 'rating_total'
  | 'rating_count'
  | 'version'
  | 'image_url'
> & {
  sales_unit: SalesUnit
  /** What a price list says for everyone; null where the tool's own holds. */
  everyones_price: number | null
  everyones_minimum: number | null
  everyones_multiple: number | null
  brand: string | null
  category_id: string | null
  category_slug: string | null
  category_name: string | null
  category_path: string | null
  category_full_name: string | null
  image_key: string | null
  image_width: number | null
  image_height: number | null
}

/**
 * What `toTool` reads of a tool, for statements that begin with something else; `toolJoins` has what it belongs to, looked
 * up tool by tool: a plan that serves every list does not know that lists are short, and would read all brands for each.
 */
export const toolColumns = sql`tool.id, tool.name, tool.description, tool.tags, tool.part_number, tool.price, everyones.price as everyones_price,
  everyones.minimum_quantity as everyones_minimum, everyones.quantity_multiple as everyones_multiple,
  tool.minimum_quantity, tool.quantity_multiple, tool.sales_unit, tool.box_quantity, tool.weight_grams, tool.free,
  tool.rating_total, tool.rating_count, tool.version, tool.image_url,
  brand.name as brand, category.id as category_id, category.slug as category_slug, category.name as category_name,
  case when category.is_shown then category.path end as category_path,
  category.full_name as category_full_name,
  image.key as image_key, image.width as image_width, image.height as image_height`
export const toolJoins = sql`
  left join lateral (select * from everyones_price where tool_id = tool.id limit 1) as everyones on true
  left join lateral (select name from brand where brand.id = tool.brand_id limit 1) as brand on true
  left join lateral (
    select id, slug, name, path, is_shown, full_name, image_id from category where category.id = tool.category_id limit 1
  ) as category on true
  left join lateral (
    select key, width, height from image where image.id = coalesce(tool.image_id, category.image_id) limit 1
  ) as image on true`

/** Whoever is answered with it is shown that tool, and asks again when it changes. */
export function toTool({ settings, topics }: Showing, row: ToolRow): PricedTool {
  topics?.add(topicOfTool(row.id))
  const { image_key: key, image_width: width, image_height: height } = row
  const picture = !row.image_url && key && width && height ? pictureOf({ key, width, height }) : null
  return {
    _id: row.id,
    name: row.name,
    img: row.image_url ?? picture?.src ?? null,
    picture,
    ratings: row.rating_count > 0 ? Math.round((row.rating_total / row.rating_count) * 10) / 10 : null,
    ratingCount: row.rating_count,
    price: toDecimal(row.everyones_price ?? row.price, settings.currency),
    listPrice: toDecimal(row.price, settings.currency),
    tags: row.tags,
    description: row.description,
    availableQuantity: row.free,
    minimumQuantity: row.everyones_minimum ?? row.minimum_quantity,
    multiple: row.everyones_multiple ?? row.quantity_multiple,
    unit: row.sales_unit,
    boxQuantity: row.box_quantity,
    weightGrams: row.weight_grams,
    partNumber: row.part_number,
    brand: row.brand,
    category: categoryOfRow(row),
    version: row.version,
  }
}

function categoryOfRow(row: ToolRow): Tool['category'] {
  const {
    category_slug: slug,
    category_name: name,
    category_path: path,
    category_full_name: fullName,
    category_id: id,
  } = row
  return id && slug && name && fullName ? { _id: id, slug, name, path, fullName } : null
}

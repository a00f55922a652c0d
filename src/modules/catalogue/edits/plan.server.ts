import { sql } from 'kysely'
import { toMinorUnits } from '#kernel/money'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { mostUnits, toolLimits } from '../catalogue.rules.ts'
import { type ToolFilter, onSale } from '../tools/filter.server.ts'
import type { ToolEditChange } from './edits.contract.ts'

export type Scope = { ids?: string[]; filter?: ToolFilter }
/** The stored form: the category is looked up, amounts are minor units. */
export type StoredChange = Omit<ToolEditChange, 'category' | 'price'> & {
  category?: { id: string | null; name: string | null }
  price?: { how: 'set' | 'percent' | 'amount'; value: number; roundTo: number }
}

/** A price in the stored form of a change: percent as they are, amounts in minor units. Undefined where it is no amount. */
export function storedPrice(price: NonNullable<ToolEditChange['price']>, currency: string): StoredChange['price'] {
  const roundTo = price.roundTo === undefined ? 1 : toMinorUnits(price.roundTo, currency)
  const text = price.value.replace(/^\+/, '')
  const value = price.how === 'percent' ? Number(text) : toMinorUnits(text, currency)
  if (value === undefined || roundTo === undefined || roundTo < 1) return undefined
  return { how: price.how, value, roundTo }
}

/** More than this cannot be charged. */
const highestPrice = 99_999_999_999_999

/**
 * Writes down what an edit would change, tool by tool, by one statement: what died half-way begins anew. Whether a tool can be
 * edited so is judged here; that it has not been changed since, when it is.
 */
export function planEdit(ctx: Context, id: string): Promise<void> {
  return transact(ctx, async ctx => {
    const { rows } = await sql<
      Columns<'tool_edit', 'state' | 'scope' | 'change'> & { scope: Scope; change: StoredChange }
    >`
      select state, scope, change from tool_edit where id = ${id} for update`.execute(ctx.db)
    const [edit] = rows
    if (edit?.state !== 'planning') return
    await writePlan(ctx, id, edit)
    await sql`update tool_edit set state = 'planned' where id = ${id}`.execute(ctx.db)
  })
}

async function writePlan(ctx: Context, id: string, { scope, change }: { scope: Scope; change: StoredChange }) {
  const chosen = scope.ids
    ? sql`tool.id = any(${scope.ids}::uuid[]) and tool.archived_at is null`
    : onSale(scope.filter ?? {})
  await sql`
    with changed as (
      select tool.id, tool.version, tool.price, tool.minimum_quantity, tool.quantity_multiple, tool.on_hand, tool.reserved,
        tool.tags, tool.tax_class, tool.category_id, category.full_name,
        ${newPrice(change)} as new_price, ${change.minimumQuantity ?? sql`tool.minimum_quantity`}::integer as new_minimum,
        ${change.multiple ?? sql`tool.quantity_multiple`}::integer as new_multiple,
        ${newStock(change)} as new_on_hand, ${newTags(change)} as new_tags,
        ${change.taxClass ?? sql`tool.tax_class`}::text as new_tax_class
      from tool left join category on category.id = tool.category_id
      where ${chosen}
    ), judged as (
      select changed.*, case
          when new_price < 1 then 'price-too-low'
          when new_price > ${highestPrice} then 'price-too-high'
          when new_minimum % new_multiple <> 0 then 'minimum-not-multiple'
          when new_minimum > minimum_quantity and new_minimum > new_on_hand - reserved then 'minimum-too-high'
          when new_on_hand < reserved then 'stock-held'
          when new_on_hand > ${mostUnits} then 'stock-too-much'
          when cardinality(new_tags) > ${toolLimits.tags} then 'too-many-tags' end as problem,
        case when new_price <> price then jsonb_build_object('price', price) else '{}' end
        || case when new_minimum <> minimum_quantity then jsonb_build_object('minimumQuantity', minimum_quantity) else '{}' end
        || case when new_multiple <> quantity_multiple then jsonb_build_object('multiple', quantity_multiple) else '{}' end
        || case when new_on_hand <> on_hand then jsonb_build_object('onHand', on_hand) else '{}' end
        || case when new_tags <> tags then jsonb_build_object('tags', tags) else '{}' end
        || case when new_tax_class <> tax_class then jsonb_build_object('taxClass', tax_class) else '{}' end
        || case when ${movesTo(change)} then jsonb_build_object('category', jsonb_build_object('id', category_id, 'name', full_name)) else '{}' end
        || case when ${change.archive === true}::boolean then '{"archived": false}' else '{}'::jsonb end as before,
        case when new_price <> price then jsonb_build_object('price', new_price) else '{}' end
        || case when new_minimum <> minimum_quantity then jsonb_build_object('minimumQuantity', new_minimum) else '{}' end
        || case when new_multiple <> quantity_multiple then jsonb_build_object('multiple', new_multiple) else '{}' end
        || case when new_on_hand <> on_hand then jsonb_build_object('onHand', new_on_hand) else '{}' end
        || case when new_tags <> tags then jsonb_build_object('tags', new_tags) else '{}' end
        || case when new_tax_class <> tax_class then jsonb_build_object('taxClass', new_tax_class) else '{}' end
        || case when ${movesTo(change)} then jsonb_build_object('category', ${JSON.stringify(change.category ?? {})}::jsonb) else '{}' end
        || case when ${change.archive === true}::boolean then '{"archived": true}' else '{}'::jsonb end as after
      from changed
    )
    insert into tool_edit_row (edit_id, n, tool_id, version, before, after, problem, state)
    select ${id}, row_number() over (order by id desc), id, version, before, after, problem,
      case when problem is not null then 'refused' when after = '{}' then 'unchanged' else 'planned' end
    from judged`.execute(ctx.db)
}

const movesTo = ({ category }: StoredChange) =>
  category ? sql`category_id is distinct from ${category.id}::uuid` : sql`false`

/** In numeric, exact, with halves rounded away from zero. */
function newPrice({ price }: StoredChange) {
  if (!price) return sql`tool.price`
  const { how, value, roundTo } = price
  const raw =
    how === 'set'
      ? sql`${value}::numeric`
      : how === 'amount'
        ? sql`tool.price + ${value}::numeric`
        : sql`tool.price * (1 + ${String(value)}::numeric / 100)`
  return sql`(round((${raw}) / ${roundTo}::numeric) * ${roundTo}::numeric)::bigint`
}

function newStock({ stock }: StoredChange) {
  if (!stock) return sql`tool.on_hand`
  return stock.how === 'set' ? sql`${stock.units}::bigint` : sql`tool.on_hand::bigint + ${stock.units}::bigint`
}

function newTags({ tags }: StoredChange) {
  if (!tags) return sql`tool.tags`
  const given = sql`${tags.tags}::text[]`
  if (tags.how === 'replace') return given
  const lowered = tags.tags.map(tag => tag.toLowerCase())
  if (tags.how === 'remove') {
    return sql`array(select tag from unnest(tool.tags) with ordinality all_tags (tag, place)
      where lower(tag) <> all(${lowered}::text[]) order by place)`
  }
  return sql`tool.tags || array(select tag from unnest(${given}) with ordinality more (tag, place)
    where lower(tag) <> all(array(select lower(had) from unnest(tool.tags) had)) order by place)`
}

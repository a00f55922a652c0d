import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { StoredAttributes } from '#services/catalogue'
import { eachToolColumn } from '../columns/tool-columns.rules.ts'
import { exportedCells, filledColumns, valuesAfter, valuesBefore } from '../columns/tool-sql.server.ts'
import { type PlannedAttribute, plannedAttributes } from '../plan/attributes/plan.server.ts'
import { joinTags } from '../columns/tags.rules.ts'
import type { JudgedRow } from '../categories/judge.rules.ts'
import { plannedCategories } from '../categories/plan.server.ts'
import type { ImportChange } from '../imports.contract.ts'
import { greatnessOfLeap } from '../plan/leaps.server.ts'
import { countByNow, movedSince, toolChanges } from '../plan/parts.server.ts'
import { attributeChanges } from './attribute-changes.server.ts'
import { readNumberChanges, toolsWithNewNumbers } from './number-changes.server.ts'
import { needStaging, staged } from '../staging/staging.server.ts'
import { type ImportRow, plannedOf } from '../row.server.ts'

/** So many show whether a list is read as it is meant. */
const most = 20

type ChangeRow = {
  part: string
  brand: string
  ordinal: number
  is_new: boolean
  columns: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
  stock_before: number | null
  stock_after: number | null
  category_before: string | null
  category_after: string | null
  attributes: StoredAttributes
  attributes_after: StoredAttributes | null
}

/**
 * The first categories with their attributes, the first attributes that parts alone name, and the first parts, that an import adds or changes, those first whose prices leap, the greatest leaps before others, in the order of its files; none where it
 * does not wait for its commit. Refuses: import-staging-gone.
 */
export async function readChanges(ctx: Context, row: ImportRow): Promise<ImportChange[]> {
  const { id, number, state } = row
  if (state !== 'staged') return []
  await needStaging(ctx, number)
  const changesStock = sql`plan.stock is not null and ${countByNow()} is distinct from tool.on_hand`
  const { rows } = await sql<ChangeRow>`
    select trim(plan.brand || ' ' || plan.part) as part, plan.brand, plan.tool_ordinal as ordinal, plan.is_new, ${filledColumns} as columns, ${valuesBefore} as before, ${valuesAfter} as after,
      tool.on_hand as stock_before, case when plan.stock is null then tool.on_hand else ${countByNow()} end as stock_after,
      category.full_name as category_before, coalesce(given.full_name, plan.category, category.full_name) as category_after,
      coalesce(tool.attributes, '{}') as attributes, plan.attributes as attributes_after
    from ${staged('part_plan', number)} plan
      left join tool on tool.ordinal = plan.ordinal
      left join category on category.id = tool.category_id
      left join category given on given.id = plan.category_id
      left join ${toolsWithNewNumbers(number)} numbered on numbered.tool_ordinal = plan.tool_ordinal
      ${movedSince(id)}
    where plan.problem is null and not coalesce(plan.is_gone, false)
      and (plan.is_new or ${toolChanges} or (${changesStock}) or numbered.tool_ordinal is not null)
    order by ${greatnessOfLeap} desc nulls last, plan.place limit ${most}`.execute(ctx.db)
  const planned = plannedOf(row)
  const [categories, made] = [await plannedCategories(ctx, number), await plannedAttributes(ctx, planned)]
  const first = [...categories.slice(0, most).map(categoryChange), ...made.slice(0, most).map(attributeChange)]
  const ordinals = rows.map(({ ordinal }) => ordinal)
  const numbers = await readNumberChanges(ctx, planned, ordinals)
  const attributesOf = await attributeChanges(ctx, { attributes: made, rows: categories })
  const parts = rows.map(part => {
    const { changes, ...more } = changeOf(part, ctx.settings.currency)
    const attributes = attributesOf(part.attributes, part.attributes_after ?? {})
    return { ...more, changes: [...changes, ...(numbers.get(part.ordinal) ?? []), ...attributes] }
  })
  return [...first, ...parts]
}

const attributeChange = ({ path, name, kind, unit, choices, parts }: PlannedAttribute): ImportChange => ({
  part: path,
  name,
  isNew: true,
  parts,
  changes: [
    { column: 'attribute_kind', was: '', becomes: kind ?? '' },
    { column: 'attribute_unit', was: '', becomes: unit },
    { column: 'attribute_choices', was: '', becomes: joinTags(choices) },
  ].filter(({ becomes }) => becomes !== ''),
})

const categoryChange = ({ category, attribute, outcome, changes }: JudgedRow): ImportChange => ({
  part: category,
  name: attribute,
  isNew: outcome === 'added',
  changes: [...changes],
})

function changeOf(row: ChangeRow, currency: string): ImportChange {
  const after = cellsOf(row.after, { stock: row.stock_after, category: row.category_after }, currency)
  const before: ReadonlyMap<string, string> = row.is_new
    ? new Map()
    : cellsOf(row.before, { stock: row.stock_before, category: row.category_before }, currency)
  // A new part has values that no file gives: they are not the list's.
  const columns = new Set([...row.columns, 'stock', 'category'])
  const changes = [...after]
    .filter(([column]) => columns.has(column))
    .flatMap(([column, becomes]) => {
      const was = before.get(column) ?? ''
      return was === becomes ? [] : [{ column, was: shown(column, was), becomes: shown(column, becomes) }]
    })
  const brand = row.is_new && row.brand !== '' ? [{ column: 'brand', was: '', becomes: row.brand }] : []
  return { part: row.part, name: after.get('name') ?? '', isNew: row.is_new, changes: [...brand, ...changes] }
}

const units = new Map<string, string | undefined>(eachToolColumn.map(({ name, shownIn }) => [name, shownIn]))

const shown = (column: string, cell: string) => (cell === '' ? '' : [cell, units.get(column)].filter(Boolean).join(' '))

function cellsOf(
  values: Record<string, unknown>,
  { stock, category }: { stock: number | null; category: string | null },
  currency: string,
): Map<string, string> {
  const cells = exportedCells(values, currency)
  cells.set('stock', stock === null ? '' : String(stock))
  cells.set('category', category ?? '')
  return cells
}

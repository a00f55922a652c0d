import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import type { PricedTool } from './tools/tool.contract.ts'
import { type Showing, type ToolRow, toTool, toolColumns, toolJoins } from './tools/row.server.ts'

export { type Definition, definitionsOf, readDefinitions } from './attributes/read.server.ts'
export { type StoredAttributes, sayValue } from './attributes/values.server.ts'
export { type ToolRow, toTool, toolColumns, toolJoins } from './tools/row.server.ts'
export { addAttribute, changeAttribute, placeAttribute } from './attributes/define.server.ts'
export { removeUnusedAttributes } from './attributes/remove-unused.server.ts'
export { addCategories } from './categories/add.server.ts'
export { type CategoryContent, changeContent } from './categories/change.server.ts'
export { inTurn as holdTree } from './attributes/tree.server.ts'
export { readCategories as readEveryCategory } from './categories/read.server.ts'
export { readAddresses } from './categories/addresses.server.ts'
export { removeEmptyCategories } from './categories/remove-empty.server.ts'
export { findCategories, pathsOfCategories, readCategoryTree } from './categories/find.server.ts'
export { changeCurrency, keepCurrency } from './currency.server.ts'
export { type MovedUnits, moveUnits, unitsMoved } from './tools/stock.server.ts'
export { toolsWithPicture } from './tools/write.server.ts'

type Reading = Showing & Pick<Context, 'db'>

/** Tools with their brand, category and picture, in one query whatever their number. */
export async function selectTools(
  ctx: Reading,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<PricedTool[]> {
  const { rows } = await sql<ToolRow>`select ${toolColumns} from tool ${toolJoins} where ${where} ${tail}`.execute(
    ctx.db,
  )
  return rows.map(row => toTool(ctx, row))
}

/** What is sold of these tools, by their ordinals. */
export async function toolsByOrdinal(ctx: Context, ordinals: readonly number[]): Promise<Map<number, PricedTool>> {
  if (ordinals.length === 0) return new Map()
  const rows = await readByOrdinal(ctx.db, ordinals)
  return new Map(
    ordinals.flatMap(ordinal => {
      const row = rows.get(ordinal)
      return row ? [[ordinal, toTool(ctx, row)]] : []
    }),
  )
}

/** Each search reads a page of them. */
const readByOrdinal = gathered(async (db, ordinals: (readonly number[])[]) => {
  const { rows } = await sql<ToolRow & { ordinal: number }>`
    select tool.ordinal, ${toolColumns} from tool ${toolJoins}
    where tool.ordinal = any(${opaque(ordinals.flat(), 'integer[]')}::integer[]) and tool.archived_at is null`.execute(
    db,
  )
  return new Map(rows.map(row => [row.ordinal, row]))
})

import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { patternOf } from '#platform/paging'
import { pathsOfCategories } from '../categories/find.server.ts'

/** What a list of tools is narrowed to; `category`: the path of one. */
export type ToolFilter = { category?: string | undefined; q?: string | undefined; stock?: 'low' | undefined }

/** The same filter, by the path of its category. Refuses: category-unclear. */
export async function byPath<T extends ToolFilter>(ctx: Pick<Context, 'db' | 'remember'>, filter: T): Promise<T> {
  if (!filter.category) return filter
  const [category] = await pathsOfCategories(ctx, [filter.category])
  return { ...filter, category }
}

/** The tools that are sold and that a list is narrowed to, of the table `tool`. */
export function onSale({ category, q, stock }: ToolFilter) {
  const isLow = stock === 'low' ? sql`and tool.is_low` : sql``
  const inCategory = category ? sql`and tool.category_id = any(${categoriesWithin(category)})` : sql``
  const isMatch = q ? sql`and ${contains(q)}` : sql``
  return sql<boolean>`tool.archived_at is null ${isLow} ${inCategory} ${isMatch}`
}

/** The ids of a category and of those below it. */
const categoriesWithin = (path: string) => sql`array(
  select category.id from category top join category on category.path = top.path or starts_with(category.path, top.path || '/')
  where top.path = ${path})`

/** Name or part number, in whatever case; the signs that SQL takes for any letter mean themselves. */
export function contains(text: string, tool = sql`tool`) {
  // As the index has it.
  return sql<boolean>`lower(${tool}.name || E'\n' || coalesce(${tool}.part_number, '')) like ${patternOf(text)}`
}

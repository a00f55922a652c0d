import type { Context } from '#platform/context'

type Share = { total: number; count: number }
const nothing: Share = { total: 0, count: 0 }

/** Adds to a tool's rating and takes from it. The tool's row is locked by then, and the review's after it. */
export async function addToRating(
  ctx: Context,
  toolId: string,
  { plus = nothing, minus = nothing }: { plus?: Share; minus?: Share },
): Promise<void> {
  const [total, count] = [plus.total - minus.total, plus.count - minus.count]
  if (total === 0 && count === 0) return
  await ctx.db
    .updateTable('tool')
    .set(({ eb }) => ({ rating_total: eb('rating_total', '+', total), rating_count: eb('rating_count', '+', count) }))
    .where('id', '=', toolId)
    .execute()
}

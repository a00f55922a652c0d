import { sql } from 'kysely'
import { completing } from '#kernel/addresses'
import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Topics } from '#platform/changes/response-cache'
import type { Tool } from '#contracts/catalogue'
import { selectTools } from '#services/catalogue'
import { listShopReviews } from '#services/reviews'
import { HomeLists, homeContract } from './home.contract.ts'
import { homeLists } from './home.rules.ts'

export { keepPublished, mountPublished } from './publish.server.ts'

export const homeHandlers: Handlers<typeof homeContract, Context> = {
  getHomeLists: ctx => readHomeLists(ctx),
}

async function readHomeLists(ctx: Context): Promise<HomeLists> {
  const newest = sql`order by tool.id desc limit ${homeLists.newTools}`
  return {
    newTools: await selectTools(ctx, sql`tool.archived_at is null`, newest),
    popularTools: await popularTools(ctx),
    reviews: await listShopReviews(ctx),
  }
}

/** The home page's lists as they are published: whoever holds them, wherever, finds the pictures. */
export async function readPublished(ctx: Context, publicUrl: () => string, topics?: Topics): Promise<HomeLists> {
  for (const topic of homeContract.getHomeLists.reads) topics?.add(topic)
  return complete(await readHomeLists({ ...ctx, ...(topics && { topics }) }), publicUrl()) as HomeLists
}

const complete = completing(HomeLists) ?? (lists => lists)

/** The most sold in 90 days; where fewer have been sold, the newest fill the list (decisions, section 6). */
async function popularTools(ctx: Context): Promise<Tool[]> {
  const since = new Date(ctx.now().getTime() - homeLists.popularDays * 24 * 3600 * 1000)
  const { rows } = await sql<{ tool_id: string }>`
    select tool.id as tool_id
    from tool left join (
      select tool_id, sum(units) as units from tool_sales where day > ${since}::date group by tool_id
    ) sold on sold.tool_id = tool.id
    where tool.archived_at is null
    order by sold.units desc nulls last, tool.id desc limit ${homeLists.popularTools}`.execute(ctx.db)
  const ids = rows.map(row => row.tool_id)
  const tools = await selectTools(ctx, sql`tool.id = any(${ids}::uuid[])`, sql``)
  return tools.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
}

import { sql } from 'kysely'
import { completing } from '#kernel/addresses'
import type { AnswerOf, Handlers } from '#kernel/endpoint'
import { hidingPrices } from '#kernel/fields'
import type { Context } from '#platform/context'
import { type Columns, opaque } from '#platform/database'
import type { Topics } from '#platform/changes/response-cache'
import { selectTools } from '#services/catalogue'
import { hidesPrices } from '#services/pricing'
import { listShopReviews } from '#services/reviews'
import { homeContract } from './home.contract.ts'

const { answer: shape } = homeContract.getHomeLists
export type HomeLists = AnswerOf<typeof homeContract.getHomeLists>

/** The home page's lists (specification, section 9; decisions, section 6). */
const homeLists = { newTools: 3, popularTools: 6, popularDays: 90, bestSellerOrders: 4 }

/** The call of `home/home.contract.ts`. */
export const homeHandlers: Handlers<typeof homeContract, Context> = {
  getHomeLists: ctx => readHomeLists(ctx),
}

async function readHomeLists(ctx: Context): Promise<HomeLists> {
  const newest = sql`order by tool.id desc limit ${sql.lit(homeLists.newTools)}`
  return {
    newTools: await selectTools(ctx, sql`tool.archived_at is null`, newest),
    ...(await readPopular(ctx)),
    reviews: await listShopReviews(ctx),
  }
}

/** The home page's lists as they are published: whoever holds them, wherever, finds the pictures. */
export async function readPublished(ctx: Context, publicUrl: () => string, topics?: Topics): Promise<HomeLists> {
  for (const topic of homeContract.getHomeLists.reads) topics?.add(topic)
  const lists = await readHomeLists({ ...ctx, ...(topics && { topics }) })
  // They are everyone's, so they are what a visitor may see.
  return complete(hidesPrices(ctx) ? hide(lists) : lists, publicUrl()) as HomeLists
}

const complete = completing(shape) ?? (lists => lists)
const hide = hidingPrices(shape) ?? (lists => lists)

/** The most sold in 90 days; where fewer have been sold, the newest fill the list (decisions, section 6). */
async function readPopular(ctx: Context): Promise<Pick<HomeLists, 'popularTools' | 'bestSeller'>> {
  const since = new Date(ctx.now().getTime() - homeLists.popularDays * 24 * 3600 * 1000).toISOString().slice(0, 10)
  const popular = await ctx.remember(`popular tools since ${since}`, ['tool', 'tool_sales'], () =>
    selectPopular(ctx, since),
  )
  const ids = popular.map(({ id }) => id)
  const tools = await selectTools(ctx, sql`tool.id = any(${opaque(ids, 'uuid[]')}::uuid[])`, sql``)
  return {
    popularTools: tools.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)),
    bestSeller: popular.find(({ orders }) => orders >= homeLists.bestSellerOrders)?.id ?? null,
  }
}

type Popular = Columns<'tool', 'id'> & { orders: number }

async function selectPopular(ctx: Context, since: string): Promise<Popular[]> {
  const most = sql.lit(homeLists.popularTools)
  const { rows } = await sql<Popular>`
    with sold as (
      select tool.id, sum(sales.units) as units, sum(sales.orders)::integer as orders
      from tool_sales sales join tool on tool.id = sales.tool_id
      where sales.day > ${since}::date and tool.archived_at is null
      group by tool.id
      having sum(sales.units) > 0
      order by units desc, tool.id desc limit ${most}
    ), newest as (
      select id from tool where archived_at is null and id not in (select id from sold) order by id desc limit ${most}
    )
    select id, orders from (select id, units, orders from sold union all select id, null, 0 from newest) popular
    order by units desc nulls last, id desc limit ${most}`.execute(ctx.db)
  return rows
}

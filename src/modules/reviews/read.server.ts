import { type Expression, type ExpressionBuilder, type InferResult, type SqlBool, sql } from 'kysely'
import type { Tables } from '#db/tables'
import { seesCustomers } from '#kernel/access'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { opaque } from '#platform/database'
import { pageOf, pageSize } from '#platform/paging'
import { pictureOf } from '#rules/media'
import type { AdminReview, OwnReview, Review } from './reviews.contract.ts'
import type { ReviewState } from './states.rules.ts'

/** How many reviews a page of a list has at most, and unless asked. */
export const reviewPage = { most: 100, usual: 20 }

/** Reviews with their picture, tool and author, in one query whatever their number. The caller says which, and in what order. */
export function selectReviews(ctx: Context) {
  return ctx.db
    .selectFrom('review')
    .leftJoin('tool', 'tool.id', 'review.tool_id')
    .leftJoin('account', 'account.id', 'review.account_id')
    .leftJoin('image', 'image.id', 'review.image_id')
    .select([
      'review.id',
      'review.author',
      'review.business',
      'review.rating',
      'review.body',
      'review.verified_buyer',
      'review.state',
      'review.version',
      'review.created_at',
      'review.tool_id',
      'tool.name as tool_name',
      'account.email',
      'image.key as image_key',
      'image.width as image_width',
      'image.height as image_height',
    ])
    .$narrowType<{ state: ReviewState }>()
}

type ReviewRow = InferResult<ReturnType<typeof selectReviews>>[number]

export function toReview(row: ReviewRow): AdminReview {
  const { image_key: key, image_width: width, image_height: height } = row
  const picture = key && width && height ? pictureOf({ key, width, height }) : null
  return {
    _id: row.id,
    img: picture?.src ?? null,
    picture,
    name: row.author,
    business: row.business,
    rating: row.rating,
    review: row.body,
    verifiedBuyer: row.verified_buyer,
    tools_id: row.tool_id,
    toolName: row.tool_name,
    state: row.state,
    version: row.version,
    writtenAt: row.created_at.toISOString(),
    email: row.email,
  }
}

/** What everybody may see of it: neither the email nor the state of what is approved anyway. */
function asPublished(review: AdminReview): Review {
  const { _id, img, picture, name, business, rating, verifiedBuyer } = review
  return { _id, img, picture, name, business, rating, review: review.review, verifiedBuyer }
}

/** What its author may see of it. */
export function asOwn(review: AdminReview): OwnReview {
  const { tools_id, toolName, state, writtenAt } = review
  return { ...asPublished(review), tools_id, toolName, state, writtenAt }
}

/** How many reviews of the shop are shown and published. */
const ofShop = 12

/** The newest approved reviews of the shop. */
export async function listShopReviews(ctx: Context, most = ofShop): Promise<Review[]> {
  const rows = await selectReviews(ctx)
    .where('review.tool_id', 'is', null)
    .where('review.state', '=', approved)
    .orderBy('review.id', 'desc')
    .limit(sql.lit(most))
    .execute()
  return rows.map(row => asPublished(toReview(row)))
}

type ListQuery = { limit?: number | undefined; after?: string | undefined }

/** One page of a tool's approved reviews, newest first. `after` is the id of the last one seen. */
export async function listToolReviews(ctx: Context, toolId: string, query: ListQuery): Promise<Page<Review[]>> {
  const limit = pageSize(query.limit, reviewPage)
  const shown = ({ eb }: ReviewExpressions) =>
    eb.and([eb('review.tool_id', '=', opaque(toolId, 'uuid')), eb('review.state', '=', approved)])
  const page = selectReviews(ctx)
    .where(shown)
    .orderBy('review.id', 'desc')
    .limit(opaque(limit + 1, 'integer'))
  const rows = await (query.after ? page.where('review.id', '<', query.after) : page).execute()
  const reviews = rows.map(row => asPublished(toReview(row)))
  const isAll = !query.after && rows.length <= limit
  return pageOf(reviews, { limit, total: isAll ? rows.length : await count(ctx, shown), after: last => last._id })
}

/** One page of all reviews: what waits first, each newest first. */
export async function listAllReviews(
  ctx: Context,
  query: ListQuery & { state?: ReviewState | undefined },
): Promise<Page<AdminReview[]>> {
  const limit = pageSize(query.limit, reviewPage)
  const inState = ({ eb }: ReviewExpressions) => (query.state ? eb('review.state', '=', query.state) : eb.lit(true))
  const rows = await selectReviews(ctx)
    .where(inState)
    .where(behind(query.after))
    .orderBy(isDecided)
    .orderBy('review.id', 'desc')
    .limit(limit + 1)
    .execute()
  const asSeen = (review: AdminReview) => (seesCustomers(ctx.caller) ? review : { ...review, email: null })
  return pageOf(
    rows.map(row => asSeen(toReview(row))),
    {
      limit,
      total: await count(ctx, inState),
      after: last => `${last.state === 'waiting' ? 0 : 1}-${last._id}`,
      query: { state: query.state },
    },
  )
}

/** As the indexes have it, and not as a parameter: a plan that serves every value would use none of them. */
const approved = sql.lit('approved')
const isDecided = sql<boolean>`review.state <> 'waiting'`

type ReviewExpressions = ExpressionBuilder<Tables, 'review'>
type Condition = (builder: ReviewExpressions) => Expression<SqlBool>

async function count(ctx: Context, where: Condition): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow()
  return total
}

/** `place`: whether the last one seen is decided, and its id. */
function behind(place: string | undefined): Condition {
  return ({ eb }) => {
    if (place === undefined) return eb.lit(true)
    const isOlder = eb('review.id', '<', place.slice(2))
    return place.startsWith('1') ? eb.and([isDecided, isOlder]) : eb.or([isDecided, isOlder])
  }
}

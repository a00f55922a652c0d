import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { pageOf, pageSize } from '#platform/paging'
import { pictureOf } from '#rules/media'
import { type AdminReview, type OwnReview, type Review, reviewPage } from './reviews.contract.ts'
import type { ReviewState } from './reviews.rules.ts'

type ReviewRow = Columns<
  'review',
  'id' | 'author' | 'business' | 'rating' | 'body' | 'verified_buyer' | 'state' | 'version' | 'created_at' | 'tool_id'
> & {
  state: ReviewState
  tool_name: string | null
  email: string | null
  image_key: string | null
  image_width: number | null
  image_height: number | null
}

/** Reviews with their picture, tool and author, in one query whatever their number. */
export async function selectReviews(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<AdminReview[]> {
  const { rows } = await sql<ReviewRow>`
    select review.id, review.author, review.business, review.rating, review.body, review.verified_buyer, review.state,
      review.version, review.created_at, review.tool_id, tool.name as tool_name, account.email,
      image.key as image_key, image.width as image_width, image.height as image_height
    from review
      left join tool on tool.id = review.tool_id
      left join account on account.id = review.account_id
      left join image on image.id = review.image_id
    where ${where} ${tail}`.execute(ctx.db)
  return rows.map(toReview)
}

function toReview(row: ReviewRow): AdminReview {
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
export function asPublished(review: AdminReview): Review {
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
export async function listShopReviews(ctx: Context): Promise<Review[]> {
  const found = await selectReviews(
    ctx,
    sql`review.tool_id is null and review.state = 'approved'`,
    sql`order by review.id desc limit ${ofShop}`,
  )
  return found.map(asPublished)
}

type ListQuery = { limit?: number | undefined; after?: string | undefined }

async function count(ctx: Context, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from review where ${where}`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** One page of a tool's approved reviews, newest first. `after` is the id of the last one seen. */
export async function listToolReviews(ctx: Context, toolId: string, query: ListQuery): Promise<Page<Review[]>> {
  const limit = pageSize(query.limit, reviewPage)
  const shown = sql`review.tool_id = ${toolId} and review.state = 'approved'`
  const after = query.after ? sql`and review.id < ${query.after}` : sql``
  const found = await selectReviews(ctx, sql`${shown} ${after}`, sql`order by review.id desc limit ${limit + 1}`)
  return pageOf(found.map(asPublished), { limit, total: await count(ctx, shown), after: last => last._id })
}

/** One page of all reviews: what waits first, each newest first. */
export async function listAllReviews(
  ctx: Context,
  query: ListQuery & { state?: ReviewState | undefined },
): Promise<Page<AdminReview[]>> {
  const limit = pageSize(query.limit, reviewPage)
  const inState = query.state ? sql`review.state = ${query.state}` : sql`true`
  const reviews = await selectReviews(
    ctx,
    sql`${inState} ${behind(query.after)}`,
    sql`order by review.state <> 'waiting', review.id desc limit ${limit + 1}`,
  )
  return pageOf(reviews, {
    limit,
    total: await count(ctx, inState),
    after: last => `${last.state === 'waiting' ? 0 : 1}-${last._id}`,
    query: { state: query.state },
  })
}

function behind(place: string | undefined): RawBuilder<unknown> {
  if (place === undefined) return sql``
  // Whether it is decided, and its id.
  const id = place.slice(2)
  if (place.startsWith('1')) return sql`and review.state <> 'waiting' and review.id < ${id}`
  return sql`and (review.state <> 'waiting' or review.id < ${id})`
}

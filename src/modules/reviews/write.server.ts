import type * as z from 'zod/mini'
import { refuseFields } from '#kernel/refusals'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, newId } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { isBlocked, lockAccount } from '#services/accounts'
import { findPicture } from '#services/media'
import type { WriteReview } from './reviews.contract.ts'
import { addToRating } from './rating.server.ts'
import { type ReviewState, shareInRating } from './states.rules.ts'
import { writeTexts } from './write.texts.ts'

type Written = z.output<typeof WriteReview>
type Earlier = Columns<'review', 'id' | 'rating' | 'body' | 'image_id'> & { state: ReviewState }

/**
 * Writes the caller's review of the shop or of a tool, or replaces it; then it waits for approval, and the tool's rating
 * does not count it until then. In the caller's transaction: the account's row is held, so that of many reviews at once
 * one is written and the others replace it. The same words once more change nothing. Refuses: account-blocked,
 * not-bought.
 */
export async function writeReview(ctx: Context, input: Written): Promise<{ insertedId: string }> {
  const caller = callerOf(ctx)
  const toolId = input.tools_id || null
  // Deleted while the review was on its way.
  if (!(await lockAccount(ctx, caller.id))) throw refuse('token-expired')
  if (await isBlocked(ctx, caller.id)) throw refuse('account-blocked')
  const imageId = await findPicture(ctx, input.img, { givenTo: caller.id })
  if (!imageId) throw pictureProblem()
  const bought = await hasBought(ctx, toolId)
  if (toolId && !bought) throw refuse('not-bought')
  if (toolId) await ctx.db.selectFrom('tool').select('id').where('id', '=', toolId).forNoKeyUpdate().execute()
  const earlier = await findEarlier(ctx, toolId)
  if (earlier && isSame(earlier, input, imageId)) return { insertedId: earlier.id }
  const review = { ...input, imageId, verifiedBuyer: bought || (await hasBought(ctx, null)) }
  try {
    if (!earlier) return { insertedId: await insert(ctx, toolId, review) }
    await replace(ctx, earlier.id, review)
  } catch (error) {
    // Removed at this moment, because nothing had referred to it for a day.
    if (brokenConstraint(error) === 'review_image_id_fkey') throw pictureProblem()
    throw error
  }
  if (toolId) await addToRating(ctx, toolId, { minus: shareInRating(earlier) })
  return { insertedId: earlier.id }
}

const pictureProblem = () => refuseFields([{ field: 'img', message: writeTexts.unknownPicture }])

function isSame(earlier: Earlier, input: Written, imageId: string): boolean {
  return earlier.body === input.review && earlier.rating === input.rating && earlier.image_id === imageId
}

/** Whether the caller has bought: this tool, or any. */
async function hasBought(ctx: Context, toolId: string | null): Promise<boolean> {
  const bought = ctx.db
    .selectFrom('orders')
    .select('orders.id')
    .where('account_id', '=', callerOf(ctx).id)
    .where('released_at', 'is not', null)
    .limit(1)
  const query = toolId
    ? bought.innerJoin('order_line', 'order_line.order_id', 'orders.id').where('order_line.tool_id', '=', toolId)
    : bought
  return (await query.executeTakeFirst()) !== undefined
}

function findEarlier(ctx: Context, toolId: string | null): Promise<Earlier | undefined> {
  return ctx.db
    .selectFrom('review')
    .select(['id', 'rating', 'body', 'image_id', 'state'])
    .$narrowType<{ state: ReviewState }>()
    .where('account_id', '=', callerOf(ctx).id)
    .where('tool_id', 'is not distinct from', toolId)
    .forUpdate()
    .executeTakeFirst()
}

type Words = Pick<Written, 'rating' | 'review'> & { imageId: string; verifiedBuyer: boolean }

async function insert(ctx: Context, toolId: string | null, words: Words): Promise<string> {
  const { id: accountId, displayName } = callerOf(ctx)
  const id = newId()
  await ctx.db
    .insertInto('review')
    .values({ id, account_id: accountId, tool_id: toolId, author: displayName, ...columnsOf(ctx, words) })
    .execute()
  return id
}

/** Other words are another version: an approval of those before does not reach them. */
async function replace(ctx: Context, id: string, words: Words): Promise<void> {
  await ctx.db
    .updateTable('review')
    .set(({ eb }) => ({
      author: callerOf(ctx).displayName,
      ...columnsOf(ctx, words),
      state: 'waiting',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

const columnsOf = (ctx: Context, { rating, review, imageId, verifiedBuyer }: Words) => ({
  rating,
  body: review,
  image_id: imageId,
  verified_buyer: verifiedBuyer,
  created_at: ctx.now(),
})

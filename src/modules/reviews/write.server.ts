import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { refuseFields } from '#kernel/refusals'
import { refuse } from './refusals.rules.ts'
import { type Context, callerOf, newId } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { findPicture } from '#services/media'
import type { WriteReview } from './reviews.contract.ts'
import { addToRating } from './rating.server.ts'
import { type ReviewState, shareInRating } from './reviews.rules.ts'

type Written = z.output<typeof WriteReview>
type Kept = { id: string; rating: number; body: string; image_id: string | null; state: ReviewState }

/**
 * Writes the caller's review of the shop or of a tool, or replaces it; then it waits for approval, and the tool's rating
 * does not count it until then. In the caller's transaction: the account's row is held, so that of many reviews at once
 * one is written and the others replace it. The same words once more change nothing. Refuses: not-bought.
 */
export async function writeReview(ctx: Context, input: Written): Promise<{ insertedId: string }> {
  const caller = callerOf(ctx)
  const toolId = input.tools_id || null
  const held = await sql`select id from account where id = ${caller.id} for no key update`.execute(ctx.db)
  // Deleted while the review was on its way.
  if (held.rows.length === 0) throw refuse('token-expired')
  const imageId = await findPicture(ctx, input.img, { givenTo: caller.id })
  if (!imageId) throw pictureProblem()
  const bought = await hasPaidFor(ctx, toolId)
  if (toolId && !bought) throw refuse('not-bought')
  if (toolId) await sql`select from tool where id = ${toolId} for no key update`.execute(ctx.db)
  const kept = await findKept(ctx, toolId)
  if (kept && isSame(kept, input, imageId)) return { insertedId: kept.id }
  const review = { ...input, imageId, verifiedBuyer: bought || (await hasPaidFor(ctx, null)) }
  try {
    if (!kept) return { insertedId: await insert(ctx, toolId, review) }
    await replace(ctx, kept.id, review)
  } catch (error) {
    // Removed at this moment, because nothing had referred to it for a day.
    if (brokenConstraint(error) === 'review_image_id_fkey') throw pictureProblem()
    throw error
  }
  if (toolId) await addToRating(ctx, toolId, { minus: shareInRating(kept) })
  return { insertedId: kept.id }
}

const pictureProblem = () =>
  refuseFields([{ field: 'img', message: 'The shop did not give you this picture. Choose it once more.' }])

function isSame(kept: Kept, input: Written, imageId: string): boolean {
  return kept.body === input.review && kept.rating === input.rating && kept.image_id === imageId
}

/** Whether the caller has paid for an order: of this tool, or of any. */
async function hasPaidFor(ctx: Context, toolId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where account_id = ${callerOf(ctx).id} and paid_at is not null
      and (${toolId}::uuid is null or exists (
        select from order_line where order_line.order_id = orders.id and order_line.tool_id = ${toolId}::uuid))
    limit 1`.execute(ctx.db)
  return rows.length > 0
}

async function findKept(ctx: Context, toolId: string | null): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select id, rating, body, image_id, state from review
    where account_id = ${callerOf(ctx).id} and tool_id is not distinct from ${toolId}::uuid for update`.execute(ctx.db)
  return rows[0]
}

type Words = Pick<Written, 'rating' | 'review'> & { imageId: string; verifiedBuyer: boolean }

async function insert(ctx: Context, toolId: string | null, words: Words): Promise<string> {
  const { id: accountId, displayName } = callerOf(ctx)
  const id = newId()
  await sql`
    insert into review (id, account_id, tool_id, author, rating, body, image_id, verified_buyer, created_at)
    values (${id}, ${accountId}, ${toolId}, ${displayName}, ${words.rating}, ${words.review}, ${words.imageId},
      ${words.verifiedBuyer}, ${ctx.now()})`.execute(ctx.db)
  return id
}

/** Other words are another version: an approval of those before does not reach them. */
async function replace(ctx: Context, id: string, words: Words): Promise<void> {
  await sql`
    update review set author = ${callerOf(ctx).displayName}, rating = ${words.rating}, body = ${words.review},
      image_id = ${words.imageId}, verified_buyer = ${words.verifiedBuyer}, created_at = ${ctx.now()},
      state = 'waiting', version = version + 1
    where id = ${id}`.execute(ctx.db)
}

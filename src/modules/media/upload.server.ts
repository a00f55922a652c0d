import { sql } from 'kysely'
import { isStaff } from '#kernel/access'
import { refuse } from './refusals.rules.ts'
import { type RateLimit, enforceRateLimit } from '#platform/rate-limits'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { type StoredPicture, encodeUpload, keyOfUpload, renditionsOf } from './encode.server.ts'
import type { ImageStore } from './port.server.ts'
import { pictureLimits } from './upload.rules.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** How many pictures the caller may upload in a day, and have decoded in an hour; the latter meets only what fails. */
const limitsOf = (ctx: Context) => (isStaff(callerOf(ctx)) ? pictureLimits.ofStaff : pictureLimits)

export type GivenPicture = Omit<StoredPicture, 'key'> & { id: string; key: string }

/**
 * Stores an uploaded picture and gives its address to the caller: first the files, then the row, so that a row always
 * has its files. The same content is the same picture, whoever uploads it, at once or again. Refuses what is no picture
 * (`encodeUpload`), too-many-pictures, too-many-tries, image-host-unreachable.
 */
export async function storeUpload(ctx: Context, store: ImageStore, bytes: Uint8Array): Promise<GivenPicture> {
  const key = keyOfUpload(bytes)
  // Asked again below, where it counts; here it spares the work.
  await requireQuota(ctx, key)
  const known = await holdingKey(ctx, key, ctx => giveKnown(ctx, store, key))
  if (known) return known
  // What fails to decode costs as much as a picture, and no quota would count it.
  const { triesAnHour } = limitsOf(ctx)
  const tries: RateLimit = { what: 'picture of an account', most: triesAnHour, minutes: 60 }
  await enforceRateLimit(ctx, tries, callerOf(ctx).id)
  const picture = await encodeUpload(bytes, key)
  const remove_after = new Date(ctx.now().getTime() + hourMs)
  await ctx.db
    .insertInto('image_leftover')
    .values({ key, remove_after })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ remove_after }))
    .execute()
  return holdingKey(ctx, key, async ctx => {
    await holdQuota(ctx, key)
    for (const { file, bytes } of picture.files) if (!(await store.has(file))) await store.put(file, bytes)
    const { width, height } = picture
    const { id } = await ctx.db
      .insertInto('image')
      .values({
        id: newId(),
        key,
        width,
        height,
        account_id: callerOf(ctx).id,
        created_at: ctx.now(),
        unused_since: ctx.now(),
      })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ width, height }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db.deleteFrom('image_leftover').where('key', '=', key).execute()
    await give(ctx, id)
    return { id, key, width, height }
  })
}

/** Gives out a picture that is stored already; undefined when it is not, or not whole. */
async function giveKnown(ctx: Context, store: ImageStore, key: string): Promise<GivenPicture | undefined> {
  const row = await ctx.db
    .selectFrom('image')
    .select(['id', 'width', 'height'])
    .where('key', '=', key)
    .executeTakeFirst()
  const last = renditionsOf(key).at(-1)
  if (!row || !last || !(await store.has(last.file))) return undefined
  await holdQuota(ctx, key)
  await give(ctx, row.id)
  return { ...row, key }
}

/** Writes down that the caller was given this picture, which is kept for a day from now. */
async function give(ctx: Context, imageId: string): Promise<void> {
  const now = ctx.now()
  const renewed = ctx.db
    .updateTable('image')
    .set({ unused_since: now })
    .where('id', '=', imageId)
    .where('unused_since', 'is not', null)
  await ctx.db
    .with('renewed', () => renewed)
    .insertInto('image_upload')
    .values({ image_id: imageId, account_id: callerOf(ctx).id, created_at: now })
    .onConflict(conflict => conflict.columns(['image_id', 'account_id']).doUpdateSet({ created_at: now }))
    .execute()
}

/** From here to the end of the transaction, nobody else counts this account's pictures. */
async function holdQuota(ctx: Context, key: string): Promise<void> {
  await holdLock(ctx, `pictures of ${callerOf(ctx).id}`)
  await requireQuota(ctx, key)
}

/** The pictures of the last 24 hours; one that is uploaded again counts once. */
async function requireQuota(ctx: Context, key: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - dayMs)
  const { count } = await ctx.db
    .selectFrom('image_upload')
    .innerJoin('image', 'image.id', 'image_upload.image_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('image_upload.account_id', '=', callerOf(ctx).id)
    .where('image_upload.created_at', '>', since)
    .where('image.key', '<>', key)
    .executeTakeFirstOrThrow()
  const { aDay } = limitsOf(ctx)
  if (count >= aDay) throw refuse('too-many-pictures', { limit: aDay })
}

/** Runs `work` in a transaction during which nobody else stores or removes the files of this picture. */
export function holdingKey<T>(ctx: Context, key: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transact(ctx, async ctx => {
    await holdLock(ctx, `picture ${key}`)
    return work(ctx)
  })
}

async function holdLock(ctx: Context, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db)
}

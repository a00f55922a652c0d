import { sql } from 'kysely'
import { isStaff } from '#kernel/access'
import { refuse } from './refusals.rules.ts'
import { type RateLimit, enforceRateLimit } from '#platform/http/rate-limits'
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
  const existing = await holdingKey(ctx, key, ctx => giveExisting(ctx, store, key))
  if (existing) return existing
  // What fails to decode costs as much as a picture, and no quota would count it.
  const { triesAnHour } = limitsOf(ctx)
  const tries: RateLimit = { what: 'picture of an account', most: triesAnHour, minutes: 60 }
  await enforceRateLimit(ctx, tries, callerOf(ctx).id)
  const picture = await encodeUpload(bytes, key)
  await announce(ctx, key)
  return holdingKey(ctx, key, async ctx => {
    await holdQuota(ctx, key)
    const id = await keep(ctx, store, { ...picture, account_id: callerOf(ctx).id })
    await give(ctx, id)
    return { id, key, width: picture.width, height: picture.height }
  })
}

/**
 * Stores a picture that a job of the shop has in hand, and answers its id: as `storeUpload`, of nobody's quota, and not given to an
 * account. It is kept for a day. Refuses what is no picture (`encodeUpload`), image-host-unreachable.
 */
export async function storePicture(ctx: Context, store: ImageStore, bytes: Uint8Array): Promise<string> {
  const key = keyOfUpload(bytes)
  const existing = await holdingKey(ctx, key, async ctx => {
    const row = await findWhole(ctx, store, key)
    if (row) await renew(ctx, row.id).execute()
    return row?.id
  })
  if (existing) return existing
  const picture = await encodeUpload(bytes, key)
  await announce(ctx, key)
  return holdingKey(ctx, key, ctx => keep(ctx, store, { ...picture, account_id: null }))
}

/** Writes down that files will be stored: what dies before its row is there is cleared away. */
async function announce(ctx: Context, key: string): Promise<void> {
  const remove_after = new Date(ctx.now().getTime() + hourMs)
  await ctx.db
    .insertInto('image_leftover')
    .values({ key, remove_after })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ remove_after }))
    .execute()
}

type NewPicture = Awaited<ReturnType<typeof encodeUpload>> & { account_id: string | null }

/** The files first, then the row. */
async function keep(
  ctx: Context,
  store: ImageStore,
  { files, key, width, height, account_id }: NewPicture,
): Promise<string> {
  for (const { file, bytes } of files) if (!(await store.has(file))) await store.put(file, bytes)
  const now = ctx.now()
  const { id } = await ctx.db
    .insertInto('image')
    .values({ id: newId(), key, width, height, account_id, created_at: now, unused_since: now })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ width, height }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.deleteFrom('image_leftover').where('key', '=', key).execute()
  return id
}

/** A picture that is stored already; undefined when it is not, or not whole. */
async function findWhole(ctx: Context, store: ImageStore, key: string) {
  const row = await ctx.db
    .selectFrom('image')
    .select(['id', 'width', 'height'])
    .where('key', '=', key)
    .executeTakeFirst()
  const last = renditionsOf(key).at(-1)
  return row && last && (await store.has(last.file)) ? row : undefined
}

/** Gives out a picture that is stored already; undefined when it is not, or not whole. */
async function giveExisting(ctx: Context, store: ImageStore, key: string): Promise<GivenPicture | undefined> {
  const row = await findWhole(ctx, store, key)
  if (!row) return undefined
  await holdQuota(ctx, key)
  await give(ctx, row.id)
  return { ...row, key }
}

/** Writes down that the caller was given this picture, which is kept for a day from now. */
async function give(ctx: Context, imageId: string): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .with('renewed', () => renew(ctx, imageId))
    .insertInto('image_upload')
    .values({ image_id: imageId, account_id: callerOf(ctx).id, created_at: now })
    .onConflict(conflict => conflict.columns(['image_id', 'account_id']).doUpdateSet({ created_at: now }))
    .execute()
}

/** Where nothing refers to it, its day begins anew. */
const renew = (ctx: Context, imageId: string) =>
  ctx.db
    .updateTable('image')
    .set({ unused_since: ctx.now() })
    .where('id', '=', imageId)
    .where('unused_since', 'is not', null)

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

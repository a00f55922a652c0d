import { sql } from 'kysely'
import { refuse } from './refusals.rules.ts'
import { type RateLimit, enforceRateLimit } from '#platform/rate-limits'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { type StoredPicture, encodeUpload, keyOfUpload, renditionsOf } from './encode.server.ts'
import type { ImageStore } from './port.server.ts'
import { pictureLimits } from './upload.rules.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs

/** Pictures that an account has decoded; more than its quota of a day, so that only what fails can meet it. */
const tries: RateLimit = { what: 'picture of an account', most: pictureLimits.triesAnHour, minutes: 60 }

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
  await enforceRateLimit(ctx, tries, callerOf(ctx).id)
  const picture = await encodeUpload(bytes, key)
  await sql`
    insert into image_leftover (key, remove_after) values (${key}, ${new Date(ctx.now().getTime() + hourMs)})
    on conflict (key) do update set remove_after = excluded.remove_after`.execute(ctx.db)
  return holdingKey(ctx, key, async ctx => {
    await holdQuota(ctx, key)
    for (const { file, bytes } of picture.files) if (!(await store.has(file))) await store.put(file, bytes)
    const { rows } = await sql<{ id: string }>`
      insert into image (id, key, width, height, account_id, created_at, unused_since)
      values (${newId()}, ${key}, ${picture.width}, ${picture.height}, ${callerOf(ctx).id}, ${ctx.now()}, ${ctx.now()})
      on conflict (key) do update set width = excluded.width, height = excluded.height
      returning id`.execute(ctx.db)
    await sql`delete from image_leftover where key = ${key}`.execute(ctx.db)
    const [row] = rows
    if (!row) throw new Error('the picture has no row')
    await give(ctx, row.id)
    return { id: row.id, key, width: picture.width, height: picture.height }
  })
}

/** Gives out a picture that is stored already; undefined when it is not, or not whole. */
async function giveKnown(ctx: Context, store: ImageStore, key: string): Promise<GivenPicture | undefined> {
  const { rows } = await sql<{ id: string; width: number; height: number }>`
    select id, width, height from image where key = ${key}`.execute(ctx.db)
  const [row] = rows
  const last = renditionsOf(key).at(-1)
  if (!row || !last || !(await store.has(last.file))) return undefined
  await holdQuota(ctx, key)
  await give(ctx, row.id)
  return { ...row, key }
}

/** Writes down that the caller was given this picture, which is kept for a day from now. */
async function give(ctx: Context, imageId: string): Promise<void> {
  await sql`
    with kept as (update image set unused_since = ${ctx.now()} where id = ${imageId} and unused_since is not null)
    insert into image_upload (image_id, account_id, created_at)
    values (${imageId}, ${callerOf(ctx).id}, ${ctx.now()})
    on conflict (image_id, account_id) do update set created_at = excluded.created_at`.execute(ctx.db)
}

/** From here to the end of the transaction, nobody else counts this account's pictures. */
async function holdQuota(ctx: Context, key: string): Promise<void> {
  await holdLock(ctx, `pictures of ${callerOf(ctx).id}`)
  await requireQuota(ctx, key)
}

/** The pictures of the last 24 hours; one that is uploaded again counts once. */
async function requireQuota(ctx: Context, key: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - dayMs)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from image_upload join image on image.id = image_upload.image_id
    where image_upload.account_id = ${callerOf(ctx).id} and image_upload.created_at > ${since}
      and image.key <> ${key}`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= pictureLimits.aDay) throw refuse('too-many-pictures', { limit: pictureLimits.aDay })
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

import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { fileOfDocument } from './document.server.ts'
import { renditionsOf } from './encode.server.ts'
import type { ImageStore } from './port.server.ts'
import { pictureLimits } from './upload.rules.ts'
import { holdingKey } from './upload.server.ts'

/** How many pictures one run removes; the next run does the others. */
const atATime = 500

type Kind = { table: RawBuilder<unknown>; isUsed: RawBuilder<boolean> }

/** What is stored, and whether anything shows it, or would if an import were undone. Orders keep the address that their buyer saw. */
const kinds: readonly [picture: Kind, document: Kind] = [
  {
    table: sql.table('image'),
    isUsed: sql<boolean>`(
      exists (select from tool where tool.image_id = image.id)
      or exists (select from tool_picture where tool_picture.image_id = image.id)
      or exists (select from brand where brand.image_id = image.id)
      or exists (select from category where category.image_id = image.id)
      or exists (select from shop_logo where shop_logo.image_id = image.id)
      or exists (select from review where review.image_id = image.id)
      or exists (select from order_line where order_line.image = '/images/' || image.key || '-640.webp')
      or exists (select from import_picture where import_picture.image_id = image.id))`,
  },
  {
    table: sql.table('document'),
    isUsed: sql<boolean>`exists (select from tool_document where tool_document.document_id = document.id)`,
  },
]

/**
 * Removes the pictures and documents that nothing has referred to for a day: first the row, which a reference that appears at that
 * moment forbids; then the files. What a crash leaves between the two stands in `image_leftover` and is done next time.
 * Returns how many went.
 */
export async function removeUnusedPictures(ctx: Context, store: ImageStore): Promise<number> {
  let removed = 0
  for (const kind of kinds) removed += await removeRows(ctx, kind)
  await removeLeftovers(ctx, store)
  return removed
}

/**
 * The pictures of an account that is being deleted need not wait for a day: those that nothing shows, and that nobody else was given,
 * go with the next run of `removeUnusedPictures`. In the transaction that deletes the account.
 */
export async function giveUpPicturesOf(ctx: Context, accountId: string): Promise<void> {
  const [{ table, isUsed }] = kinds
  await sql`
    update ${table} set unused_since = '-infinity' where not ${isUsed}
      and exists (select from image_upload where image_id = image.id and account_id = ${accountId})
      and not exists (select from image_upload where image_id = image.id and account_id <> ${accountId})`.execute(
    ctx.db,
  )
}

async function removeRows(ctx: Context, kind: Kind): Promise<number> {
  const { table, isUsed } = kind
  const now = ctx.now()
  await sql`update ${table} set unused_since = null where unused_since is not null and ${isUsed}`.execute(ctx.db)
  await sql`update ${table} set unused_since = ${now} where unused_since is null and not ${isUsed}`.execute(ctx.db)
  const before = new Date(now.getTime() - pictureLimits.keptUnusedHours * 3600 * 1000)
  const { rows } = await sql<Columns<'image' | 'document', 'key'>>`
    select key from ${table} where unused_since < ${before} order by unused_since limit ${atATime}`.execute(ctx.db)
  let removed = 0
  for (const { key } of rows) if (await removeRow(ctx, kind, { key, before })) removed += 1
  return removed
}

async function removeRow(
  ctx: Context,
  { table, isUsed }: Kind,
  { key, before }: { key: string; before: Date },
): Promise<boolean> {
  try {
    return await holdingKey(ctx, key, async ctx => {
      const { rows } = await sql`
        with gone as (
          delete from ${table} where key = ${key} and unused_since < ${before} and not ${isUsed} returning key
        )
        insert into image_leftover (key, remove_after) select key, ${ctx.now()} from gone
        on conflict (key) do update set remove_after = excluded.remove_after
        returning key`.execute(ctx.db)
      return rows.length > 0
    })
  } catch (error) {
    // Something has begun to refer to it since: it stays.
    if (brokenConstraint(error)) return false
    throw error
  }
}

async function removeLeftovers(ctx: Context, store: ImageStore): Promise<void> {
  const rows = await ctx.db
    .selectFrom('image_leftover')
    .select('key')
    .where('remove_after', '<=', ctx.now())
    .orderBy('remove_after')
    .limit(atATime)
    .execute()
  for (const { key } of rows) {
    await holdingKey(ctx, key, async ctx => {
      const { rows } = await sql`
        select from image where key = ${key} union all select from document where key = ${key}`.execute(ctx.db)
      const files = [...renditionsOf(key).map(({ file }) => file), fileOfDocument(key)]
      if (rows.length === 0) for (const file of files) await store.remove(file)
      await ctx.db.deleteFrom('image_leftover').where('key', '=', key).execute()
    })
  }
}

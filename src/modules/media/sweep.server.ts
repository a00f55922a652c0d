import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { renditionsOf } from './encode.server.ts'
import type { ImageStore } from './port.server.ts'
import { pictureLimits } from './upload.rules.ts'
import { holdingKey } from './upload.server.ts'

/** How many pictures one run removes; the next run does the others. */
const atATime = 500

/** Whether anything shows the picture. Orders keep the address that their buyer saw. */
const isUsed = sql<boolean>`(
  exists (select from tool where tool.image_id = image.id)
  or exists (select from tool_picture where tool_picture.image_id = image.id)
  or exists (select from category where category.image_id = image.id)
  or exists (select from shop_logo where shop_logo.image_id = image.id)
  or exists (select from review where review.image_id = image.id)
  or exists (select from order_line where order_line.image = '/images/' || image.key || '-640.webp'))`

/**
 * Removes the pictures that nothing has referred to for a day: first the row, which a reference that appears at that
 * moment forbids; then the files. What a crash leaves between the two stands in `image_leftover` and is done next time.
 * Returns how many pictures went.
 */
export async function removeUnusedPictures(ctx: Context, store: ImageStore): Promise<number> {
  const now = ctx.now()
  const marking = ctx.db.updateTable('image')
  await marking.set({ unused_since: null }).where('unused_since', 'is not', null).where(isUsed).execute()
  await marking
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(({ eb }) => eb.not(isUsed))
    .execute()
  const before = new Date(now.getTime() - pictureLimits.keptUnusedHours * 3600 * 1000)
  const rows = await ctx.db
    .selectFrom('image')
    .select('key')
    .where('unused_since', '<', before)
    .orderBy('unused_since')
    .limit(atATime)
    .execute()
  let removed = 0
  for (const { key } of rows) if (await removeRow(ctx, key, before)) removed += 1
  await removeLeftovers(ctx, store)
  return removed
}

async function removeRow(ctx: Context, key: string, before: Date): Promise<boolean> {
  try {
    return await holdingKey(ctx, key, async ctx => {
      const { rows } = await sql`
        with gone as (
          delete from image where key = ${key} and unused_since < ${before} and not ${isUsed} returning key
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
      const stored = await ctx.db.selectFrom('image').select('id').where('key', '=', key).executeTakeFirst()
      if (!stored) for (const { file } of renditionsOf(key)) await store.remove(file)
      await ctx.db.deleteFrom('image_leftover').where('key', '=', key).execute()
    })
  }
}

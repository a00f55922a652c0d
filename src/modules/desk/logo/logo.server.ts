import type { Handlers } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { type Context, transact } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { pictureOf } from '#rules/media'
import { changeLogo as changeEntry } from '#services/content'
import { findPicture } from '#services/media'
import type { logoContract } from './logo.contract.ts'
import { logoTexts } from './logo.texts.ts'

export const logoHandlers: Handlers<typeof logoContract, Context> = {
  changeLogo: (ctx, { body: { img, version } }) => changeLogo(ctx, img || null, version),
}

/** Refuses: changed-meanwhile, and a picture that the image host did not give out, or keeps no longer. */
async function changeLogo(ctx: Context, address: string | null, version: number) {
  try {
    return await transact(ctx, async ctx => {
      const logo = address === null ? null : await readLogo(ctx, address)
      return changeEntry(ctx, logo, version)
    })
  } catch (error) {
    // Removed since it was found, because nothing referred to it for a day.
    throw brokenConstraint(error) === 'shop_logo_image_id_fkey' ? unknown() : error
  }
}

async function readLogo(ctx: Context, address: string) {
  const id = await findPicture(ctx, address)
  if (!id) throw unknown()
  const image = await ctx.db
    .selectFrom('image')
    .select(['key', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!image) throw unknown()
  await ctx.db
    .insertInto('shop_logo')
    .values({ image_id: id, since: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { src, width, height } = pictureOf(image)
  return { key: image.key, src, width, height }
}

const unknown = () => refuseFields([{ field: 'img', message: logoTexts.unknownPicture }])

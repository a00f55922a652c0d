import { join } from 'node:path'
import type { Context } from '#platform/context'
import type { Database } from '#platform/database'
import type { Log } from '#platform/log'
import { type Settings, isLoopback } from '#platform/settings'
import { diskImages } from './disk.server.ts'
import { hostedImages } from './host.server.ts'
import type { ImageStore } from './port.server.ts'
import { pictureKeyOf } from './pictures.rules.ts'
import { s3Images } from './s3.server.ts'
import { cachedImages } from './serve.server.ts'

export { storeDocument } from './document.server.ts'
export { localDisk } from './disk.server.ts'
export { inspectPicture, storeDrawing, type StoredPicture } from './encode.server.ts'
export { type ImageStore } from './port.server.ts'
export { giveUpPicturesOf, removeUnusedPictures } from './sweep.server.ts'
export { storePicture } from './upload.server.ts'
export { mountPictures, readLargest } from './serve.server.ts'

/** The store that the settings choose, and the folder where its files, or copies of them, are. */
export function chooseImages(settings: Settings, parts: { db: Database; log: Log }) {
  const directory = join(settings.dataDir, 'images')
  if (settings.s3) return cached(s3Images(settings.s3, parts.log), join(settings.dataDir, 'images-cache'))
  if (settings.imageHost) return cached(hostedImages(settings.imageHost, parts), join(settings.dataDir, 'images-cache'))
  return { store: diskImages(directory), directory }
}

function cached(store: ImageStore, directory: string) {
  return { store: cachedImages(store, directory), directory }
}

/**
 * The id of the picture that an address of this shop's image host names; undefined for any other address.
 * `givenTo`: only if it was given to this account.
 */
export async function findPicture(
  ctx: Context,
  address: string,
  { givenTo }: { givenTo?: string } = {},
): Promise<string | undefined> {
  const key = pictureKeyOf(address, origin => isOwnOrigin(ctx.settings, origin))
  if (!key) return undefined
  const ofKey = ctx.db.selectFrom('image').select('image.id').where('key', '=', key)
  const query = givenTo
    ? ofKey.innerJoin('image_upload', 'image_id', 'image.id').where('image_upload.account_id', '=', givenTo)
    : ofKey
  return (await query.executeTakeFirst())?.id
}

/** The ids of the pictures that these addresses of this shop's image host name, by address; others are left out. One query. */
export async function findPictures(ctx: Context, addresses: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map(
    addresses.flatMap(address => {
      const key = pictureKeyOf(address, origin => isOwnOrigin(ctx.settings, origin))
      return key ? [[address, key]] : []
    }),
  )
  if (keys.size === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('image')
    .select(['id', 'key'])
    .where('key', 'in', [...new Set(keys.values())])
    .execute()
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  return new Map(
    [...keys].flatMap(([address, key]) => {
      const id = ids.get(key)
      return id ? [[address, id]] : []
    }),
  )
}

/** Without PUBLIC_URL the shop gives out addresses of its own machine. */
function isOwnOrigin({ publicUrl, host }: Settings, origin: string): boolean {
  if (publicUrl) return origin === publicUrl
  // Of an address that has no origin (`javascript:`, `data:`) this is the word null.
  const hostname = URL.parse(origin)?.hostname
  return hostname !== undefined && (isLoopback(hostname) || hostname === host)
}

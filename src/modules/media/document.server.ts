import { createHash } from 'node:crypto'
import { type Context, newId } from '#platform/context'
import { isPdf } from './document.rules.ts'
import type { ImageStore } from './port.server.ts'
import { refuse } from './refusals.rules.ts'
import { holdingKey } from './upload.server.ts'

const hourMs = 3600 * 1000

export const fileOfDocument = (key: string): string => `${key}.pdf`

/**
 * Stores a PDF: as with pictures first the file, then its row, and the same content is the same document. It is kept for a day, and
 * as long as something refers to it. Refuses: not-a-pdf, documents-not-kept, image-host-unreachable.
 */
export async function storeDocument(ctx: Context, store: ImageStore, bytes: Uint8Array): Promise<string> {
  if (!isPdf(bytes)) throw refuse('not-a-pdf')
  if (store.takesPicturesOnly) throw refuse('documents-not-kept')
  const key = createHash('sha256').update('document 1 ').update(bytes).digest('hex').slice(0, 32)
  const remove_after = new Date(ctx.now().getTime() + hourMs)
  await ctx.db
    .insertInto('image_leftover')
    .values({ key, remove_after })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ remove_after }))
    .execute()
  return holdingKey(ctx, key, async ctx => {
    const file = fileOfDocument(key)
    if (!(await store.has(file))) await store.put(file, bytes)
    const now = ctx.now()
    const { id } = await ctx.db
      .insertInto('document')
      .values({ id: newId(), key, bytes: bytes.length, created_at: now, unused_since: now })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ unused_since: now }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db.deleteFrom('image_leftover').where('key', '=', key).execute()
    return id
  })
}

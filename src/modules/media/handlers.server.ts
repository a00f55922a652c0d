import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf } from '#platform/context'
import type { imagesContract } from './media.contract.ts'
import type { ImageStore } from './port.server.ts'
import { picturePath } from './pictures.rules.ts'
import { pictureTurns } from './turns.server.ts'
import { storeUpload } from './upload.server.ts'

/** The calls of `media/media.contract.ts`. */
export function imagesHandlers(store: ImageStore): Handlers<typeof imagesContract, Context> {
  const inTurn = pictureTurns()
  return {
    async uploadImage(ctx, { file }) {
      const { id, key, width, height } = await inTurn(callerOf(ctx), () => storeUpload(ctx, store, file))
      return { success: true, data: { id, url: picturePath(key), width, height } }
    },
  }
}

import { LRUCache } from 'lru-cache'
import { refuse } from '#kernel/refusals'
import { loadSharp } from '#platform/files/sharp'
import type { Http } from '#platform/http'
import { colours, shopPicture, toolPicturePath } from './pictures.rules.ts'

export type PictureReader = (key: string) => Promise<Uint8Array | undefined>

/** Chats ask for a link's picture once and keep it; what many ask for at once is in memory. About 4 MB. */
const mostPictures = 64
/** Drawing takes the processor: one at a time, so many in the queue, and the others later. */
const mostWaiting = 24

/**
 * `/og/tools/{key}.jpg`: a tool's picture in the format and shape in which every network shows it. Drawn when it is asked
 * for. The key is the content's, so an answer stays right for ever.
 */
export function mountToolPictures(http: Http, read: PictureReader): void {
  const pictures = new LRUCache<string, Buffer>({ max: mostPictures })
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  const drawInTurn = async (bytes: Uint8Array) => {
    if (waiting >= mostWaiting) throw refuse('not-ready')
    waiting += 1
    const drawn = turn.then(() => drawToolPicture(bytes))
    turn = drawn.catch(() => undefined)
    return drawn.finally(() => (waiting -= 1))
  }
  http.get<{ Params: { file: string } }>(toolPicturePath(':file', ''), async ({ params }, reply) => {
    const key = /^([0-9a-f]{24,64})\.jpg$/.exec(params.file)?.[1]
    if (!key) return reply.callNotFound()
    let picture = pictures.get(key)
    if (!picture) {
      const bytes = await read(key)
      if (!bytes) return reply.callNotFound()
      picture = await drawInTurn(bytes)
      pictures.set(key, picture)
    }
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/jpeg').send(picture)
  })
}

/** The whole picture on a sheet of the size that networks ask for: what is cut off could be the part itself. */
async function drawToolPicture(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width, height } = shopPicture
  return sharp(bytes)
    .flatten({ background: colours.picture })
    .resize(width, height, { fit: 'contain', background: colours.picture })
    .jpeg({ quality: 80 })
    .toBuffer()
}

import { LRUCache } from 'lru-cache'
import { loadSharp } from '#platform/files/sharp'
import type { Http } from '#platform/http'
import { logoPath } from './pictures.rules.ts'
import type { PictureReader } from './tool-pictures.server.ts'

/** Twice the height at which mails show it, and no wider than a mail. */
const size = { width: 1000, height: 96 }

/**
 * `/og/logo/{key}.png`: a logo in the format that every mail program shows. A mail is opened for years, so every logo that the
 * shop has had is answered. The key is the content's, so an answer stays right for ever.
 */
export function mountLogo(http: Http, read: PictureReader): void {
  const drawings = new LRUCache<string, Promise<Buffer | undefined>>({ max: 8 })
  const draw = async (key: string) => {
    const bytes = await read(key)
    if (!bytes) return undefined
    const sharp = await loadSharp()
    return sharp(bytes)
      .resize({ ...size, fit: 'inside' })
      .png()
      .toBuffer()
  }
  http.get<{ Params: { file: string } }>(logoPath(':file', ''), async ({ params }, reply) => {
    const key = /^([0-9a-f]{24,64})\.png$/.exec(params.file)?.[1]
    if (!key) return reply.callNotFound()
    const drawing = drawings.get(key) ?? draw(key)
    drawings.set(key, drawing)
    drawing.catch(() => drawings.delete(key))
    const picture = await drawing
    if (!picture) {
      drawings.delete(key)
      return reply.callNotFound()
    }
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png').send(picture)
  })
}

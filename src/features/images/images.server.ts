import { createHash } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { newId } from '#platform/context'
import { pictureWidths } from '#rules/catalogue'
import type { ImageStore } from './images.port.server.ts'

export type { ImageStore } from './images.port.server.ts'

/** Pictures on the local disk, served below `/images`. */
export function localImages(directory: string): ImageStore {
  return {
    name: 'local disk',
    async has(file) {
      return access(join(directory, file)).then(
        () => true,
        () => false,
      )
    },
    async put(file, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const draft = join(directory, `.${newId()}`)
      await writeFile(draft, bytes)
      await rename(draft, join(directory, file))
    },
  }
}

export type StoredPicture = { key: string; width: number; height: number }

/** Bump when the encoding below changes: the renditions' names change with it, and no cache keeps an old one. */
const encoding = 1

/**
 * Stores a drawing of the shop (SVG, trusted) in every width and format. Returns its key and full size in pixels.
 * What is stored already is not encoded again.
 */
export async function storeDrawing(store: ImageStore, svg: Uint8Array): Promise<StoredPicture> {
  const key = createHash('sha256').update(`${encoding}`).update(svg).digest('hex').slice(0, 24)
  const full = Math.max(...pictureWidths)
  const height = Math.round((full * 3) / 4)
  // The smallest WebP is written last: while it is missing, the picture is not complete.
  const marker = `${key}-${Math.min(...pictureWidths)}.webp`
  if (await store.has(marker)) return { key, width: full, height }
  const drawn = await sharp(svg, { density: 72 * (full / 400) }).resize(full, height, { fit: 'contain', background: '#f2efe8' }).png().toBuffer()
  for (const width of pictureWidths.toReversed()) {
    const sized = await sharp(drawn).resize(width).raw().toBuffer({ resolveWithObject: true })
    const { info } = sized
    const from = () => sharp(sized.data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await store.put(`${key}-${width}.avif`, await from().avif({ quality: 60, effort: 2 }).toBuffer())
    await store.put(`${key}-${width}.webp`, await from().webp({ quality: 82, effort: 4 }).toBuffer())
  }
  return { key, width: full, height }
}

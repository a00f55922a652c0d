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
const encoding = 2

/**
 * Stores a drawing of the shop (SVG, trusted) in every width and format. Returns its key and full size in pixels.
 * What is stored already is not encoded again.
 */
export async function storeDrawing(store: ImageStore, svg: Uint8Array): Promise<StoredPicture> {
  const key = createHash('sha256').update(`${encoding}`).update(svg).digest('hex').slice(0, 24)
  const full = Math.max(...pictureWidths)
  const height = Math.round((full * 3) / 4)
  // The one that every client asks for is written last: while it is missing, the picture is not complete.
  const last = `${key}-640.webp`
  if (await store.has(last)) return { key, width: full, height }
  const drawn = await sharp(svg, { density: 72 * (full / 400) })
    .resize(full, height, { fit: 'contain', background: '#f2efe8' })
    .png()
    .toBuffer()
  const files = await Promise.all(
    pictureWidths.flatMap(width => [
      encode(drawn, { width, file: `${key}-${width}.avif` }),
      encode(drawn, { width, file: `${key}-${width}.webp` }),
    ]),
  )
  for (const { file, bytes } of files.toSorted((a, b) => Number(a.file === last) - Number(b.file === last))) {
    await store.put(file, bytes)
  }
  return { key, width: full, height }
}

/** Line drawings have few colours, so little effort keeps them small, and a first start short. */
async function encode(drawn: Buffer, { width, file }: { width: number; file: string }) {
  const sized = sharp(drawn).resize(width)
  const encoded = file.endsWith('.avif')
    ? sized.avif({ quality: 60, effort: 1 })
    : sized.webp({ quality: 82, effort: 4 })
  return { file, bytes: await encoded.toBuffer() }
}

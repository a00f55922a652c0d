import { createHash } from 'node:crypto'
import type { Metadata, SharpInput, SharpOptions } from 'sharp'
import { Refusal } from '#kernel/refusals'
import { loadSharp } from '#platform/files/sharp'
import { refuse } from './refusals.rules.ts'
import { pictureWidths } from './pictures.rules.ts'
import { formatOf, pictureLimits } from './upload.rules.ts'
import type { ImageStore } from './port.server.ts'

export type StoredPicture = { key: string; width: number; height: number }
export type Rendition = { file: string; bytes: Uint8Array }

/** Bump when the encoding changes: the renditions' names change with it, and no cache keeps an old one. */
const drawingEncoding = 2
const uploadEncoding = 1

/** How long a picture may take to decode. */
const decodeSeconds = 30

/** A picture is never stored higher than this many times its width: three pages of scrolling, and no strip of wire. */
const tallest = 3

const fullWidth = Math.max(...pictureWidths)

/**
 * Stores a drawing of the shop (SVG, trusted) in every width and format. Returns its key and full size in pixels.
 * What is stored already is not encoded again.
 */
export async function storeDrawing(store: ImageStore, svg: Uint8Array): Promise<StoredPicture> {
  const key = createHash('sha256').update(`${drawingEncoding}`).update(svg).digest('hex').slice(0, 24)
  const height = Math.round((fullWidth * 3) / 4)
  // The one that every client asks for is written last: while it is missing, the picture is not complete.
  const last = `${key}-640.webp`
  if (await store.has(last)) return { key, width: fullWidth, height }
  const sharp = await loadSharp()
  const drawn = await sharp(svg, { density: 72 * (fullWidth / 400) })
    .resize(fullWidth, height, { fit: 'contain', background: '#f2efe8' })
    .png()
    .toBuffer()
  // Line drawings have few colours, so little effort keeps them small, and a first start short.
  const look = { avif: { quality: 60, effort: 1 }, webp: { quality: 82, effort: 4 } }
  const files = await Promise.all(renditionsOf(key).map(one => encode(drawn, one, look)))
  for (const { file, bytes } of files.toSorted((a, b) => Number(a.file === last) - Number(b.file === last))) {
    await store.put(file, bytes)
  }
  return { key, width: fullWidth, height }
}

/** The name under which an uploaded file is kept: by its content, so that the same file is the same picture. */
export function keyOfUpload(bytes: Uint8Array): string {
  return createHash('sha256').update(`upload ${uploadEncoding} `).update(bytes).digest('hex').slice(0, 32)
}

/** The names of a picture's files; the last one says that all are there. */
export function renditionsOf(key: string) {
  return pictureWidths.flatMap(width =>
    (['avif', 'webp'] as const).map(format => ({ file: `${key}-${width}.${format}`, width, format })),
  )
}

/**
 * Decodes an uploaded file and encodes it anew in every width and format: upright, in sRGB, with nothing of what else
 * it carried. Never larger than it was. Refuses: not-a-picture, picture-damaged, picture-too-large, uploads-busy.
 */
export async function encodeUpload(bytes: Uint8Array, key: string): Promise<StoredPicture & { files: Rendition[] }> {
  await inspectPicture(bytes)
  const drawn = await decoding(async () =>
    (await open(bytes))
      .autoOrient()
      .resize({ width: fullWidth, height: fullWidth * tallest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: decodeSeconds })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true }),
  )
  const look = { avif: { quality: 55, effort: 3 }, webp: { quality: 80, effort: 4 } }
  const files: Rendition[] = []
  // One after the other: how much of the machine pictures may take is decided by whoever calls this.
  for (const one of renditionsOf(key)) files.push(await encode(drawn.data, one, look))
  return { key, width: drawn.info.width, height: drawn.info.height, files }
}

/** Looks at the beginning of a file. Refuses: not-a-picture, picture-damaged, picture-too-large. */
export async function inspectPicture(bytes: Uint8Array): Promise<void> {
  const format = formatOf(bytes)
  if (!format) throw refuse('not-a-picture')
  const metadata = await decoding(async () => (await open(bytes)).metadata())
  if (!isOfFormat(metadata, format)) throw refuse('not-a-picture')
}

async function open(bytes: SharpInput) {
  const options: SharpOptions = { limitInputPixels: pictureLimits.mostPixels, failOn: 'error' }
  const sharp = await loadSharp()
  return sharp(bytes, options)
}

function isOfFormat(metadata: Metadata, format: ReturnType<typeof formatOf>): boolean {
  if (format === 'avif') return metadata.format === 'heif' && metadata.compression === 'av1'
  return metadata.format === format
}

/** The library says what is wrong with a file in words of its own. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error)) throw error
    if (/pixel limit/i.test(error.message)) {
      throw refuse('picture-too-large', { megapixels: pictureLimits.mostPixels / 1_000_000 })
    }
    if (/timeout/i.test(error.message)) throw refuse('uploads-busy')
    throw refuse('picture-damaged')
  }
}

type Look = { avif: { quality: number; effort: number }; webp: { quality: number; effort: number } }

async function encode(drawn: Buffer, one: ReturnType<typeof renditionsOf>[number], look: Look): Promise<Rendition> {
  const sharp = await loadSharp()
  const sized = sharp(drawn).resize({ width: one.width, withoutEnlargement: true })
  const encoded = one.format === 'avif' ? sized.avif(look.avif) : sized.webp(look.webp)
  return { file: one.file, bytes: await encoded.toBuffer() }
}

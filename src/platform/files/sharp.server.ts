import type Sharp from 'sharp'
import { loadedOnce } from '../loaded-once.server.ts'

/** The library that draws and encodes pictures. It takes 20 MB: it is loaded for the first picture. */
export const loadSharp: () => Promise<typeof Sharp> = loadedOnce(load)

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // Of the decoders that come with the library, those of the four kinds of pictures, and of the shop's own drawings: a file's
  // first bytes say which of them an upload reaches, and never that of drawings.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg'].map(kind => `VipsForeignLoad${kind}Buffer`),
  })
  return sharp
}

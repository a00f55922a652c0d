import type { Picture } from '#kernel/picture'

/** The home page's lists (specification, section 9; decisions, section 6). */
export const homeLists = { newTools: 3, popularTools: 6, popularDays: 90 }

/** The widths, in pixels, in which every picture is stored. */
export const pictureWidths = [320, 640, 960] as const

/** Where the renditions of a stored picture are: content-named files below `/images`. */
export function pictureOf(image: { key: string; width: number; height: number }): Picture {
  const sourceSet = (format: string) =>
    pictureWidths.map(width => `/images/${image.key}-${width}.${format} ${width}w`).join(', ')
  return {
    src: `/images/${image.key}-640.webp`,
    avif: sourceSet('avif'),
    webp: sourceSet('webp'),
    width: image.width,
    height: image.height,
  }
}

/** The readable part of a tool's address: `Brake disc, 302 mm` is `brake-disc-302-mm`. Never empty. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    // The accents of Latin letters, which the line above took apart from them.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return Array.from(words).slice(0, 80).join('').replace(/-+$/, '') || 'tool'
}

/** The public page of a tool. Encoded, because it also travels in a redirect's header. */
export function toolPath(tool: { _id: string; name: string }): string {
  return `/shop/${tool._id}/${encodeURIComponent(slugOf(tool.name))}`
}

export type StockState = 'in-stock' | 'below-minimum' | 'sold-out'

/** Whether a tool can be ordered now. What is left may be less than the least that is sold. */
export function stockStateOf(tool: { availableQuantity: number; minimumQuantity: number }): StockState {
  if (tool.availableQuantity <= 0) return 'sold-out'
  return tool.availableQuantity < tool.minimumQuantity ? 'below-minimum' : 'in-stock'
}

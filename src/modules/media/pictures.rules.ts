import type { Picture } from '#kernel/picture'

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

/** The renditions of a picture of which only the address is known, as an order keeps it; null for one that is kept elsewhere. */
export function pictureAt(address: string, shopUrl: string): Picture | null {
  const path = address.startsWith(`${shopUrl}/`) ? address.slice(shopUrl.length) : address
  const [, key] = /^\/images\/([0-9a-f]{24,64})-\d+\.webp$/.exec(path) ?? []
  return key ? pictureOf({ key, width: 640, height: 480 }) : null
}

/** The names of a picture's files. */
export const renditionPattern = new RegExp(`^([0-9a-f]{24,64})-(${pictureWidths.join('|')})\\.(avif|webp)$`)

/** The address of an uploaded picture, below the shop's own. */
export function picturePath(key: string): string {
  return `/images/${key}-${Math.max(...pictureWidths)}.webp`
}

/** The key of the picture that an address of this shop names, whichever of its files; undefined for any other address. */
export function pictureKeyOf(address: string, isOwnOrigin: (origin: string) => boolean): string | undefined {
  const own = 'http://this-shop'
  const url = URL.parse(address, own)
  if (!url || url.search || url.hash || url.username) return undefined
  if (url.origin !== own && !isOwnOrigin(url.origin)) return undefined
  const [, folder, file = '', rest] = url.pathname.split('/')
  return folder === 'images' && rest === undefined ? renditionPattern.exec(file)?.[1] : undefined
}

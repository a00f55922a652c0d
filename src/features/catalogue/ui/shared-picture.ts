import type { Tool } from '#contracts/catalogue'

/** The largest rendition of a tool's picture that those who show links can read; undefined without a picture of the shop's own. */
export function sharedPictureOf({ picture }: Tool) {
  if (!picture) return undefined
  const src = picture.webp.split(', ').at(-1)?.split(' ')[0]
  return src ? { src, width: picture.width, height: picture.height } : undefined
}

import * as z from 'zod/mini'
import { Address, SourceSet } from './addresses.ts'

/** A picture in the widths and formats that are stored; `src` is the one for clients that know nothing else. */
export const Picture = z.object({
  src: Address,
  avif: SourceSet,
  webp: SourceSet,
  /** The full size in pixels: the space that a page keeps for it. */
  width: z.number(),
  height: z.number(),
})
export type Picture = z.infer<typeof Picture>

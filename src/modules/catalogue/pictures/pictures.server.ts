import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { FieldError } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { pictureOf } from '#rules/media'
import { findPictures } from '#services/media'
import { problemOfPicture } from './missing.rules.ts'
import { toolFormProblems, toolProblems } from '../problems.texts.ts'
import type { PicturesInput, ToolPicture } from './pictures.contract.ts'

/** The pictures of a tool as they are stored: the first one in its row, those behind it in a table. */
export type StoredPictures = Columns<'tool', 'image_id' | 'image_url' | 'image_alt'> & {
  pictures: Columns<'tool_picture', 'image_id' | 'alt'>[]
}

type Input = { img?: string | null | undefined; pictures?: z.output<typeof PicturesInput> }
/** `shown_image_id`: what the shop shows first, which may be the picture of the tool's category. */
type ExistingPictures = StoredPictures & { shown_image_id: string | null }

/**
 * The pictures to store for a tool, or what is wrong with the input. A tool keeps the picture that it shows first, also where it is
 * its category's or on another host. Where the input has only the first, those behind it stay.
 */
export async function readPictures(
  ctx: Context,
  { img, pictures }: Input,
  existing: ExistingPictures | undefined,
): Promise<StoredPictures | { errors: FieldError[] }> {
  if (!img) return withoutFirst(pictures, existing)
  const requested = pictures?.length === 0 ? [{ img }] : pictures
  const ids = await findPictures(ctx, [img, ...(requested ?? []).map(picture => picture.img)])
  /** Null for the one on another host, which the tool has already. */
  const idOf = (address: string) => (existing?.image_url && existing.image_url === address ? null : ids.get(address))
  const first = idOf(img)
  if (first === undefined) return { errors: [{ field: 'img', message: toolProblems.pictureUnknown }] }
  const isShown =
    existing !== undefined && (first === null || (!existing.image_url && existing.shown_image_id === first))
  const of = { image_id: isShown ? existing.image_id : first, image_url: first === null ? img : null }
  if (!requested) {
    const behind = existing?.pictures ?? []
    const alt = isShown ? existing.image_alt : behind.find(({ image_id }) => image_id === first)?.alt
    return { ...of, image_alt: alt ?? '', pictures: behind.filter(({ image_id }) => image_id !== first) }
  }
  const errors = problemsOf(
    requested.map(picture => idOf(picture.img)),
    first,
  )
  if (errors.length > 0) return { errors }
  const [leading, ...behind] = requested
  return {
    ...of,
    image_alt: leading?.alt ?? '',
    pictures: behind.map(picture => ({ image_id: idOf(picture.img) ?? '', alt: picture.alt ?? '' })),
  }
}

/** An input without a first picture is right only for a tool that shows none. */
function withoutFirst(
  pictures: Input['pictures'],
  existing: ExistingPictures | undefined,
): StoredPictures | { errors: FieldError[] } {
  const message = problemOfPicture(undefined, existing && (existing.image_url ?? existing.shown_image_id))
  if (message || !existing) return { errors: [{ field: 'img', message: message ?? toolFormProblems.picture }] }
  if (pictures?.length) return { errors: [{ field: 'pictures', message: toolProblems.firstPictureDiffers }] }
  const { image_id, image_url, image_alt, pictures: behind } = existing
  return { image_id, image_url, image_alt, pictures: pictures ? [] : behind }
}

function problemsOf(ids: readonly (string | null | undefined)[], first: string | null): FieldError[] {
  const unknown = ids.flatMap((id, at) =>
    id === undefined ? [{ field: `pictures.${at}.img`, message: toolProblems.pictureUnknown }] : [],
  )
  if (unknown.length > 0) return unknown
  if (ids[0] !== first) return [{ field: 'pictures', message: toolProblems.firstPictureDiffers }]
  return new Set(ids).size < ids.length ? [{ field: 'pictures', message: toolProblems.pictureTwice }] : []
}

/** The pictures of a tool behind its first one; the tool is locked. */
export function readBehind(ctx: Context, toolId: string): Promise<StoredPictures['pictures']> {
  return ctx.db
    .selectFrom('tool_picture')
    .select(['image_id', 'alt'])
    .where('tool_id', '=', toolId)
    .orderBy('position')
    .execute()
}

/** Puts these pictures behind the first one of a tool, which is locked, or new. */
export async function writeBehind(ctx: Context, toolId: string, pictures: StoredPictures['pictures']): Promise<void> {
  await ctx.db.deleteFrom('tool_picture').where('tool_id', '=', toolId).execute()
  if (pictures.length === 0) return
  const rows = pictures.map((picture, at) => ({ ...picture, tool_id: toolId, position: at + 2 }))
  await ctx.db.insertInto('tool_picture').values(rows).execute()
}

/** What `picturesOf` reads of a tool. */
export const pictureColumns = sql`tool.image_alt, (
    select jsonb_agg(jsonb_build_object('key', image.key, 'alt', tool_picture.alt) order by tool_picture.position)
    from tool_picture join image on image.id = tool_picture.image_id where tool_picture.tool_id = tool.id
  ) as behind`
export type PicturesRow = Columns<'tool', 'image_alt'> & { behind: { key: string; alt: string }[] | null }

/** All pictures of a tool, `img` before the others. */
export function picturesOf(img: string | null, { image_alt: alt, behind }: PicturesRow): ToolPicture[] {
  const first = img === null ? [] : [{ img, alt }]
  return [...first, ...(behind ?? []).map(({ key, alt }) => ({ img: addressOf(key), alt }))]
}

/** As the first one's `img`. */
const addressOf = (key: string): string => pictureOf({ key, width: 4, height: 3 }).src

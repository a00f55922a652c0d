import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { optionalText, requiredText } from '#kernel/fields'
import { toolLimits } from '../catalogue.rules.ts'
import { pictureMissing } from './missing.rules.ts'

/** One picture of a tool. `alt`: what is to be seen, empty where nobody has said it. */
export const ToolPicture = z.object({ img: Address, alt: z.string() })
export type ToolPicture = z.infer<typeof ToolPicture>

/**
 * All pictures of a tool in their order, the one that `img` names first; addresses that the image host gave out. Left out, those
 * behind the first one stay.
 */
export const PicturesInput = z.optional(
  z
    .array(
      z.object(
        { img: requiredText(pictureMissing, 2000), alt: optionalText(toolLimits.alt) },
        'Say each picture by its address, `img`.',
      ),
      'Use a list of pictures.',
    )
    .check(z.maxLength(toolLimits.pictures, `Use at most ${toolLimits.pictures} pictures.`)),
)

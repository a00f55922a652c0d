import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { optionalText, requiredText } from '#kernel/fields'
import { toolLimits } from '../catalogue.rules.ts'
import { toolFieldTexts } from '../fields.texts.ts'
import { toolFormProblems } from '../problems.texts.ts'

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
        { img: requiredText(() => toolFormProblems.picture, 2000), alt: optionalText(toolLimits.alt) },
        { error: () => toolFieldTexts.picture },
      ),
      { error: () => toolFieldTexts.pictures },
    )
    .check(z.maxLength(toolLimits.pictures, { error: () => toolFieldTexts.mostPictures(toolLimits.pictures) })),
)

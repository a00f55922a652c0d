import { cleanText } from '#kernel/tables/cells'

/** As `cutText`, where there may be none. */
export const cutOrNull = (text: string | null | undefined, most: number): string | null =>
  text ? cutText(text, most) : null

/** The first characters of a text; a half of one at the cut goes, too. */
export const cutText = (text: string, most: number): string => cleanText(text.slice(0, most))

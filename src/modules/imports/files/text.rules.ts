/** Control characters and lone halves of characters would not survive the database. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what has to go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// oxlint-disable-next-line no-control-regex -- a quick look for what the line above takes out
const suspicious = /[\u0000-\u001f\u007f\ud800-\udfff]/

/** As `cutText`, where there may be none. */
export const cutOrNull = (text: string | null | undefined, most: number): string | null =>
  text ? cutText(text, most) : null

/** The first characters of a text; a half of one at the cut goes, too. */
export const cutText = (text: string, most: number): string => cleanText(text.slice(0, most))

export const cleanText = (text: string): string =>
  (suspicious.test(text) ? text.replace(unprintable, ' ') : text).trim()

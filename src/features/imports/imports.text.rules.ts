/** Control characters and lone halves of characters would not survive the database. */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what has to go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// oxlint-disable-next-line no-control-regex -- a quick look for what the line above takes out
const suspicious = /[\u0000-\u001f\u007f\ud800-\udfff]/

export const cleanText = (text: string): string =>
  (suspicious.test(text) ? text.replace(unprintable, ' ') : text).trim()

/** `cordless; 18 V`: what divides tags stands behind a backslash where it is part of one. */
export const joinTags = (tags: readonly string[]): string => tags.map(escaped).join('; ')

const escaped = (text: string) => text.replaceAll(/[\\;|]/g, String.raw`\$&`)
const unescaped = (text: string) => text.replaceAll(/\\([\\;|])/g, '$1').trim()

/** Tags as a file has them, with semicolons or bars between them. */
export function splitTags(text: string): string[] {
  const tags = text.match(/(?:\\.|[^\\;|])+|\\$/gs) ?? []
  return [...new Set(tags.map(unescaped).filter(Boolean))]
}

/** What is said of each picture, divided as tags are; empty where nothing is said of any. */
export const joinTexts = (texts: readonly string[]): string => (texts.some(Boolean) ? joinTags(texts) : '')

/** Each in its place: those behind the last that says something are left out. */
export function splitTexts(text: string): string[] {
  const texts = [...text.matchAll(/((?:\\.|[^\\;|])*)(?:[;|]|\\?$)/gs)].map(([, one = '']) => unescaped(one))
  return texts.slice(0, texts.findLastIndex(Boolean) + 1)
}

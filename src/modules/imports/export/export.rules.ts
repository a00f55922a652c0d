/** The files that the shop writes as it reads them, and their columns. */
export const exportColumns = {
  parts:
    'brand part_number name description category price stock minimum multiple unit weight low_stock_level tax_class tags universal pictures picture_texts'.split(
      ' ',
    ),
  prices: ['brand', 'part_number', 'price'],
  stock: ['brand', 'part_number', 'quantity'],
} as const

export type ExportKind = keyof typeof exportColumns
export const exportKinds = Object.keys(exportColumns) as readonly ExportKind[]

/** How many rows a page of an export has at most, and unless asked. */
export const exportPage = { most: 5000, usual: 1000 }

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

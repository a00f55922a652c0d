import { entryTexts } from './entries.texts.ts'

/** Names in braces within a text: `{shop}`. Whoever shows the text puts what they stand for in their places. */
const placeholder = /\{([^{}\s]*)\}/g

export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** What is wrong with the placeholders of a text; undefined if nothing. */
export function problemOfPlaceholders(text: string, allowed: readonly string[]): string | undefined {
  const unknown = placeholdersIn(text).find(name => !allowed.includes(name))
  return unknown === undefined ? undefined : entryTexts.noPlaceholder(unknown, allowed)
}

/** The text with what its placeholders stand for. One that nothing is known for stays as it is. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (all, name: string) => values.get(name) ?? all)
}

import { texts } from '#kernel/texts'

const inBraces = (names: readonly string[]) => names.map(name => `{${name}}`)

/** What is wrong with what an owner writes. */
export const entryTexts = texts('content.entries', {
  noPlaceholder: (unknown: string, allowed: readonly string[]) => {
    const written = inBraces(allowed)
    const choice = written.length > 1 ? `${written.slice(0, -1).join(', ')} or ${written.at(-1)}` : written.join('')
    return `{${unknown}} stands for nothing here. Use ${choice}, or leave out the braces.`
  },
  needed: (missing: readonly string[]) =>
    `Whoever reads this needs ${inBraces(missing).join(' and ')}: write it into the subject or the text.`,
  noPage: (path: string) => `The shop has no page ${path}. Write it first, or lead somewhere else.`,
})

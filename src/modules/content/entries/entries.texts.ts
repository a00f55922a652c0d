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

/** What is said of the fields of what an owner writes. */
export const entryFieldTexts = texts('content.entryFields', {
  slug: 'Use small letters, digits and single hyphens.',
  nowhere: (place: string, to: string) => `${place}.to: "${to}" leads nowhere`,
  twice: (place: string, index: number, slug: string) => `${place}.${index}.slug: "${slug}" stands there twice`,
  object: 'This must be an object with fields.',
  version: 'Say which version was read.',
  words: 'Write something here.',
  room: (most: number) => `There is room for ${most} here. Remove some.`,
  link: 'Use a path of this shop, such as /shop or /pages/contact, or an address that begins with https://.',
})

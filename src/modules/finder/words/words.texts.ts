import { texts } from '#kernel/texts'

/** What cannot be used in the file of synonyms. */
export const synonymTexts = texts('finder.synonyms', {
  phrase: 'Use a word or a phrase.',
  group: 'A group has at least two words or phrases.',
  find: 'Name what it is to find.',
  noWord: (place: string, phrase: string) => `${place}: "${phrase}" has no word in it`,
  twice: (place: string, phrase: string) => `${place}: "${phrase}" stands there twice`,
})

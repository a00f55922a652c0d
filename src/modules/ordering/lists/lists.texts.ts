import { texts } from '#kernel/texts'

/** What is not as it was when a line was saved or ordered. */
export const listDifferences = texts('ordering.listDifferences', {
  gone: 'This is no longer sold.',
  price: (now: string, then: string) => `The price is ${now} now. It was ${then}.`,
})

import { texts } from '#kernel/texts'

/** What is not as it was when a line was saved or ordered. */
export const listDifferences = texts('ordering.listDifferences', {
  gone: 'This is no longer sold.',
  price: (now: string, then: string) => `The price is ${now} now. It was ${then}.`,
})

/** What is said of the fields of lists of parts. */
export const listFieldTexts = texts('ordering.listFields', {
  name: 'Give the list a name.',
  lines: 'Send at least one line.',
  quantities: 'Each line needs a quantity of 1 or more.',
  both: 'Send an order or lines, not both.',
  line: 'Name a line of the list.',
  oneOrMore: 'Choose a quantity of 1 or more, or remove the line.',
})

import { texts } from '#kernel/texts'

/** What is said of amounts and units that go back, and of a line that an order does not have. */
export const orderProblems = texts('ordering.orderProblems', {
  aboveZero: 'Use an amount above zero, such as 177.24.',
  returnedUnits: 'Name each line once, with the whole number of its units.',
  line: (position: number) => `line ${position}`,
})

import { texts } from '#kernel/texts'

/** What is said of an amount that was sent, and of a line that an order does not have. */
export const orderProblems = texts('ordering.orderProblems', {
  amount: 'Use an amount such as 177.24.',
  aboveZero: 'Use an amount above zero, such as 177.24.',
  line: (position: number) => `line ${position}`,
})

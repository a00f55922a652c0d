import { texts } from '#kernel/texts'

/** What is said of an amount in the address or the body of a call. */
export const amountProblems = texts('ordering.amountProblems', {
  amount: 'Use an amount such as 177.24.',
  aboveZero: 'Use an amount above zero, such as 177.24.',
})

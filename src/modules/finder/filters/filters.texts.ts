import { texts } from '#kernel/texts'

/** What is wrong with what a search is narrowed by. */
export const filterProblems = texts('finder.filterProblems', {
  pricesHidden: 'Sign in to sort or filter by price.',
  amount: 'Use an amount of the shop’s currency.',
  rating: 'Use 1 to 5.',
  trueOrFalse: 'Use true or false.',
  anyOf: (values: readonly string[]) => `Use ${values.join(', ')}, or several of them.`,
  oneSpan: (attribute: string) => `Use one span of numbers, such as ${attribute}:10..20.`,
  position: 'Use front or rear.',
  vehicleFirst: 'Choose a vehicle first.',
})

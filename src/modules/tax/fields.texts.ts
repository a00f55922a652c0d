import { texts } from '#kernel/texts'

/** What is said of the fields of the table of taxes. */
export const taxFieldTexts = texts('tax.fields', {
  country: 'Choose a country.',
  name: 'Name the class.',
  key: 'Use lower-case letters, digits and hyphens, a letter first, such as reduced.',
  rate: 'Enter the rate.',
  percentage: 'Use a percentage with its sign, such as 19%.',
  reason: (reasons: string) => `Use one of ${reasons}.`,
  list: 'Use a list of rows.',
  rows: (most: number) => `Use at most ${most} rows.`,
  standard: 'The standard rate is above 0%: use Z, or say why nothing is taxed.',
  only: 'Only S has a rate.',
  region: 'The row for everywhere else has no region. Leave this empty, or choose a country.',
  twice: 'Another row says this of the same place already. Remove one of them.',
})

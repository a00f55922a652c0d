import { texts } from '#kernel/texts'

/** Why a tool is not edited. */
export const editProblems = texts('catalogue.editProblems', {
  'price-too-low': 'The price would not be above 0.',
  'price-too-high': 'The price would be more than the shop can charge.',
  'minimum-not-multiple': 'The minimum order quantity would be no multiple.',
  'minimum-too-high': 'The minimum order quantity would be more than what is available.',
  'stock-held': 'Orders hold, or have taken, units that would go.',
  'stock-too-much': 'That is more than can be counted.',
  'too-many-tags': 'There would be more than 12 key features.',
  'changed-meanwhile': 'Somebody has changed or deleted it meanwhile.',
  'category-gone': 'The category has been removed meanwhile; the tool stays where it is.',
  'not-permitted': 'Whoever asked for this may not change it any more.',
  'number-taken': 'Another tool has its part number by now.',
})
export type EditProblem = keyof typeof editProblems

/** What is said of the fields of edits of many tools. */
export const editFieldTexts = texts('catalogue.editFields', {
  number: 'Use a number such as 12.5.',
  step: 'Use an amount such as 0.05.',
  most: (most: number) => `Use at most ${most}.`,
  change: 'Choose what to change.',
  tools: 'Tick some tools.',
  mostTools: (most: number) => `Tick ${most} at most.`,
  scope: 'Tick some tools, or choose all that a filter shows.',
})

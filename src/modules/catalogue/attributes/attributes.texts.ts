import { texts } from '#kernel/texts'

/** Why an attribute, or a value of one, cannot be as somebody wants it. */
export const attributeProblems = texts('catalogue.attributeProblems', {
  unknown: 'The category has no such attribute.',
  nameTaken: ({ name, category }: { name: string; category: string }) =>
    `“${name}” is an attribute of ${category}. A category, those above and those below it share their attributes’ names.`,
  namesMeet: ({ name, one, other }: { name: string; one: string; other: string }) =>
    `“${name}” is an attribute of ${one} and of ${other}. Rename or remove one of them first.`,
  choiceUnknown: 'One of the choices is not among those of the attribute.',
  unitOfNumber: 'Only numbers have a unit.',
  number: 'Use a number such as 58.5, with at most 9 digits before the point and 6 behind it, and without its unit.',
  yesOrNo: 'Use yes or no.',
  oneOf: (choices: string[]) => `Use one of: ${choices.join(', ')}.`,
  choice: 'Use one of its choices.',
  tooLong: (most: number) => `Use at most ${most} characters.`,
})

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

/** What is said of the fields of attributes and their values. */
export const attributeFieldTexts = texts('catalogue.attributeFields', {
  name: 'Give the attribute a name.',
  letters: 'Use a name with letters or digits.',
  brackets: 'Leave out brackets: in files the unit stands in them, behind the name.',
  unitBrackets: 'Leave out the brackets.',
  choiceName: 'Give the choice a name.',
  choices: 'Give at least one choice.',
  mostChoices: (most: number) => `Use at most ${most} choices.`,
  choiceTwice: 'Two choices have the same name.',
  kind: 'Say what kind of value it has: text, number, yes-no or choice.',
  version: 'version is required',
  place: 'Say where it goes.',
  text: 'Use a text.',
  values: 'Use names of attributes with their values.',
  most: 'Use at most 200 attributes.',
})

import { texts } from '#kernel/texts'

/** Why a category cannot be called as somebody wants it, or be put there; that there is none, tools say in the same words. */
export const categoryProblems = texts('catalogue.categoryProblems', {
  nameTaken: 'There is a category of this name beside it.',
  addressTaken: 'Another category has this address, or had it: links still lead there.',
  placeInside: 'A category cannot be put into itself, or into one below it.',
  tooDeep: (most: number) => `Categories go ${most} levels deep at most.`,
  branchUnknown: (name: string) => `There is no branch called ${name}.`,
})

/** What is said of the fields of categories. */
export const categoryFieldTexts = texts('catalogue.categoryFields', {
  sign: 'Leave out the sign >, which stands between categories in files.',
  address: 'Use small letters, digits and hyphens, such as brake-pads.',
  name: 'Give the category a name.',
  place: 'Say where it goes.',
  branches: 'Choose at least one branch.',
  mostBranches: 'Choose at most 100 branches.',
})

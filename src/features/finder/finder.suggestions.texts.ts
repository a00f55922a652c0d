/** What is said below the search while somebody types. */
export const suggestionTexts = {
  suggestions: 'Found so far',
  allResults: (count: string) => `All ${count} results`,
  searchFor: (words: string) => `Search for “${words}”`,
  oneResult: 'Show the result',
  noSuggestion: 'Nothing found so far. Press Enter to see what can be done.',
  searchFailed: 'The search did not answer. Press Enter to try again.',
  foundAloud: (count: string) => `${count} found. Use the arrow keys.`,
}

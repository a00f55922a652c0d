import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What is said below the search while somebody types. */
export const suggestionTexts = texts('finder.suggestion', {
  suggestions: 'Suggestions',
  allResults: (count: string) => `All ${count} results`,
  searchFor: (words: string) => sentence`Search for “${words}”`,
  oneResult: 'Show the result',
  forVehicle: (vehicle: string) => sentence`For ${vehicle}:`,
  chooseVehicle: (name: string) => sentence`${name}: press Enter to choose the vehicle.`,
  noSuggestion: 'No matches yet. Keep typing, or press Enter for other ways to find it.',
  searchFailed: 'The search is not responding. Press Enter to try again.',
  foundAloud: (count: string) => `${count} found. Use the arrow keys.`,
})

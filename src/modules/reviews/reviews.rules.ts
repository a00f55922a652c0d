/** What a review may be. Pure, so that browser and server say the same. */

export { type Decision, type ReviewState, reviewStates } from './states.rules.ts'

/** The choices of the rating, as the form offers them (specification, section 2). */
export const ratings = [5, 4, 3, 2, 1] as const

/** Length of the words in characters, as a reader counts them: an emoji is one. */
export const reviewLength = { least: 10, most: 2000 }

export const lengthOf = (text: string): number => Array.from(text).length

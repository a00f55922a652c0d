export const takeStates = ['open', 'booked', 'discarded'] as const
/** What became of a count: `held` where orders hold units that would go, `gone` where the tool is no longer sold. */
export const countOutcomes = ['same', 'booked', 'held', 'gone'] as const

export const stockLimits = {
  note: 120,
  /** Counts that one call takes. */
  counts: 500,
  /** Rows and characters of a file: within what a call takes. */
  rows: 5000,
  characters: 150_000,
  mostCounted: 999_999_999,
}

/** Why a row of counts was not taken. */
export const countProblems = {
  unknown: 'The shop sells nothing with this number.',
  ambiguous: 'Several tools have this number. Say the brand.',
  unclear: 'The shop writes this number with other signs. Write it as the shop does.',
  twice: 'This tool stands in an earlier row. Add the two counts up in one row.',
  malformed: 'The count is no whole number of units.',
  missing: 'The part number is missing.',
} as const
export type CountProblem = keyof typeof countProblems

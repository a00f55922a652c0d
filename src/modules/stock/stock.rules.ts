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

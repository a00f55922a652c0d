export const stockLimits = {
  note: 120,
  /** Counts that one call takes. */
  counts: 500,
  /** Rows and characters of a file: within what a call takes. */
  rows: 5000,
  characters: 150_000,
  mostCounted: 999_999_999,
}

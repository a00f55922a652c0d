/** How far the work on an import is: one reckoning for the command's bar and the page's. Pure. */

export const phases = ['waiting', 'reading', 'checking', 'committing', 'undoing'] as const
export type Phase = (typeof phases)[number]

/** What whoever does the work knows of it. */
export type Progress = {
  phase: Phase
  /** Which step is being done, the first 0, of how many. */
  step: number
  steps: number
  /** Rows that it has gone through, each once a step. */
  rows: number
  /** Of how many; null while nobody knows: a file tells at its end how many rows it has. */
  of: number | null
  /** Of the files, while they are read. */
  bytes: { done: number; of: number } | null
}

/** What can be said of it. Null is what is not known yet. */
export type Measured = Omit<Progress, 'bytes'> & {
  /** From 0 to 1: of the rows, or of the files' size while the rows are not counted. */
  share: number | null
  rowsASecond: number | null
  secondsLeft: number | null
}

/** A rate over a shorter time than this is chance. */
const leastSeconds = 0.5

/** `seconds`: since the phase began. */
export function measure({ bytes, ...now }: Progress, seconds: number): Measured {
  const [done, of] = now.of === null ? [bytes?.done ?? 0, bytes?.of ?? 0] : [now.rows, now.of]
  const share = of > 0 ? Math.min(1, Math.max(0, done / of)) : null
  const isTelling = seconds >= leastSeconds
  return {
    ...now,
    share,
    rowsASecond: isTelling && now.rows > 0 ? now.rows / seconds : null,
    secondsLeft: isTelling && share ? (seconds / share) * (1 - share) : null,
  }
}

/** After so long without a sign of life the page says so. */
export const silentSeconds = 30

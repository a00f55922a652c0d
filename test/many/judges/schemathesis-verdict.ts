import type { RunEnd } from './run-judge.ts'

/** What schemathesis writes of a run at its end (`--report json`), as far as it is read. */
export type Report = {
  complete: boolean
  stop_reason: string
}

export type Judged = {
  end: RunEnd
  /** How long it was to judge. */
  seconds: number
  /** `null` where it wrote none. */
  report: Report | null
  /** The operations that it was to call. */
  operations: readonly string[]
  /** Each call that was answered, by its operation, as its hook has written it down; `undefined` where that is gone. */
  calls: readonly string[] | undefined
}

/** Its own clock begins after its start and is looked at between calls. */
const earlySeconds = 1

/**
 * Why a run says nothing of the shop, or what it says against it; `undefined` where all was asked for the whole of its time. A status
 * of 0 alone is no proof: a judge that ends early has found nothing wrong.
 */
export function objection({ end, seconds, report, operations, calls }: Judged): string | undefined {
  const ran = `${end.seconds.toFixed(0)} of ${seconds} s`
  if (end.problem !== undefined) return `schemathesis was not started: ${end.problem}`
  if (end.signal !== null) return `schemathesis was ended by ${end.signal} after ${ran}, and not by its own time`
  if (end.status !== 0) return `schemathesis ended with ${end.status} after ${ran}: what it found stands below`
  if (!report) return `schemathesis ended after ${ran} and wrote no report, so nobody knows what it has judged`
  const isOver = report.complete && ['max_time', 'completed'].includes(report.stop_reason)
  if (!isOver) return `schemathesis stopped after ${ran} by "${report.stop_reason}", before it was through`
  if (report.stop_reason === 'max_time' && end.seconds < seconds - earlySeconds)
    return `schemathesis says that its time was over after ${ran}`
  if (!calls) return `schemathesis ended after ${ran}, and what it called is gone, perhaps with the folder of the test`
  const asked = new Set(calls)
  const never = operations.filter(operation => !asked.has(operation))
  if (never.length === 0 && operations.length > 0) return undefined
  const some = never.slice(0, 10).join(', ')
  return (
    `schemathesis called ${operations.length - never.length} of ${operations.length} operations in ${ran} and ${calls.length} calls. ` +
    `Give it more JUDGE_SECONDS, or see why it never called ${some}${never.length > 10 ? ' and others' : ''}`
  )
}

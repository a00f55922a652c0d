/**
 * What a step of the gate came to: `{ passed, failed, skipped, reason }`. `reason` says in a few words why something
 * failed or was skipped where the numbers alone do not.
 */
export const nothing = { passed: 0, failed: 0, skipped: 0 }
export const onePassed = { ...nothing, passed: 1 }
export const oneFailed = reason => ({ ...nothing, failed: 1, reason })
export const oneSkipped = reason => ({ ...nothing, skipped: 1, reason })

export function sum(results) {
  return results.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    nothing,
  )
}

/** Reads Vitest's JSON report. A test that passed only when it was repeated has failed. */
export function countVitest(reportText, status) {
  if (!reportText) return oneFailed('the runner left no report')
  const result = { ...nothing }
  for (const { status: fileStatus, assertionResults } of JSON.parse(reportText).testResults) {
    const failed = assertionResults.filter(hasFailed).length
    result.failed += failed
    result.passed += assertionResults.filter(test => test.status === 'passed' && !hasFailed(test)).length
    result.skipped += assertionResults.filter(({ status: outcome }) => !['passed', 'failed'].includes(outcome)).length
    // A file that cannot be loaded has no tests to fail.
    if (fileStatus === 'failed' && failed === 0) result.failed += 1
  }
  return judged(result, status)
}

function hasFailed({ status, failureMessages }) {
  return status === 'failed' || (status === 'passed' && failureMessages?.length > 0)
}

/** Reads Playwright's JSON report. A test that passed only when it was repeated has failed. */
export function countPlaywright(reportText, status) {
  if (!reportText) return oneFailed('the runner left no report')
  const { stats, errors = [] } = JSON.parse(reportText)
  const failed = stats.unexpected + stats.flaky + errors.length
  return judged({ passed: stats.expected, failed, skipped: stats.skipped }, status)
}

/** A runner that is content although it ran nothing, or discontent although nothing failed, has failed. */
function judged(result, status) {
  if (result.failed > 0) return result
  if (result.passed === 0) return { ...result, failed: 1, reason: 'no test was run' }
  if (status !== 0) return { ...result, failed: 1, reason: `the runner ended with status ${status}` }
  return result
}

/** Where everything can be had, as in CI, something left out is something not proved. */
export function strict(result) {
  if (result.skipped === 0) return result
  const reason = result.reason ?? `${result.skipped} skipped`
  return {
    ...result,
    failed: result.failed + result.skipped,
    skipped: 0,
    reason: `${reason} (in CI a skip is a failure)`,
  }
}

/** The last line that the gate prints. */
export function verdict({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

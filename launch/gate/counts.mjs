import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What a step of the gate came to: `{ passed, failed, skipped, reason, failures, files }`. `reason` says in a few words
 * why something failed or was skipped where the numbers alone do not; `failures` names the tests that failed; `files` has
 * `{ file, durationMs }` of each file of tests.
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

/** The tag of a test that `npm test` leaves to `npm run test:long`. */
export const longTag = 'long'

/**
 * Reads Vitest's JSON report of one tier, 'short' or 'long': tests of the other are not counted. A test that passed only
 * when it was repeated has failed.
 */
export function countVitest(reportText, status, tier = 'short') {
  if (!reportText) return oneFailed('the runner left no report')
  const result = { ...nothing, failures: [], files: [] }
  for (const report of JSON.parse(reportText).testResults) {
    const { name: file, status: fileStatus, message } = report
    const assertionResults = report.assertionResults.filter(
      test => !isSkipped(test) || (test.tags ?? []).includes(longTag) === (tier === 'long'),
    )
    result.files.push({ file: path.relative(process.cwd(), file ?? ''), durationMs: report.endTime - report.startTime })
    const failed = assertionResults.filter(hasFailed)
    result.failed += failed.length
    result.failures.push(
      ...failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0])),
    )
    result.passed += assertionResults.filter(test => test.status === 'passed' && !hasFailed(test)).length
    result.skipped += assertionResults.filter(isSkipped).length
    // A file that cannot be loaded has no tests to fail.
    if (fileStatus === 'failed' && failed.length === 0) {
      result.failed += 1
      result.failures.push(failure(file, 'the file itself', message))
    }
  }
  return judged(result, status)
}

function isSkipped({ status }) {
  return !['passed', 'failed'].includes(status)
}

/** One failed test in a few lines: a reader of the last lines of a long run sees what to look at. */
function failure(file, title, message = '') {
  const said = stripVTControlCharacters(message).split('\n').slice(0, 3)
  return [`${path.relative(process.cwd(), file ?? '')} › ${title}`, ...said].join('\n    ').trimEnd()
}

function hasFailed({ status, failureMessages }) {
  return status === 'failed' || (status === 'passed' && failureMessages?.length > 0)
}

/** Reads Playwright's JSON report. A test that passed only when it was repeated has failed. */
export function countPlaywright(reportText, status) {
  if (!reportText) return oneFailed('the runner left no report')
  const { stats, errors = [], suites = [] } = JSON.parse(reportText)
  const failed = stats.unexpected + stats.flaky + errors.length
  const failures = [
    ...suites.flatMap(failuresOfSuite),
    ...errors.map(({ message }) => failure('e2e', 'outside any test', message)),
  ]
  const files = suites.map(suite => ({ file: `e2e/${suite.file}`, durationMs: durationOf(suite) }))
  return judged({ passed: stats.expected, failed, skipped: stats.skipped, failures, files }, status)
}

/** The time of all tests of a suite, added up: those that ran at once count each. */
function durationOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(durationOf)].reduce((sum, durationMs) => sum + durationMs, 0)
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const message = results.find(({ error }) => error)?.error.message
        return failure(file, `${title} [${projectName}]`, message)
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
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

import { oneFailed, strict, sum, verdict } from './counts.mjs'
import { Interrupted, SetupProblem, throwIfInterrupted } from '../process.mjs'
import { seconds } from '../progress.mjs'

/**
 * Runs steps one after the other, all of them whatever fails before, and prints what came of each. A step is
 * `{ name, run, needs }`: `run` resolves to a result of counts.mjs; `needs` names the step without which it makes no
 * sense. Resolves to the exit status.
 */
export async function runGate(steps) {
  const rows = []
  for (const step of steps) {
    console.log(`\n▶ ${step.name}`)
    const start = performance.now()
    const result = await resultOf(step, rows)
    rows.push({ name: step.name, durationMs: performance.now() - start, ...result })
    if (result.reason) console.log(`${step.name}: ${result.reason}`)
  }
  const total = sum(rows)
  const failures = rows.flatMap(({ name, failures: ofStep = [] }) => ofStep.map(failure => `${name}: ${failure}`))
  const report = [...failures, slowest(rows), table(rows), verdict(total)]
  console.log(`\n${report.join('\n\n')}`)
  return total.failed > 0 ? 1 : 0
}

const slowestShown = 10

/** Where the time went: the files of tests that took longest, over all steps. */
function slowest(rows) {
  const files = rows
    .flatMap(({ files: ofStep = [] }) => ofStep)
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, slowestShown)
  return files.map(({ file, durationMs }) => `${seconds(durationMs).padStart(8)}  ${file}`).join('\n')
}

async function resultOf(step, rows) {
  if (rows.some(({ name, failed }) => name === step.needs && failed > 0)) {
    return oneFailed(`not run, because ${step.needs} failed`)
  }
  try {
    const result = await step.run()
    throwIfInterrupted()
    return process.env.CI ? strict(result) : result
  } catch (error) {
    throwIfInterrupted()
    if (error instanceof Interrupted) throw error
    return oneFailed(error instanceof SetupProblem ? error.message : (error.stack ?? String(error)))
  }
}

function table(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, passed, failed, skipped, durationMs, reason }) => {
      const numbers = [
        `${passed} passed`.padStart(13),
        `${failed} failed`.padStart(11),
        `${skipped} skipped`.padStart(12),
      ]
      const [firstLine = ''] = (reason ?? '').split('\n')
      return [name.padEnd(width), ...numbers, seconds(durationMs).padStart(8), ` ${firstLine}`].join(' ').trimEnd()
    })
    .join('\n')
}

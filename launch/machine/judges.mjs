import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root, run } from '../process.mjs'
import { withProgress } from '../progress.mjs'
import { pythonEnvironment } from './python.mjs'
import { causeIn, findProgram, provideProgram } from './system-packages.mjs'

/** From Python's package index: what calls all that the API's document has, and the published form of traces. */
const pythonJudges = ['schemathesis==4.32.2', 'opentelemetry-proto==1.45.2']

const python = pythonEnvironment('judges', pythonJudges)
export const judgeProgram = python.program
export const hasPythonJudges = python.isThere

/** Built of Go's modules, in the releases that `test/many/judges/…/go.sum` holds. */
const goProgram = source => path.join(root, 'node_modules/.cache', `judge-${source}`)
export const composeReader = goProgram('compose')
export const collectorProgram = goProgram('collector')
export const hasComposeReader = () => existsSync(composeReader)
export const hasCollector = () => existsSync(collectorProgram)

/**
 * Gets what judges the shop from outside. Resolves to whether anything of it is there, and why not all of it is.
 */
export async function provideJudges() {
  const all = [
    await providePrometheus(),
    await python.provide(),
    await provideGoProgram('compose', 'parser of Compose'),
    await provideGoProgram('collector', 'collector of OpenTelemetry'),
    findSystemd(),
  ]
  const reasons = all.filter(Boolean)
  return { canRun: reasons.length < all.length, reason: reasons.join('; ') || undefined }
}

/** Part of the system, or not: nothing that a test may install. */
function findSystemd() {
  return findProgram('systemd-analyze') ? undefined : 'no systemd-analyze here (this system has another init)'
}

async function providePrometheus() {
  const hindrance = await provideProgram('prometheus')
  return hindrance && `no prometheus here (${hindrance})`
}

/** By the Go that is there: the one of a Debian may be too old. */
async function provideGoProgram(source, name) {
  const go = findProgram('go')
  if (!go) return `no ${name} here (this system has no go)`
  return withProgress({ doing: `Building the ${name}`, done: `Built the ${name}` }, async () => {
    const env = { ...process.env, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
    const folder = path.join(root, 'test/many/judges', source)
    // One that was built of other sources would judge in place of the one that is missing.
    rmSync(goProgram(source), { force: true })
    const built = await run(go, ['build', '-C', folder, '-o', goProgram(source), '.'], { quiet: true, env })
    return built.status === 0 ? undefined : `no ${name} here (${causeIn(built.output)})`
  })
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run } from '../process.mjs'
import { withProgress } from '../progress.mjs'
import { causeIn, findProgram, installPackage, provideProgram, whyNotInstallable } from './system-packages.mjs'

/** From Python's package index: what calls all that the API's document has, and the published form of traces. */
const pythonJudges = ['schemathesis==4.32.2', 'opentelemetry-proto==1.45.2']

const cache = path.join(root, 'node_modules/.cache')
const folder = path.join(cache, 'judges')
const mark = path.join(folder, 'installed')
/** Its programs name their folder: of a copy of the project they would run those of the one that was copied. */
const marked = [folder, ...pythonJudges].join('\n')

export const judgeProgram = name => path.join(folder, 'bin', name)

export function hasPythonJudges() {
  return existsSync(mark) && readFileSync(mark, 'utf8') === marked
}

/** Built of Go's modules, in the releases that `test/many/judges/…/go.sum` holds. */
const goProgram = source => path.join(cache, `judge-${source}`)
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
    await providePython(),
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

/** In an environment of their own below the packages of the project: nothing of the system is changed. */
async function providePython() {
  if (hasPythonJudges()) return undefined
  const wanted = pythonJudges.join(' and ')
  const python = findProgram('python3')
  if (!python) return `no ${wanted} here (this system has no python3)`
  return withProgress({ doing: `Installing ${wanted}`, done: `Done with ${wanted}` }, async () => {
    rmSync(folder, { recursive: true, force: true })
    const make = () => run(python, ['-m', 'venv', '--clear', folder], { quiet: true })
    if ((await make()).status !== 0) {
      // Debian has the half of it in a package of its own.
      const hindrance = whyNotInstallable() ?? (await installPackage(['python3-venv']))
      if (hindrance || (await make()).status !== 0) {
        return `no ${wanted} here (python3 makes no virtual environment${hindrance ? `; ${hindrance}` : ''})`
      }
    }
    const options = ['--quiet', '--disable-pip-version-check', '--no-input']
    const installed = await run(judgeProgram('pip'), ['install', ...options, ...pythonJudges], { quiet: true })
    if (installed.status !== 0) return `no ${wanted} here (${causeIn(installed.output)})`
    writeFileSync(mark, marked)
    return undefined
  })
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

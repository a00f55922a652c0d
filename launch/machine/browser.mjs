import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from '../process.mjs'
import { commandOf, environment, pinnedNode } from '../setup.mjs'
import { findProgram, installPackage, isDebian, whyNotInstallable } from './system-packages.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const answerTimeoutMs = 30_000

/**
 * A Chromium for the browser tests: one of this machine, or Playwright's own, which no other program meets, or the
 * system's package. Resolves to the changes to their environment as `{ changes }`, or to `{ reason }` when there is none to
 * be had.
 */
export async function provideBrowser() {
  const found = findBrowser()
  if (found) return { changes: { CHROMIUM_PATH: found } }
  if (await installOwn()) return { changes: { CHROMIUM_PATH: undefined } }
  const hindrance = isDebian() ? (whyNotInstallable() ?? (await installPackage(['chromium']))) : 'this is no Debian'
  const installed = findBrowser()
  if (installed) return { changes: { CHROMIUM_PATH: installed } }
  return { reason: `no Chromium here (Playwright's own does not start; ${hindrance})` }
}

/** Whether Playwright's own browser is there now, and starts: on a bare system it lacks libraries. */
async function installOwn() {
  const env = environment()
  const args = [commandOf('@playwright/test', 'playwright'), 'install', '--no-shell', 'chromium']
  const { status } = await run(pinnedNode(), args, { env })
  if (status !== 0) return false
  const open = `import { chromium } from '@playwright/test'
    await (await chromium.launch({ channel: 'chromium', args: ['--no-sandbox'] })).close()`
  const started = await run(pinnedNode(), ['--input-type=module', '-e', open], { env, quiet: true })
  return started.status === 0
}

function findBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, ...names.map(findProgram), ...macApplications.filter(existsSync)]
  return candidates.find(file => file && answers(file))
}

/** Some systems have under this name only a note on where to get the program. */
function answers(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: answerTimeoutMs }).status === 0
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './process.mjs'
import { commandOf, environment, pinnedNode } from './setup.mjs'
import { findProgram, installPackage, isDebian, whyNotInstallable } from './system-packages.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const answerTimeoutMs = 30_000

/**
 * A Chromium for the browser tests, installed if need be: the changes to their environment as `{ changes }`, or
 * `{ reason }` when there is none to be had.
 */
export async function provideBrowser() {
  const found = findBrowser()
  if (found) return { changes: { CHROMIUM_PATH: found } }
  const reason = isDebian() && !whyNotInstallable() ? await installPackage(['chromium']) : undefined
  const installed = findBrowser()
  if (installed) return { changes: { CHROMIUM_PATH: installed } }
  const { status } = await run(pinnedNode(), [commandOf('@playwright/test', 'playwright'), 'install', 'chromium'], {
    env: environment(),
  })
  if (status === 0) return { changes: { CHROMIUM_PATH: undefined } }
  const causes = [reason, 'Playwright could not install one'].filter(Boolean).join('; ')
  return { reason: `no Chromium here (${causes})` }
}

function findBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, ...names.map(findProgram), ...macApplications.filter(existsSync)]
  return candidates.find(file => file && answers(file))
}

/** Some systems have under this name only a note on where to get the program. */
function answers(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: answerTimeoutMs }).status === 0
}

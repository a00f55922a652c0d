import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { provideBrowser } from '../machine/browser.mjs'
import { countPlaywright, countVitest, longTag, oneFailed, onePassed, oneSkipped } from './counts.mjs'
import { run } from '../process.mjs'
import { buildIfStale, commandOf, environment, pinnedNode } from '../setup.mjs'
import { readIfThere } from '../stamp.mjs'

/** The tests bring databases of their own: those of whoever runs them are left alone. */
const noDatabases = { DATABASE_URL: undefined, TEST_DATABASE_URL: undefined }

function runTool([packageName, command, ...args], changes = {}) {
  const script = commandOf(packageName, command)
  const env = environment({ ...noDatabases, ...changes })
  // Playwright ends the programs that it started after Ctrl-C only.
  return run(pinnedNode(), [script, ...args], { env, stopSignal: 'SIGINT' })
}

/** `tools` are run one after the other: each the name of a package, of its command, and arguments. */
function toolStep(name, ...tools) {
  return {
    name,
    async run() {
      for (const tool of tools) {
        const { status } = await runTool(tool)
        if (status !== 0) return oneFailed(`${tool[1]} ended with status ${status}`)
      }
      return onePassed
    },
  }
}

export const fastSteps = [
  toolStep('types', ['@react-router/dev', 'react-router', 'typegen'], ['typescript', 'tsc']),
  toolStep('format', ['oxfmt', 'oxfmt', '--check']),
  toolStep('lint', ['oxlint', 'oxlint', '--type-aware']),
  // An export that no file imports is no longer one.
  toolStep('exports', ['knip', 'knip', '--no-progress', '--include', 'exports,types,files']),
  { name: 'unit', run: () => runVitest('unit') },
]

export const buildStep = {
  name: 'build',
  async run() {
    await buildIfStale()
    return onePassed
  },
}

/** The report goes through a file, because the screen shows the readable one. */
async function withReport(runner) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tappet-report-'))
  const file = path.join(folder, 'report.json')
  try {
    const { status } = await runner(file)
    return { status, report: readIfThere(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the tests of one tier: 'short', or 'long' for those that say so by their tag. */
export async function runVitest(project, { tier = 'short', changes } = {}) {
  const { status, report } = await withReport(file => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const tags = `--tags-filter=${tier === 'long' ? longTag : `!${longTag}`}`
    const args = ['run', '--project', project, tags, '--retry=0', '--allowOnly=false', ...reporters]
    return runTool(['vitest', 'vitest', ...args], changes)
  })
  return countVitest(report, status, tier)
}

/** Runs the journeys of one tier: playwright.config.ts says which those are. */
export async function runPlaywright({ tier = 'short', changes } = {}) {
  const { status, report } = await withReport(file => {
    const args = ['test', '--reporter=list,json', '--retries=0', '--forbid-only']
    const more = { TEST_TIER: tier, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    return runTool(['@playwright/test', 'playwright', ...args], { ...changes, ...more })
  })
  return countPlaywright(report, status)
}

/** The journeys of one tier, in a browser that is there or can be had. */
export function browserStep(tier) {
  return {
    name: 'browser',
    needs: buildStep.name,
    async run() {
      const { changes, reason } = await provideBrowser()
      return reason ? oneSkipped(reason) : runPlaywright({ tier, changes })
    },
  }
}

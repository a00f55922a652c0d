import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run } from '../process.mjs'
import { withProgress } from '../progress.mjs'
import { causeIn, findProgram, installPackage, whyNotInstallable } from './system-packages.mjs'

/**
 * Programs of Python's package index, in an environment of their own below the packages of the project: nothing of the system is
 * changed. `packages` name their releases: `schemathesis==4.32.2`.
 */
export function pythonEnvironment(name, packages) {
  const folder = path.join(root, 'node_modules/.cache', name)
  const mark = path.join(folder, 'installed')
  /** Its programs name their folder: of a copy of the project they would run those of the one that was copied. */
  const marked = [folder, ...packages].join('\n')
  const program = name => path.join(folder, 'bin', name)
  const isThere = () => existsSync(mark) && readFileSync(mark, 'utf8') === marked
  return {
    program,
    isThere,
    /** Gets them. Resolves to why they cannot be had; undefined where they can. */
    async provide() {
      if (isThere()) return undefined
      const all = packages.join(' and ')
      const python = findProgram('python3')
      if (!python) return `no ${all} here (this system has no python3)`
      return withProgress({ doing: `Installing ${all}`, done: `Done with ${all}` }, async () => {
        rmSync(folder, { recursive: true, force: true })
        const make = () => run(python, ['-m', 'venv', '--clear', folder], { quiet: true })
        if ((await make()).status !== 0) {
          // Debian has the half of it in a package of its own.
          const hindrance = whyNotInstallable() ?? (await installPackage(['python3-venv']))
          if (hindrance || (await make()).status !== 0) {
            return `no ${all} here (python3 makes no virtual environment${hindrance ? `; ${hindrance}` : ''})`
          }
        }
        const options = ['--quiet', '--disable-pip-version-check', '--no-input']
        const installed = await run(program('pip'), ['install', ...options, ...packages], { quiet: true })
        if (installed.status !== 0) return `no ${all} here (${causeIn(installed.output)})`
        writeFileSync(mark, marked)
        return undefined
      })
    },
  }
}

import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { stripVTControlCharacters } from 'node:util'
import { run } from '../process.mjs'
import { withProgress } from '../progress.mjs'

/** The path of a program of this machine, or `undefined`. */
export function findProgram(name) {
  // Where services are, which not everybody looks for programs.
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    .map(folder => path.join(folder, name))
    .find(isExecutable)
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Why packages of Debian or its kin cannot be installed here, or `undefined` when they can. */
export function whyNotInstallable() {
  if (!existsSync('/etc/debian_version') || !findProgram('apt-get')) return 'this system has no apt-get'
  if (process.getuid?.() !== 0) return 'installing it takes root'
  return undefined
}

/** Debian itself; its kin have the package manager, but not always the same packages. */
export function isDebian() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/**
 * Installs the first of `names` that the system knows, after saying so; a person at the terminal is asked. Resolves to why
 * it is not there, or to `undefined`.
 */
export async function installPackage(names) {
  const [first] = names
  if (!(await mayInstall(first))) return `${first} was not wanted`
  return withProgress({ doing: `Installing ${first}`, done: `Done with ${first}` }, async () => {
    const updated = await runApt(['apt-get', '-q', 'update'])
    if (updated.status !== 0) return `apt-get update failed: ${causeIn(updated.output)}`
    for (const name of names) {
      const known = await runApt(['apt-cache', 'show', name])
      if (known.status !== 0) continue
      const options = ['-q', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
      const installed = await runApt(['apt-get', ...options, 'install', name])
      return installed.status === 0 ? undefined : `apt-get install ${name} failed: ${causeIn(installed.output)}`
    }
    // Where it reaches none of its mirrors it says so, and ends with status 0.
    const isOutdated = updated.output.includes('Failed to fetch')
    return `this system has no package ${names.join(' or ')}${isOutdated ? ` (${causeIn(updated.output)})` : ''}`
  })
}

/**
 * Installs the package `from`, or the one of the program's own name, where a program is missing. What Debian starts of it as a service,
 * now and at each boot, is stopped. Resolves to why the program is not there, or to `undefined`.
 */
export async function provideProgram(name, from = name) {
  if (findProgram(name)) return undefined
  const hindrance = whyNotInstallable() ?? (await installPackage([from]))
  if (!findProgram(name)) return hindrance ?? 'the package has no such program'
  await stopService(name)
  return undefined
}

/** For the owner of the machine, who asked for no service: the tests start the program by themselves. */
async function stopService(name) {
  for (const command of [
    ['service', name, 'stop'],
    ['update-rc.d', name, 'disable'],
  ]) {
    const program = findProgram(command[0])
    if (program) await run(program, command.slice(1), { quiet: true })
  }
}

async function mayInstall(name) {
  console.log(`The tests need ${name}: apt-get would install it into this system.`)
  if (process.env.CI || !process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Install it? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function runApt([command, ...args]) {
  return run(command, args, { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** pip, Maven and apt-get each say what they could not reach, and then go on to what follows from that. */
const notReached = /connection broken by|Could not transfer artifact|Failed to fetch /
const mavensFirst = /^\[ERROR\] \S/
const longestCause = 200

/** The line by which a package manager says why it failed, such as what it could not reach; of a long one its end. */
export function causeIn(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter(line => line.trim())
  const first = pattern => lines.find(line => pattern.test(line))
  return (first(notReached) ?? first(mavensFirst) ?? lines.at(-1) ?? 'it says nothing').trim().slice(-longestCause)
}

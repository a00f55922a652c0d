import { spawnSync, type SpawnOptions } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import type { PostgresBinaries } from './binaries.server.ts'
import type { DatabaseDirectory } from './directory.server.ts'
import { StartupProblem } from '../startup.server.ts'

/** As whom, and through which program, PostgreSQL's programs are run. */
export interface ServerAccount {
  wrapper: string[]
  ids: Pick<SpawnOptions, 'uid' | 'gid'>
}

const nobody = 65534

/**
 * PostgreSQL refuses to run as root. A user namespace satisfies it while every file stays root's own; a directory that
 * another user owns is served as that user; where namespaces are forbidden, the directory is given to nobody.
 */
export function accountFor(binaries: PostgresBinaries, directory: DatabaseDirectory): ServerAccount {
  if (process.geteuid?.() !== 0) return { wrapper: [], ids: {} }
  const { uid, gid } = statSync(existsSync(directory.cluster) ? directory.cluster : directory.root)
  const wrapped: ServerAccount = { wrapper: ['unshare', '--user', `--map-user=${nobody}`], ids: {} }
  if (uid === 0 && canServe(wrapped, binaries, directory)) return wrapped

  const other: ServerAccount = { wrapper: [], ids: uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid } }
  const given = spawnSync('chown', ['-R', `${other.ids.uid}:${other.ids.gid}`, directory.root, directory.sockets])
  if (given.status === 0 && canServe(other, binaries, directory)) return other
  throw new StartupProblem(
    'PostgreSQL does not run as root, and no other user can reach it here: ' +
      'start Tappet as an ordinary user, or set DATABASE_URL.',
  )
}

function canServe(account: ServerAccount, { postgres }: PostgresBinaries, { root }: DatabaseDirectory): boolean {
  return [
    [postgres, '--version'],
    ['test', '-w', root],
  ].every(([program = '', ...rest]) => {
    const [command, args] = commandLine(account, program, rest)
    return spawnSync(command, args, { ...account.ids, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status === 0
  })
}

export function commandLine(account: ServerAccount, program: string, args: string[]): [string, string[]] {
  const [command = program, ...rest] = [...account.wrapper, program, ...args]
  return [command, rest]
}

/** Language and PG… settings of whoever starts the shop must not shape the database. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(variables), LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'C' }
}

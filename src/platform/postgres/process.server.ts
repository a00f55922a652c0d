import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { accountFor, commandLine, type ServerAccount, serverEnvironment } from './account.server.ts'
import type { PostgresBinaries } from './binaries.server.ts'
import {
  createDatabase,
  databaseUser,
  joinServer,
  type Presence,
  type Revival,
  socketUrl,
} from './connection.server.ts'
import { type DatabaseDirectory, isAlive, openDirectory, unfinishedCluster } from './directory.server.ts'
import { pidFile, type Postmaster, readPostmaster, releaseStaleLocks, servesCluster } from './postmaster.server.ts'
import { StartupProblem } from '../startup.server.ts'

export { binariesIn, embeddedBinaries, type PostgresBinaries } from './binaries.server.ts'

/** For the embedded PostgreSQL: the same rules for text on every system, whatever locales it has. */
export const embeddedInitArguments = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']

export interface RunningPostgres {
  /** Of the database `tappet`, as `pg` and libpq understand it. */
  url: string
  /** Of any database of the same server, for the same user, who may do everything there. */
  adminUrl(database: string): string
  /** True when the server ran already: after the kill of the process that started it, or beside one that lives. */
  adopted: boolean
  /** Stops the server in order, unless another process that called `startPostgres` still uses it. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  binaries: PostgresBinaries
  /** Holds the cluster, its socket and its log. */
  directory: string
  initArguments: string[]
  /** Told what happens to the server after its start, and what is done about it. */
  tell?: (trouble: string) => void
}

const startTimeoutMs = 120_000
const stopTimeoutMs = 60_000
const pollMs = 25
const logLimitBytes = 1_000_000

/** Starts the PostgreSQL of a directory, or joins the one that serves it already. Throws `StartupProblem`. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const directory = openDirectory(options.directory)
  const account = accountFor(options.binaries, directory)
  await initialiseOnce(options, directory, account)
  const { presence, postmaster, adopted } = await joinOrLaunch(options, directory, account)
  try {
    await createDatabase(postmaster.socketDirectory, 'tappet')
  } catch (error) {
    await leaveOrStop(directory, presence)
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    url: socketUrl(postmaster.socketDirectory, 'tappet'),
    adminUrl: database => socketUrl(postmaster.socketDirectory, database),
    adopted,
    stop: () => (stopped ??= leaveOrStop(directory, presence)),
  }
}

/** The cluster appears under its name only when it is whole, however many start at once and whoever is killed. */
async function initialiseOnce(
  { binaries, initArguments }: PostgresOptions,
  directory: DatabaseDirectory,
  account: ServerAccount,
): Promise<void> {
  if (existsSync(directory.cluster)) return
  const unfinished = unfinishedCluster(directory)
  const settings = ['-D', unfinished, `--username=${databaseUser}`, '--auth=trust', '--no-instructions']
  const [command, args] = commandLine(account, binaries.initdb, [...settings, ...initArguments])
  try {
    await promisify(execFile)(command, args, { ...account.ids, env: serverEnvironment(), cwd: '/' })
    renameSync(unfinished, directory.cluster)
    syncDirectory(directory.root)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(directory.cluster)) return
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new StartupProblem(`The database in ${directory.root} cannot be made: ${complaint(stderr || message)}`)
  }
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The line of PostgreSQL's output that says what is wrong, together with its hint. */
function complaint(output: string): string {
  const lines = output
    .split('\n')
    .map(line => line.replace(/^\d{4}-.*?\[\d+\]/, '').trim())
    .filter(Boolean)
  const reasons = lines.filter(line => /(fatal|panic|error|hint|detail):/i.test(line))
  return (reasons.length > 0 ? reasons.slice(0, 3) : lines.slice(-1)).join(' ')
}

interface Joined {
  presence: Presence
  postmaster: Postmaster
  adopted: boolean
}

/**
 * PostgreSQL itself makes sure that one server at most works on a cluster. So this only looks again and again: join the
 * server that answers, wait for one that comes or goes, start one where there is none.
 */
async function joinOrLaunch(
  options: PostgresOptions,
  directory: DatabaseDirectory,
  account: ServerAccount,
): Promise<Joined> {
  const deadline = Date.now() + startTimeoutMs
  let launched: ChildProcess | undefined
  const logStart = shortenLog(directory.log)
  const revival = reviving(options, directory, account)
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(directory)
    const presence = postmaster && (await joinServer(postmaster.socketDirectory, directory.cluster, revival))
    if (presence) return { presence, postmaster, adopted: postmaster.pid !== launched?.pid }
    const isComing = postmaster !== undefined && servesCluster(postmaster, directory)
    if (!isComing && launched && hasEnded(launched)) throw startFailure(directory, logStart)
    if (!isComing && !launched) {
      if (postmaster) releaseStaleLocks(directory, postmaster)
      launched = launch(options.binaries, directory, account)
    }
    if (isComing && launched && hasEnded(launched)) launched = undefined // Another process was first.
    await pause(pollMs)
  }
  throw new StartupProblem(
    `The database in ${directory.root} did not answer within ${startTimeoutMs / 1000} seconds: see ${directory.log}.`,
  )
}

const revivalPauseMs = { first: 500, most: 30_000 }

/**
 * Starts the server again when it has died under a shop that runs: killed for its memory, or by mistake. Whatever ended
 * it may end it again, so the pauses grow. Several shops may try at once: PostgreSQL takes the first.
 */
function reviving(
  { binaries, tell = () => undefined }: PostgresOptions,
  directory: DatabaseDirectory,
  account: ServerAccount,
): Revival {
  let launched: ChildProcess | undefined
  let logStart = 0
  let pauseMs = revivalPauseMs.first
  let notBefore = 0
  return {
    attempt() {
      const postmaster = readPostmaster(directory)
      const isComing = postmaster !== undefined && servesCluster(postmaster, directory)
      if (isComing || (launched && !hasEnded(launched)) || Date.now() < notBefore) return
      // One that stayed for a while begins anew; one that ends soon after each start is started less and less often.
      if (Date.now() - notBefore > revivalPauseMs.most) pauseMs = revivalPauseMs.first
      notBefore = Date.now() + pauseMs
      pauseMs = Math.min(pauseMs * 2, revivalPauseMs.most)
      try {
        tell(launched ? startFailure(directory, logStart).message : 'The database has ended. It is started again.')
        if (postmaster) releaseStaleLocks(directory, postmaster)
        logStart = shortenLog(directory.log)
        launched = launch(binaries, directory, account)
      } catch (error) {
        // No memory for a process, or another shop was faster: the next attempt finds out.
        tell(`The database cannot be started: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    succeeded() {
      if (launched) tell('The database answers again.')
      launched = undefined
    },
    isComing: () => launched !== undefined && !hasEnded(launched),
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function startFailure({ root, log }: DatabaseDirectory, logStart: number): StartupProblem {
  const reason = complaint(readFileSync(log).subarray(logStart).toString())
  return new StartupProblem(`The database in ${root} does not start: ${reason} See ${log}.`)
}

/** In a session of its own: neither the terminal's Ctrl-C nor the end of this process reaches it. */
function launch(binaries: PostgresBinaries, directory: DatabaseDirectory, account: ServerAccount): ChildProcess {
  const [command, args] = commandLine(account, binaries.postgres, serverArguments(directory))
  const log = openSync(directory.log, 'a', 0o600)
  const child = spawn(command, args, {
    ...account.ids,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {}) // Seen as a child without a number.
  child.unref()
  return child
}

/** Here and not in the cluster's own file, so that a new release of Tappet can change them. */
function serverArguments({ cluster, sockets }: DatabaseDirectory): string[] {
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // A process of the shop takes up to 29; several may share one database.
    max_connections: '300',
    shared_buffers: '128MB',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements go to whoever sent them; the log keeps what happens to the server itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    logging_collector: 'off',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** A log that has grown is kept until the next one has. Returns the length of what remains. */
function shortenLog(file: string): number {
  const size = existsSync(file) ? statSync(file).size : 0
  if (size <= logLimitBytes) return size
  renameSync(file, `${file}.1`)
  return 0
}

async function leaveOrStop(directory: DatabaseDirectory, presence: Presence): Promise<void> {
  const isLast = await presence.leave()
  // Read again: after a crash it is another server than at the start.
  const postmaster = readPostmaster(directory)
  if (isLast && postmaster && servesCluster(postmaster, directory)) {
    process.kill(postmaster.pid, 'SIGINT') // "Fast": open transactions are rolled back, what was committed is written.
    await waitForEnd(directory, postmaster)
  }
  await presence.close()
}

/** Removing its file is the server's last act; its number may stay taken for as long as nobody collects its status. */
async function waitForEnd(directory: DatabaseDirectory, { pid }: Postmaster): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs
  while (readPostmaster(directory)?.pid === pid && isAlive(pid)) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL ${pid} (${pidFile(directory)}) did not stop within ${stopTimeoutMs / 1000} seconds`)
    }
    await pause(pollMs)
  }
}

import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartupProblem } from '../startup.server.ts'

/** Where the parts of one embedded database lie. */
export interface DatabaseDirectory {
  root: string
  cluster: string
  sockets: string
  log: string
}

const socketName = '.s.PGSQL.5432'
/** The room that the system has for a socket's address, without its closing zero byte. */
const socketPathLimitBytes = process.platform === 'linux' ? 107 : 103

/** Makes the directory and what belongs in it; one clear line when that is impossible. */
export function openDirectory(directory: string): DatabaseDirectory {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupProblem(directoryProblem(directory, error as NodeJS.ErrnoException))
  }
  const root = realpathSync(directory)
  removeAbandonedInitialisations(root)
  return {
    root,
    cluster: path.join(root, 'cluster'),
    sockets: openSocketDirectory(root),
    log: path.join(root, 'postgres.log'),
  }
}

function directoryProblem(directory: string, error: NodeJS.ErrnoException): string {
  const change = 'or set DATA_DIR to another directory.'
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR') {
    return `The database cannot live in ${directory}: a file is in the way. Remove that file, ${change}`
  }
  return (
    `The database directory ${directory} cannot be read and written (${error.code ?? error.message}): ` +
    `give this user the right to, ${change}`
  )
}

/** A process that was killed while it initialised a cluster leaves its unfinished folder behind. */
function removeAbandonedInitialisations(root: string): void {
  for (const name of readdirSync(root)) {
    const starter = /^cluster\.init-(\d+)$/.exec(name)?.[1]
    if (!starter || (Number(starter) !== process.pid && isAlive(Number(starter)))) continue
    rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

export function unfinishedCluster({ cluster }: DatabaseDirectory): string {
  return `${cluster}.init-${process.pid}`
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function openSocketDirectory(root: string): string {
  const inside = path.join(root, 'run')
  if (Buffer.byteLength(path.join(inside, socketName)) <= socketPathLimitBytes) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    chmodSync(inside, 0o700)
    return inside
  }
  const outside = path.join(tmpdir(), `tappet-${createHash('sha256').update(root).digest('hex').slice(0, 20)}`)
  if (!existsSync(outside)) mkdirSync(outside, { recursive: true, mode: 0o700 })
  assertPrivate(outside, root)
  return outside
}

/** Whoever owns a folder in a shared place could answer in the database's name. */
function assertPrivate(directory: string, root: string): void {
  const { mode, uid } = lstatSync(directory)
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR
  const owners = [process.geteuid?.(), lstatSync(root).uid]
  if (isFolder && (mode & 0o077) === 0 && owners.includes(uid)) return
  throw new StartupProblem(
    `${directory} belongs to someone else or is open to others: remove it, or set DATA_DIR to a shorter path.`,
  )
}

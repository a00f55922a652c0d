import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, readlinkSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type DatabaseDirectory, isAlive } from './directory.server.ts'

/** A server as its own `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  socketDirectory: string
}

/** Above every process number that a system gives out: PostgreSQL takes a lock file with it for a dead server's. */
const neverAlivePid = '2147483647'

export function pidFile({ cluster }: DatabaseDirectory): string {
  return path.join(cluster, 'postmaster.pid')
}

export function readPostmaster(directory: DatabaseDirectory): Postmaster | undefined {
  const lines = readIfThere(pidFile(directory))?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, socketDirectory: lines[4] || directory.sockets }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Numbers are used again, after a restart of the machine or the container above all: so ask what the process is. */
export function servesCluster({ pid }: Postmaster, { cluster }: DatabaseDirectory): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/**
 * A server that died without tidying up, and whose number now belongs to another process, would block the next one.
 * The files stay, with a number that is nobody's: from the rest of their text PostgreSQL makes sure that no orphan
 * of the old server still works on the data.
 */
export function releaseStaleLocks(directory: DatabaseDirectory, stale: Postmaster): void {
  if (!isAlive(stale.pid)) return
  for (const file of [pidFile(directory), path.join(directory.sockets, '.s.PGSQL.5432.lock')]) {
    const text = readIfThere(file)
    if (text?.split('\n')[0] !== String(stale.pid)) continue
    const { uid, gid } = statSync(file)
    const replacement = `${file}.${process.pid}`
    writeFileSync(replacement, text.replace(/^\d+/, neverAlivePid), { mode: 0o600 })
    chownSync(replacement, uid, gid)
    renameSync(replacement, file)
  }
}

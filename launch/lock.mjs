import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, throwIfInterrupted } from './process.mjs'

const pollMs = 250

/** Two terminals may both find something missing: the second waits for the first, and then finds it done. */
export async function oneAtATime(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 20)
  const file = path.join(tmpdir(), `tappet-setup-${name}-${process.getuid?.() ?? 'user'}.lock`)
  let isTold = false
  while (!take(file)) {
    if (!isTold) process.stderr.write('Waiting for another Tappet that is being set up in this folder …\n')
    isTold = true
    await pause(pollMs)
    throwIfInterrupted()
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  // Written aside and then linked: no one ever sees the lock without its owner's number.
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(file)) rmSync(file, { force: true })
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

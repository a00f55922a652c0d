import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupProblem } from '../startup.server.ts'
import { isCode } from './error-code.server.ts'

/** Makes the folder that the shop keeps everything in; a clear line when it cannot. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
    const probe = join(directory, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await unlink(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new StartupProblem(
      `DATA_DIR ${directory} cannot be written (${reason}). Choose a folder that this user may write.`,
    )
  }
}

/** Not mkdir's own recursion: below a file system that makes no folders, such as /proc, that never comes back. */
async function makeDirectory(path: string): Promise<void> {
  const parent = dirname(path)
  if (!existsSync(parent)) await makeDirectory(parent)
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (!isCode(error, 'EEXIST')) throw error
  })
}

/**
 * A secret that is made once and kept in a file that only this user can read. Two processes that ask at once get the
 * same one: the file appears whole, under its name, for the first of them.
 */
export async function keepSecret(directory: string, name: string): Promise<string> {
  const path = join(directory, name)
  const existing = await readText(path)
  if (existing) return existing
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  return (await readText(path)) ?? ''
}

/** The text of a file, or undefined when there is none. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** What was renamed in a folder is on the disk only when the folder is. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { flushDirectory, readText } from '#platform/files/data-directory'
import { StartupProblem } from '#platform/startup'
import { type End, type Manifest, type Progress, secretNames } from './backup-format.ts'
import { readBackup, readManifest, readProblem, textOf } from './read-backup.server.ts'
import { forgetRestore, restoreMark } from './restore-mark.server.ts'
import { readMigrations } from './tables.server.ts'

export type RestoreParts = {
  pool: pg.Pool
  dataDir: string
  onProgress: Progress
}

/**
 * Puts a backup into a shop that is empty, on a database whose migrations are those of the backup. The tables come by
 * one transaction, which is the last thing that happens: whoever dies half-way has an empty shop, and starts again.
 */
export async function restoreBackup(file: string, parts: RestoreParts): Promise<End> {
  const client = await parts.pool.connect()
  const drafts = join(parts.dataDir, 'images.restoring')
  let isPlaced = false
  try {
    await makeEmpty(drafts)
    await client.query('begin')
    const manifest = await readManifest(file)
    await prepare(client, manifest)
    await claimFolder(parts.dataDir)
    const { end, secrets } = await readInto(file, { client, manifest, drafts, onProgress: parts.onProgress })
    for (const { name, last, isCalled } of manifest.sequences) {
      await client.query('select setval($1, $2, $3)', [name, last, isCalled])
    }
    for (const { name } of manifest.tables) await client.query(`alter table ${name} enable trigger user`)
    isPlaced = true
    await placeFiles(parts.dataDir, drafts, secrets)
    await client.query('commit')
    await forgetRestore(parts.dataDir)
    return end
  } catch (error) {
    // Once they are placed, nobody knows whether the commit has come through: the mark stays for the next restore.
    if (!isPlaced) await forgetRestore(parts.dataDir).catch(() => undefined)
    throw restoreProblem(error, file)
  } finally {
    // Not to be used again: whatever it was doing ends with it.
    client.release(true)
    await rm(drafts, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * The database may be an empty one beside the folder of a shop that lives: its pictures and secrets stay. What a restore
 * has left that died at its end gives way to the next.
 */
async function claimFolder(dataDir: string): Promise<void> {
  if ((await readText(restoreMark(dataDir))) !== undefined) return
  const pictures = await readdir(join(dataDir, 'images')).catch(() => [])
  if (pictures.length > 0) {
    throw new StartupProblem(`${dataDir} has pictures of a shop already. Restore into an empty DATA_DIR.`)
  }
  for (const name of secretNames) {
    if (await readText(join(dataDir, name))) {
      throw new StartupProblem(`${dataDir} has the ${name} of a shop already. Restore into an empty DATA_DIR.`)
    }
  }
  await writeFile(restoreMark(dataDir), '', { mode: 0o600, flush: true })
}

/** All is on the disk before the database says that it is there. */
async function placeFiles(dataDir: string, drafts: string, secrets: Map<string, string>): Promise<void> {
  await flushDirectory(drafts)
  await rm(join(dataDir, 'images'), { recursive: true, force: true })
  await rename(drafts, join(dataDir, 'images'))
  for (const [name, secret] of secrets) {
    await writeFile(join(dataDir, name), secret, { mode: 0o600, flush: true })
  }
  await flushDirectory(dataDir)
}

async function makeEmpty(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new StartupProblem(`${directory} cannot be made (${reason}). Choose a DATA_DIR that this user may write.`)
  }
}

/** Only an empty shop takes a backup: nobody loses one by a slip of the hand. */
async function prepare(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  const migrations = await readMigrations(client)
  const isSame =
    migrations.length === manifest.migrations.length && migrations.every(name => manifest.migrations.includes(name))
  if (!isSame) throw new StartupProblem('This database has another shape than the backup. Restore into an empty one.')
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from account) or exists (select from tool) or exists (select from orders) as used',
  )
  if (rows[0]?.used) {
    throw new StartupProblem('This shop is not empty. Restore into an empty DATA_DIR, or an empty database.')
  }
  // What migrations have put in, the backup has as well; and rules about changes do not hold for putting back what was.
  for (const { name } of manifest.tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${manifest.tables.map(table => table.name).join(', ')}`)
}

type Writing = { client: pg.PoolClient; manifest: Manifest; drafts: string; onProgress: Progress }

/** Rows go into their tables, pictures into a folder that has yet to get its name, secrets into memory. */
async function readInto(file: string, { client, manifest, drafts, onProgress }: Writing) {
  const secrets = new Map<string, string>()
  const { tables } = manifest
  let pictures = 0
  const end = await readBackup(file, manifest, {
    async rows(name, content) {
      const at = tables.findIndex(table => table.name === name)
      onProgress({ what: name, done: at, total: tables.length })
      const copy = client.query(copyFrom(`copy ${name} (${tables[at]?.columns.join(', ')}) from stdin`))
      await pipeline(content, copy)
      return copy.rowCount
    },
    async picture(name, content) {
      await pipeline(content, createWriteStream(join(drafts, basename(name)), { mode: 0o600, flush: true }))
      pictures += 1
      onProgress({ what: 'pictures', done: pictures, total: pictures })
    },
    async secret(name, content) {
      const secret = await textOf(content)
      if (secretNames.includes(name)) secrets.set(name, secret)
    },
  })
  return { end, secrets }
}

/** What an operator can do about a restore that did not go through; anything else as it is. */
function restoreProblem(error: unknown, file: string): unknown {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? new StartupProblem('The disk of DATA_DIR is full. Nothing was restored.') : readProblem(error, file)
}

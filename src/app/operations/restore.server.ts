import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import { flushDirectory, readText } from '#platform/files/data-directory'
import { StartupProblem } from '#platform/startup'
import { End, Manifest, type Progress, endName, manifestName, secretNames } from './backup-format.ts'
import { forgetRestore, restoreMark } from './restore-mark.server.ts'
import { readMigrations } from './tables.server.ts'

export type RestoreParts = {
  pool: pg.Pool
  dataDir: string
  onProgress: Progress
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The beginning of a backup: what is in it. Refuses with a sentence what is no backup. */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const entry of entriesOf(file)) {
    const manifest = entry.header.name === manifestName ? Manifest.safeParse(readJson(await textOf(entry))) : undefined
    if (manifest?.success) return manifest.data
    break
  }
  throw new StartupProblem(`${file} is not a backup of this shop.`)
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
    const { end, secrets } = await readEntries(file, { client, manifest, drafts, onProgress: parts.onProgress })
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
    throw readProblem(error, file)
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

type Reading = { client: pg.PoolClient; manifest: Manifest; drafts: string; onProgress: Progress }

async function readEntries(file: string, { client, manifest, drafts, onProgress }: Reading) {
  const secrets = new Map<string, string>()
  const total = manifest.tables.length
  const rows: Record<string, number> = Object.fromEntries(manifest.tables.map(table => [table.name, 0]))
  let open: { table: string; stream: ReturnType<typeof copyFrom> } | undefined
  let images = 0
  let end: End | undefined
  const close = async () => {
    if (!open) return
    const { table, stream } = open
    open = undefined
    const done = finished(stream)
    stream.end()
    await done
    rows[table] = stream.rowCount
  }
  for await (const entry of entriesOf(file)) {
    const [kind = '', name = ''] = entry.header.name.split('/')
    if (kind === 'tables') {
      if (open?.table !== name) {
        await close()
        const at = manifest.tables.findIndex(table => table.name === name)
        const table = manifest.tables[at]
        if (!table) throw damaged(file)
        onProgress({ what: name, done: at, total })
        open = { table: name, stream: client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`)) }
      }
      await pipeline(entry, open.stream, { end: false })
      continue
    }
    await close()
    if (kind === 'images') {
      await pipeline(entry, createWriteStream(join(drafts, basename(name)), { mode: 0o600, flush: true }))
      images += 1
      onProgress({ what: 'pictures', done: images, total: images })
    } else if (kind === 'secrets' && secretNames.includes(name)) secrets.set(name, await textOf(entry))
    else if (kind === endName) end = End.safeParse(readJson(await textOf(entry))).data
    else entry.resume()
  }
  const isWhole = end?.images === images && Object.entries(end.rows).every(([table, count]) => rows[table] === count)
  if (!end || !isWhole) throw damaged(file)
  return { end, secrets }
}

type Entries = ReturnType<typeof extract>
type Entry = Entries extends AsyncIterable<infer One> ? One : never

/** The entries of the file, each to be read before the next is asked for. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const entries = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), entries)
  // Told by the loop below, which ends with the same error.
  reading.catch(() => undefined)
  try {
    for await (const entry of entries) yield entry
    await reading
  } catch (error) {
    throw readProblem(error, file)
  }
}

function readProblem(error: unknown, file: string): unknown {
  if (error instanceof StartupProblem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC') return new StartupProblem('The disk of DATA_DIR is full. Nothing was restored.')
  if (code === 'ENOENT') return new StartupProblem(`There is no file ${file}.`)
  if (code === 'EACCES' || code === 'EISDIR') return new StartupProblem(`${file} cannot be read (${code}).`)
  if (code.startsWith('Z_') || /invalid tar|unexpected end of data/i.test(String(error))) return damaged(file)
  return error
}

const damaged = (file: string) =>
  new StartupProblem(`${file} is not a whole backup: it was cut off or changed. Nothing was restored.`)

async function textOf(entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

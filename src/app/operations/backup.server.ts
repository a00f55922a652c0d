import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack as createPack } from 'tar-stream'
import { flushDirectory, readText } from '#platform/files/data-directory'
import { betweenMigrations } from '#platform/postgres/migrations'
import { StartupProblem } from '#platform/startup'
import {
  type BackupTable,
  type End,
  type Manifest,
  type Progress,
  createHashes,
  hashing,
  endName,
  manifestName,
  secretNames,
} from './backup-format.ts'
import { checkBackup } from './check-backup.server.ts'
import { readMigrations, readSequences, readTables } from './tables.server.ts'

/** Parts of this size keep memory small whatever a table's size. */
const usualPartBytes = 4 * 1024 * 1024

export type BackupParts = {
  pool: pg.Pool
  dataDir: string
  /** The folder of the pictures, where they are kept on the local disk. */
  imagesDirectory: string | undefined
  now: () => Date
  onProgress: Progress
  /** The size of the parts that a table's rows are written in. */
  partBytes?: number
}

type Writing = BackupParts & { pack: Pack; hashes: ReturnType<typeof createHashes> }

/**
 * Writes all that the shop keeps into one file, while it runs: the tables as they are at one moment, then the pictures
 * that they speak of, then the secrets. The file is read back, and appears under its name when all of it is there. Whoever
 * has it can do whatever the shop can: it is readable by this user alone.
 */
export async function writeBackup(file: string, parts: BackupParts): Promise<End> {
  if (await exists(file)) throw new StartupProblem(`${file} exists already. Choose another name for the backup.`)
  const draft = `${file}.part`
  const pack = createPack()
  // Made first, so that a folder that cannot be written is told before anything is read.
  const handle = await open(draft, 'w', 0o600).catch(error => {
    throw new StartupProblem(`${file} cannot be written (${codeOf(error)}). Choose a folder that this user may write.`)
  })
  await handle.close()
  try {
    const written = pipeline(pack, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    const [end] = await Promise.all([fill({ ...parts, pack, hashes: createHashes() }), written])
    await checkBackup(draft, end, parts.onProgress)
    await rename(draft, file)
    await flushDirectory(dirname(file))
    return end
  } catch (error) {
    await rm(draft, { force: true })
    if (codeOf(error) === 'ENOSPC') throw new StartupProblem(`The disk of ${file} is full. Nothing was written.`)
    throw error
  }
}

async function fill(writing: Writing): Promise<End> {
  const { pack, hashes } = writing
  try {
    const rows = await addDatabase(writing)
    const images = await addImages(writing)
    for (const name of secretNames) {
      const secret = await readText(join(writing.dataDir, name))
      if (!secret) continue
      hashes.start('secrets', name).update(secret)
      await add(pack, `secrets/${name}`, secret)
    }
    const end: End = { rows, images, sha256: hashes.digests() }
    await add(pack, endName, JSON.stringify(end))
    pack.finalize()
    return end
  } catch (error) {
    // Ends what waits for more of the file.
    pack.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

/** Every table as it was when the first was read, whatever is ordered meanwhile. */
async function addDatabase(writing: Writing): Promise<Record<string, number>> {
  const { pack, pool, now, onProgress } = writing
  const client = await pool.connect()
  try {
    await begin(client)
    const migrations = await readMigrations(client).catch(() => [])
    if (migrations.length === 0) {
      throw new StartupProblem('There is no shop to back up. Check DATA_DIR and DATABASE_URL.')
    }
    const tables = await readTables(client)
    const manifest: Manifest = {
      format: 'tappet-backup-1',
      madeAt: now().toISOString(),
      migrations,
      tables,
      sequences: await readSequences(client),
    }
    await add(pack, manifestName, JSON.stringify(manifest, null, 2))
    const rows: Record<string, number> = {}
    for (const [done, table] of tables.entries()) {
      onProgress({ what: table.name, done, total: tables.length })
      rows[table.name] = await addTable(writing, client, table)
    }
    onProgress({ what: 'tables', done: tables.length, total: tables.length })
    await client.query('commit')
    return rows
  } finally {
    client.release(true)
  }
}

/**
 * The tables are locked before the moment is fixed, which the first statement that reads does: of one that a migration writes anew
 * after it, that moment sees no row. Now the migration waits, and none runs between the list of tables and their locks.
 */
async function begin(client: pg.PoolClient): Promise<void> {
  await betweenMigrations(client, async () => {
    const names = (await readTables(client)).map(table => table.name)
    await client.query('begin isolation level repeatable read read only')
    if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
  })
}

async function addTable(writing: Writing, client: pg.PoolClient, { name, columns }: BackupTable): Promise<number> {
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  const hash = writing.hashes.start('tables', name)
  let number = 0
  for await (const part of inParts(rows, writing.partBytes ?? usualPartBytes)) {
    number += 1
    hash.update(part)
    await add(writing.pack, `tables/${name}/${String(number).padStart(6, '0')}`, part)
  }
  return rows.rowCount
}

/** The same bytes, cut into parts of this size. The last one is smaller, and empty where nothing is left for it. */
async function* inParts(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let part: Buffer[] = []
  let missing = size
  for await (const chunk of content) {
    let rest = chunk
    while (rest.length >= missing) {
      yield Buffer.concat([...part, rest.subarray(0, missing)])
      rest = rest.subarray(missing)
      part = []
      missing = size
    }
    part.push(rest)
    missing -= rest.length
  }
  yield Buffer.concat(part)
}

async function addImages(writing: Writing): Promise<number> {
  const { imagesDirectory, onProgress } = writing
  if (!imagesDirectory || !(await exists(imagesDirectory))) return 0
  // Drafts begin with a dot.
  const names = (await readdir(imagesDirectory)).filter(name => !name.startsWith('.')).toSorted()
  let count = 0
  for (const [done, name] of names.entries()) {
    onProgress({ what: 'pictures', done, total: names.length })
    if (await addPicture(writing, name, join(imagesDirectory, name))) count += 1
  }
  onProgress({ what: 'pictures', done: names.length, total: names.length })
  return count
}

/** False when the file is gone by now: a picture that nothing refers to was tidied away. */
async function addPicture({ pack, hashes }: Writing, name: string, path: string): Promise<boolean> {
  const handle = await open(path).catch(() => undefined)
  if (!handle) return false
  const { size } = await handle.stat()
  const entry = pack.entry({ name: `images/${name}`, size, mode: 0o600 })
  const hash = hashes.start('images', name)
  await pipeline(createReadStream(path, { fd: handle }), content => hashing(content, hash), entry)
  return true
}

function add(pack: Pack, name: string, content: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = pack.entry({ name, mode: 0o600 }, content, error => (error ? reject(error) : resolve()))
    // A disk that is full ends the entry too.
    entry.on('error', reject)
  })
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason')

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { StartupProblem } from '#platform/startup'
import { End, Manifest, createHashes, endName, hashing, manifestName } from './backup-format.ts'

/** Takes what is in a backup, piece by piece. Each content has to be read to its end. */
export type Receiver = {
  /** All rows of a table, however many parts they are in. Gives back how many they were. */
  rows(table: string, content: AsyncIterable<Buffer>): Promise<number>
  picture(name: string, content: AsyncIterable<Buffer>): Promise<void>
  secret(name: string, content: AsyncIterable<Buffer>): Promise<void>
}

/** The beginning of a backup: what is in it. Refuses with a sentence what is no backup. */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const entry of entriesOf(file)) {
    const manifest = entry.kind === manifestName ? Manifest.safeParse(await readJson(entry.content)) : undefined
    if (manifest?.success) return manifest.data
    break
  }
  throw new StartupProblem(`${file} is not a backup of this shop.`)
}

/** Reads a backup from front to end. Refuses one whose rows, pictures or hashes are not those that its end speaks of. */
export async function readBackup(file: string, { tables }: Manifest, receiver: Receiver): Promise<End> {
  const rows = new Map(tables.map(table => [table.name, 0]))
  const hashes = createHashes()
  let images = 0
  let end: End | undefined
  for await (const { kind, name, content } of piecesOf(file)) {
    const hashed = () => hashing(content, hashes.start(kind, name))
    if (kind === 'tables') {
      if (!rows.has(name)) throw damaged(file)
      rows.set(name, await receiver.rows(name, hashed()))
    } else if (kind === 'images') {
      await receiver.picture(name, hashed())
      images += 1
    } else if (kind === 'secrets') await receiver.secret(name, hashed())
    else if (kind === endName) end = End.safeParse(await readJson(content)).data
  }
  const actual: End = { rows: Object.fromEntries(rows), images, sha256: end?.sha256 && hashes.digests() }
  if (!end || !isDeepStrictEqual({ sha256: undefined, ...end }, actual)) throw damaged(file)
  return end
}

type Piece = { kind: string; name: string; content: AsyncIterable<Buffer> }

/** What is in the file, all rows of a table as one piece. What nobody reads of a piece is skipped. */
async function* piecesOf(file: string): AsyncGenerator<Piece> {
  const entries = entriesOf(file)
  try {
    let next = await entries.next()
    while (!next.done) {
      const { kind, name } = next.value
      const isMore = (entry: Piece) => kind === 'tables' && entry.kind === kind && entry.name === name
      const content = (async function* () {
        do {
          yield* next.value.content
          next = await entries.next()
        } while (!next.done && isMore(next.value))
      })()
      yield { kind, name, content }
      for await (const _skipped of content);
    }
  } finally {
    await entries.return(undefined)
  }
}

/** The entries of the file, each to be read before the next is asked for. */
async function* entriesOf(file: string): AsyncGenerator<Piece> {
  const entries = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), entries)
  // Whoever reads the entries gets the same error.
  reading.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const [kind = '', name = ''] = entry.header.name.split('/')
      yield { kind, name, content: contentOf(entry, reading, file) }
    }
    await reading
  } catch (error) {
    throw readProblem(error, file)
  }
}

/** An entry that breaks off says nothing of the reason, which is that of the whole reading. */
async function* contentOf(entry: unknown, reading: Promise<void>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* entry as AsyncIterable<Buffer>
  } catch (error) {
    await reading.catch((cause: unknown) => {
      throw readProblem(cause, file)
    })
    throw error
  }
}

/** What an operator can do about a file that cannot be read; anything else as it is. */
export function readProblem(error: unknown, file: string): unknown {
  if (error instanceof StartupProblem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new StartupProblem(`There is no file ${file}.`)
  if (code === 'EACCES' || code === 'EISDIR') return new StartupProblem(`${file} cannot be read (${code}).`)
  if (code.startsWith('Z_') || /invalid tar|unexpected end of data/i.test(String(error))) return damaged(file)
  return error
}

const damaged = (file: string) =>
  new StartupProblem(`${file} is not a whole backup: it was cut off or changed. Nothing was restored.`)

async function readJson(content: AsyncIterable<Buffer>): Promise<unknown> {
  try {
    return JSON.parse(await textOf(content))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(content)).toString('utf8')
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { WaitingFile } from '#kernel/endpoint'
import { type Context, newId, transact } from '../context.server.ts'

/**
 * Files that were sent to the dashboard and wait for a job. They lie in the database, in pieces, so that any process can do the
 * job; whoever reads one has it on its own disk for as long as it reads.
 */

/** So much of a file is in memory at a time. */
const pieceBytes = 1024 * 1024

type Files = Pick<Context, 'db' | 'now' | 'remember'>

/** Takes in a file that comes in one go. Where it does not come to its end, nothing of it is kept. */
export async function takeFile(ctx: Files, chunks: AsyncIterable<Uint8Array>): Promise<WaitingFile> {
  const id = newId()
  await sql`insert into waiting_file (id, touched_at) values (${id}, ${ctx.now()})`.execute(ctx.db)
  try {
    let bytes = 0
    let n = 0
    for await (const piece of inPieces(chunks)) {
      await writePiece(ctx, { id, n }, piece)
      bytes += piece.length
      n += 1
    }
    await sql`update waiting_file set bytes = ${bytes} where id = ${id}`.execute(ctx.db)
    return { id, bytes }
  } catch (error) {
    // What cannot be removed now is nobody's, and goes after a day.
    await dropFile(ctx, id).catch(() => undefined)
    throw error
  }
}

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    const all = Buffer.concat(held)
    let at = 0
    for (; bytes - at >= pieceBytes; at += pieceBytes) yield all.subarray(at, at + pieceBytes)
    held = [all.subarray(at)]
    bytes -= at
  }
  if (bytes > 0) yield Buffer.concat(held)
}

const writePiece = (ctx: Files, { id, n }: { id: string; n: number }, bytes: Uint8Array) =>
  sql`
    insert into waiting_file_piece (file_id, n, bytes) values (${id}, ${n}, ${bytes})
    on conflict (file_id, n) do update set bytes = excluded.bytes`.execute(ctx.db)

/**
 * Takes in a part of a file that its owner sends in several requests; `offset` is where it begins, in whole megabytes. The same
 * part again changes nothing. False, with nothing kept: what comes before it is missing, or the file is not to be added to.
 */
export function addToFile(
  ctx: Files,
  { id, owner, offset }: { id: string; owner: string; offset: number },
  bytes: Uint8Array,
): Promise<boolean> {
  return transact(ctx, async ctx => {
    const { rows } = await sql`
      insert into waiting_file (id, owner_id, touched_at) values (${id}, ${owner}, ${ctx.now()})
      on conflict (id) do update set touched_at = excluded.touched_at
      where waiting_file.owner_id = excluded.owner_id and waiting_file.bytes is null
      returning id`.execute(ctx.db)
    const first = offset / pieceBytes
    if (rows.length === 0 || (first > 0 && !(await isFull(ctx, { id, n: first - 1 })))) return false
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await writePiece(ctx, { id, n: first + at / pieceBytes }, bytes.subarray(at, at + pieceBytes))
    }
    return true
  })
}

async function isFull(ctx: Files, { id, n }: { id: string; n: number }): Promise<boolean> {
  const { rows } = await sql`
    select from waiting_file_piece where file_id = ${id} and n = ${n} and octet_length(bytes) = ${pieceBytes}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/**
 * Says that something waits for a file from now on, in the transaction that writes that down; nothing is added to it any more.
 * Undefined: it is not there, another's (`owner`), or something waits for it already.
 */
export async function needFile(ctx: Files, id: string, owner?: string): Promise<WaitingFile | undefined> {
  const { rows } = await sql<WaitingFile>`
    update waiting_file set is_needed = true,
      bytes = coalesce(bytes, (select sum(octet_length(piece.bytes)) from waiting_file_piece piece where file_id = id))
    where id = ${id} and owner_id is not distinct from ${owner ?? null} and not is_needed
      and exists (select from waiting_file_piece where file_id = id)
    returning id, bytes`.execute(ctx.db)
  return rows[0]
}

/** Removes a file; best in the transaction that ends what waited for it. Removing what is not there is no failure. */
export const dropFile = (ctx: Pick<Context, 'db'>, id: string) =>
  sql`delete from waiting_file where id = ${id}`.execute(ctx.db)

/** Removes a file, unless something waits for it. */
export const dropUnneeded = (ctx: Pick<Context, 'db'>, id: string) =>
  sql`delete from waiting_file where id = ${id} and not is_needed`.execute(ctx.db)

const unneededHours = 24

/** Removes what nothing waits for: files of which the last piece, or the word what to do with them, never came. */
export const dropOldFiles = (ctx: Files) =>
  sql`
    delete from waiting_file
    where not is_needed and touched_at < ${ctx.now()}::timestamptz - make_interval(hours => ${unneededHours})`.execute(
    ctx.db,
  )

/** The file was removed, or the database was restored from a backup, which has none. */
export class FileGone extends Error {
  override name = 'FileGone'
}

/** A job takes a day at the most: what is older than two was left by a process that died. */
const copyLifeMs = 2 * 24 * 3600 * 1000

/** Has a file read from this process's disk, and whole: whoever dies half-way has read nothing. Throws `FileGone`. */
export async function withFile<T>(
  ctx: Pick<Context, 'db' | 'settings'>,
  id: string,
  read: (file: { path: string; bytes: number }) => Promise<T>,
): Promise<T> {
  const directory = join(ctx.settings.dataDir, 'waiting-files')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeOldCopies(directory)
  const path = join(directory, `${id}.${randomUUID()}`)
  try {
    const bytes = await sizeOf(ctx, id)
    await pipeline(piecesOf(ctx, { id, bytes }), createWriteStream(path, { mode: 0o600 }))
    return await read({ path, bytes })
  } finally {
    await rm(path, { force: true })
  }
}

async function sizeOf(ctx: Pick<Context, 'db'>, id: string): Promise<number> {
  const file = await ctx.db.selectFrom('waiting_file').select('bytes').where('id', '=', id).executeTakeFirst()
  if (typeof file?.bytes !== 'number') throw new FileGone(id)
  return file.bytes
}

async function* piecesOf(ctx: Pick<Context, 'db'>, { id, bytes }: WaitingFile): AsyncGenerator<Buffer> {
  let left = bytes
  for (let n = 0; left > 0; n++) {
    const piece = await ctx.db
      .selectFrom('waiting_file_piece')
      .select('bytes')
      .where('file_id', '=', id)
      .where('n', '=', n)
      .executeTakeFirst()
    if (!piece) throw new FileGone(id)
    left -= piece.bytes.length
    yield piece.bytes
  }
}

async function removeOldCopies(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const copy = await stat(path).catch(() => undefined)
    if (copy && Date.now() - copy.mtimeMs > copyLifeMs) await rm(path, { force: true })
  }
}

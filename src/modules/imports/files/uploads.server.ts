import { sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { addToFile, needFile } from '#platform/files/waiting'
import { importLimits, uploadPieceBytes } from '../import.rules.ts'
import type { StoredFile } from '../row.server.ts'

/**
 * Puts a piece of a file in its place. The same piece again changes nothing. Refuses: import-piece-missing when one
 * before it has not come, file-too-large.
 */
export async function keepPiece(
  ctx: Context,
  { piece, upload: id, owner }: { owner: string; upload: string; piece: number },
  bytes: Uint8Array,
): Promise<{ bytes: number }> {
  const offset = piece * uploadPieceBytes
  if (offset + bytes.length > importLimits.uploadBytes) {
    throw refuse('file-too-large', { megabytes: Math.floor(importLimits.uploadBytes / 1024 ** 2) })
  }
  if (!(await addToFile(ctx, { id, owner, offset }, bytes))) throw refuse('import-piece-missing')
  return { bytes: offset + bytes.length }
}

/** A file that was sent whole waits for its import from now on. Refuses: import-piece-missing. */
export async function sentFile(
  ctx: Context,
  { upload, owner, name }: { owner: string; upload: string; name: string },
): Promise<StoredFile> {
  const file = await needFile(ctx, upload, owner)
  if (!file) throw refuse('import-piece-missing')
  return { name, waiting: file.id, bytes: file.bytes }
}

/** Removes files that their imports, or this one, have read by now, or never will. */
export async function dropReadFiles(ctx: Context, id?: string): Promise<void> {
  await sql`
    delete from waiting_file using import, jsonb_array_elements(import.files) file
    where import.state <> 'staging' and file ->> 'waiting' = waiting_file.id::text
      ${id === undefined ? sql`` : sql`and import.id = ${id}`}`.execute(ctx.db)
}

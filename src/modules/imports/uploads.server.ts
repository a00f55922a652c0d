import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from './refusals.rules.ts'
import type { Context } from '#platform/context'
import { importLimits, uploadPieceBytes } from './import.rules.ts'

/** Where files wait that are sent to the page: each under the id of its sender and one of its own. */
const directoryOf = (ctx: Context) => join(ctx.settings.dataDir, 'imports')
/** Both are ids by the contract: nothing of a path is in them. */
const pathOf = (ctx: Context, { owner, upload }: { owner: string; upload: string }) =>
  join(directoryOf(ctx), `${owner}.${upload}`)

/**
 * Puts a piece of a file in its place. The same piece again changes nothing. Refuses: import-piece-missing when one
 * before it has not come, file-too-large.
 */
export async function keepPiece(
  ctx: Context,
  { piece: place, ...file }: { owner: string; upload: string; piece: number },
  bytes: Uint8Array,
): Promise<{ bytes: number }> {
  const offset = place * uploadPieceBytes
  if (offset + bytes.length > importLimits.uploadBytes) {
    throw refuse('file-too-large', { megabytes: Math.floor(importLimits.uploadBytes / 1024 ** 2) })
  }
  await mkdir(directoryOf(ctx), { recursive: true, mode: 0o700 })
  const path = pathOf(ctx, file)
  const handle = await open(path, offset === 0 ? 'w' : 'r+', 0o600).catch(() => {
    throw refuse('import-piece-missing')
  })
  try {
    const { size } = await handle.stat()
    if (offset > size) throw refuse('import-piece-missing')
    await handle.write(bytes, 0, bytes.length, offset)
    return { bytes: offset + bytes.length }
  } finally {
    await handle.close()
  }
}

/** A file that was sent whole, as its import reads it. Refuses: import-piece-missing. */
export async function sentFile(ctx: Context, sent: { owner: string; upload: string; name: string }) {
  const path = pathOf(ctx, sent)
  const { size } = await stat(path).catch(() => {
    throw refuse('import-piece-missing')
  })
  return { name: sent.name, path, bytes: size }
}

const unusedAfterMs = 24 * 3600_000

/** Removes files that no import waits for: those of `kept` stay. */
export async function removeOldUploads(ctx: Context, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(directoryOf(ctx)).catch(() => [])
  for (const name of names) {
    const path = join(directoryOf(ctx), name)
    if (kept.has(path)) continue
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > unusedAfterMs) await unlink(path).catch(() => undefined)
  }
}

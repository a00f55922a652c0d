import type { Context } from '#platform/context'
import { FileGone, withFile } from '#platform/files/waiting'
import { FileProblem } from '../import.rules.ts'
import type { StoredFile } from '../row.server.ts'
import { type ImportFile, fileAt } from './file.server.ts'

/** Has a file read where it lies; one that waits, from this process's disk. */
export async function atHand<T>(
  ctx: Context,
  { name, path, waiting }: StoredFile,
  read: (file: ImportFile) => Promise<T>,
) {
  const readAt = async (path: string) => read(await fileAt(path, name))
  if (waiting === undefined) return readAt(path ?? '')
  return withFile(ctx, waiting, ({ path }) => readAt(path)).catch((error: unknown) => {
    throw error instanceof FileGone ? new FileProblem('file-unreadable', { value: name }) : error
  })
}

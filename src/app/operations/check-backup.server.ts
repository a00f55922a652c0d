import { isDeepStrictEqual } from 'node:util'
import { StartupProblem } from '#platform/startup'
import type { End, Progress } from './backup-format.ts'
import { readBackup, readManifest } from './read-backup.server.ts'

/** Reads a backup that was just written from front to end, and refuses it unless what comes out is what went in. */
export async function checkBackup(file: string, written: End, onProgress: Progress): Promise<void> {
  onProgress({ what: 'read back', done: 0, total: 1 })
  const read = await readAll(file).catch((error: unknown) => {
    if (error instanceof StartupProblem) return undefined
    throw error
  })
  if (!isDeepStrictEqual(read, written)) {
    throw new StartupProblem(
      'What was written was read back, and is not the same. There is no backup: check the disk, and write to another one.',
    )
  }
  onProgress({ what: 'read back', done: 1, total: 1 })
}

async function readAll(file: string): Promise<End> {
  const pass = async (_name: string, content: AsyncIterable<Buffer>) => void (await countLines(content))
  const rows = (_table: string, content: AsyncIterable<Buffer>) => countLines(content)
  return readBackup(file, await readManifest(file), { rows, picture: pass, secret: pass })
}

const lineEnd = 0x0a

/** COPY writes a row as one line: line ends in what the row holds are escaped. */
async function countLines(content: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const chunk of content) {
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1
  }
  return lines
}

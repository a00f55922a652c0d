import { type Entry, type ZipFile, getFileNameLowLevel, openPromise } from 'yauzl'
import type { Context } from '#platform/context'
import { withFile } from '#platform/files/waiting'
import { pictureLimits } from '#rules/media'
import { refuse } from '../refusals.rules.ts'
import { batchLimits, isLitter } from './batches.rules.ts'
import type { BatchProblem } from './batches.texts.ts'

// Names are decoded here: the library refuses a whole ZIP for one name that leads out of a folder, and none of them leads anywhere.
const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }

/** Whether this is a ZIP that may be worked on, by its table of contents alone. Refuses: not-a-zip, zip-too-large. */
export async function inspectZip(path: string): Promise<void> {
  let files = 0
  let unpacked = 0
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, options)
    for await (const entry of zip.eachEntry()) {
      files += 1
      unpacked += entry.uncompressedSize
      if (files > batchLimits.entries || unpacked > batchLimits.unpackedBytes) break
    }
  } catch {
    // The library says what is wrong with a file in words of its own.
    throw refuse('not-a-zip')
  } finally {
    zip?.close()
  }
  if (files === 0) throw refuse('not-a-zip')
  if (files > batchLimits.entries || unpacked > batchLimits.unpackedBytes) {
    throw refuse('zip-too-large', { entries: batchLimits.entries })
  }
}

export type ZippedFile = { at: number; name: string; read: () => Promise<Uint8Array | BatchProblem> }

/**
 * Works on the files of the ZIP that waits for a batch, in its order. Each is unpacked when it is read, and no further than it
 * may be. Throws `FileGone`.
 */
export const withZip = (ctx: Context, id: string, work: (files: ZippedFile[]) => Promise<void>): Promise<void> =>
  withFile(ctx, id, async ({ path }) => {
    const zip = await openPromise(path, options)
    try {
      const files: ZippedFile[] = []
      let at = -1
      for await (const entry of zip.eachEntry()) {
        at += 1
        const name = nameOf(entry)
        if (!isLitter(name)) files.push({ at, name, read: () => readEntry(zip, entry) })
      }
      await work(files)
    } finally {
      zip.close()
    }
  })

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  // What no database holds is no part of a name.
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replaceAll('\0', '').toWellFormed()

async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array | BatchProblem> {
  if (entry.isEncrypted()) return 'encrypted'
  if (entry.uncompressedSize > pictureLimits.mostBytes) return 'file-too-large'
  try {
    const chunks: Buffer[] = []
    // The library ends a file that unpacks to more than it says.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return 'unreadable'
  }
}

import { type Hash, createHash } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A backup is one gzipped tar file, read and written from front to end:
 *
 *     manifest.json                    what it is, and which tables follow
 *     tables/public.orders/000001      rows as PostgreSQL's COPY writes them, in parts of a few megabytes
 *     images/…                         the pictures of the local disk
 *     secrets/secret                   the shop's own, where the settings do not give it
 *     end.json                         how much it was, and its hashes: a file that was cut off has none
 */
export const manifestName = 'manifest.json'
export const endName = 'end.json'

/** The shop's own files beside the database, in `DATA_DIR`. */
export const secretNames: readonly string[] = ['secret', 'sandbox-secret']

const Table = z.object({ name: z.string(), columns: z.array(z.string()) })

export const Manifest = z.object({
  format: z.literal('tappet-backup-1'),
  madeAt: z.string(),
  /** The migrations that had run: they say what the tables look like. */
  migrations: z.array(z.string()),
  /** In an order in which every row finds what it refers to. */
  tables: z.array(Table),
  /** Where each sequence stands: `last` has been given out, or, where it was never called, comes next. */
  sequences: z.array(z.object({ name: z.string(), last: z.number(), isCalled: z.boolean() })),
})
export type Manifest = z.infer<typeof Manifest>
export type BackupTable = z.infer<typeof Table>

/** Backups of earlier releases have no hashes. */
export const End = z.object({
  rows: z.record(z.string(), z.number()),
  images: z.number(),
  sha256: z.optional(z.record(z.string(), z.string())),
})
export type End = z.infer<typeof End>

/** What long work has done of what it has to do: `{ what: 'orders', done: 12, total: 40 }`. */
export type Progress = (step: { what: string; done: number; total: number }) => void

/** The hash of each table's rows, of all pictures and of all secrets, with their names. */
export function createHashes() {
  const hashes = new Map<string, Hash>()
  return {
    /** The hash that this content belongs to. */
    start(kind: string, name: string): Hash {
      const key = kind === 'tables' ? `${kind}/${name}` : kind
      const hash = hashes.get(key) ?? createHash('sha256')
      hashes.set(key, hash)
      return hash.update(`${name}\n`)
    },
    digests: () => Object.fromEntries([...hashes].map(([key, hash]) => [key, hash.copy().digest('hex')])),
  }
}

/** The same content, which this hash takes in as it passes. */
export async function* hashing(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

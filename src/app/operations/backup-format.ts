import * as z from 'zod/mini'

/**
 * A backup is one gzipped tar file, read and written from front to end:
 *
 *     manifest.json                    what it is, and which tables follow
 *     tables/public.orders/000001      rows as PostgreSQL's COPY writes them, in parts of a few megabytes
 *     images/…                         the pictures of the local disk
 *     secrets/secret                   the shop's own, where the settings do not give it
 *     end.json                         how much it was: a file that was cut off has none
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

export const End = z.object({ rows: z.record(z.string(), z.number()), images: z.number() })
export type End = z.infer<typeof End>

/** What long work has done of what it has to do: `{ what: 'orders', done: 12, total: 40 }`. */
export type Progress = (step: { what: string; done: number; total: number }) => void

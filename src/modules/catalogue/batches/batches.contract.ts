import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText, paging } from '#kernel/fields'
import { batchField, batchLimits, batchRowStates, batchStates } from './batches.rules.ts'

/** A ZIP of pictures: how it stands, and how many of its files stand how. */
export const PictureBatch = z.object({
  _id: z.string(),
  number: z.number(),
  name: z.string(),
  state: z.enum(batchStates),
  createdAt: z.string(),
  by: z.string(),
  counts: z.record(z.enum(batchRowStates), z.number()),
})
export type PictureBatch = z.infer<typeof PictureBatch>

/** One file of it. */
export const PictureBatchRow = z.object({
  n: z.number(),
  name: z.string(),
  tool: z.nullable(z.object({ _id: z.string(), name: z.string(), partNumber: z.nullable(z.string()) })),
  state: z.enum(batchRowStates),
  /** Why it does not go in. */
  reason: z.nullable(z.string()),
})
export type PictureBatchRow = z.infer<typeof PictureBatchRow>

const ofBatch = z.object({ id: Id })

export const pictureBatchesContract = {
  listPictureBatches: endpoint('GET /pictureBatches', {
    summary: 'The ZIPs of pictures, newest first.',
    access: 'staff:catalogue',
    paged: true,
    query: z.object(paging()),
    answer: z.array(PictureBatch),
  }),
  beginPictureBatch: endpoint('POST /pictureBatches', {
    summary:
      'Takes a ZIP of pictures that are named by part numbers, and works out whose they are. Nothing is changed yet.',
    access: 'staff:catalogue',
    upload: { field: batchField, mostBytes: batchLimits.mostBytes, waits: true },
    query: z.object({ name: optionalText(200) }),
    answer: z.object({ insertedId: z.string(), number: z.number() }),
    refusals: ['not-a-zip', 'zip-too-large', 'uploads-busy'],
  }),
  getPictureBatch: endpoint('GET /pictureBatches/:id', {
    summary: 'How a ZIP of pictures stands.',
    access: 'staff:catalogue',
    params: ofBatch,
    answer: PictureBatch,
    refusals: ['picture-batch-gone'],
  }),
  listPictureBatchRows: endpoint('GET /pictureBatches/:id/rows', {
    summary: 'The files of a ZIP of pictures, each with its tool, or why it has none. `state`: those that stand so.',
    access: 'staff:catalogue',
    paged: true,
    params: ofBatch,
    query: z.object({ ...paging(/^\d{1,9}$/), state: z.optional(z.enum(batchRowStates)) }),
    answer: z.array(PictureBatchRow),
    refusals: ['picture-batch-gone'],
  }),
  commitPictureBatch: endpoint('POST /pictureBatches/:id/commit', {
    summary: 'Puts the pictures that have a tool behind those that it has, each once, however often it is asked for.',
    access: 'staff:catalogue',
    params: ofBatch,
    answer: PictureBatch,
    refusals: ['picture-batch-gone', 'picture-batch-not-ready'],
  }),
  undoPictureBatch: endpoint('POST /pictureBatches/:id/undo', {
    summary:
      'Takes back the pictures that a ZIP has put to tools, once. One that somebody has changed since is left alone, and told.',
    access: 'staff:catalogue',
    params: ofBatch,
    answer: PictureBatch,
    refusals: ['picture-batch-gone', 'picture-batch-not-ready'],
  }),
  cancelPictureBatch: endpoint('POST /pictureBatches/:id/cancel', {
    summary: 'Gives up a ZIP of pictures of which nothing has gone in yet.',
    access: 'staff:catalogue',
    params: ofBatch,
    answer: PictureBatch,
    refusals: ['picture-batch-gone', 'picture-batch-not-ready'],
  }),
}

import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import { bookTake } from './book.server.ts'
import { readCountFile } from './count-file.server.ts'
import { type CountInput, recordCounts, removeCount } from './counts.server.ts'
import type { stockContract } from './stock.contract.ts'
import { beginTake, discardTake, listCounts, listTakes, readTake } from './takes.server.ts'

/** The calls of `stock.contract.ts`. */
export const stockHandlers: Handlers<typeof stockContract, Context> = {
  listStockTakes: (ctx, { query }) => listTakes(ctx, query),

  beginStockTake: (ctx, { body }) => beginTake(ctx, body.note),

  getStockTake: (ctx, { params }) => readTake(ctx, params.id),

  listCounts: (ctx, { params, query }) => listCounts(ctx, params.id, query),

  recordCounts(ctx, { params, body }) {
    const counts = body.counts.map((count, index): CountInput => {
      const { tool, partNumber = '', brand = '', counted } = count
      return { row: index + 1, tool, partNumber, brand, counted, typed: String(counted) }
    })
    return recordCounts(ctx, params.id, counts)
  },

  async recordCountFile(ctx, { params, body }) {
    const { counts, leftOut } = await readCountFile(body)
    const { counted, refused } = await recordCounts(ctx, params.id, counts)
    const replaced = counted.filter(({ before }) => before !== null).length
    return { counted: counted.length, replaced, refused, leftOut }
  },

  removeCount: (ctx, { params }) => removeCount(ctx, params.id, params.tool),

  bookStockTake: (ctx, { params }) => bookTake(ctx, params.id),

  discardStockTake: (ctx, { params }) => discardTake(ctx, params.id),
}

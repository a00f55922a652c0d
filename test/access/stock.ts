import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Row, at } from './rows.ts'
import { createTool } from '../factories.ts'
import type { TestShop } from '../harness.ts'
import { zipForm } from '../files/zip.ts'

/** The calls of edits of many tools, in the state that each needs. */
export const editRows = (shop: () => TestShop): Record<string, Row> => {
  const of = (path: string, state = 'planned'): Row => ({
    sample: async () => {
      const id = randomUUID()
      await sql`
        insert into tool_edit (id, state, scope, change, actor_kind, created_at)
        values (${id}, ${state}, '{"ids": []}', '{}', 'admin', now())`.execute(shop().db)
      return { path: path.replace(':id', id) }
    },
  })
  return {
    'GET /toolEdits': at('/toolEdits?limit=2'),
    'POST /toolEdits': {
      sample: async () => ({
        path: '/toolEdits',
        body: { ids: [await createTool(shop())], change: { minimumQuantity: 2 } },
      }),
    },
    'GET /toolEdits/:id': of('/toolEdits/:id'),
    'GET /toolEdits/:id/rows': of('/toolEdits/:id/rows?state=planned'),
    'POST /toolEdits/:id/commit': of('/toolEdits/:id/commit'),
    'POST /toolEdits/:id/cancel': of('/toolEdits/:id/cancel'),
    'POST /toolEdits/:id/undo': of('/toolEdits/:id/undo', 'committed'),
  }
}

/** The calls of ZIPs of pictures, in the state that each needs. */
export const pictureBatchRows = (shop: () => TestShop): Record<string, Row> => {
  const of = (path: string, state = 'planned'): Row => ({
    sample: async () => {
      const id = randomUUID()
      await sql`
        insert into picture_batch (id, name, state, actor_kind, created_at)
        values (${id}, 'pictures.zip', ${state}, 'admin', now())`.execute(shop().db)
      return { path: path.replace(':id', id) }
    },
  })
  return {
    'GET /pictureBatches': at('/pictureBatches?limit=2'),
    'POST /pictureBatches': {
      sample: async () => ({ path: '/pictureBatches?name=a.zip', body: zipForm({ 'a.txt': Buffer.from('a') }) }),
    },
    'GET /pictureBatches/:id': of('/pictureBatches/:id'),
    'GET /pictureBatches/:id/rows': of('/pictureBatches/:id/rows?state=matched'),
    'POST /pictureBatches/:id/commit': of('/pictureBatches/:id/commit'),
    'POST /pictureBatches/:id/cancel': of('/pictureBatches/:id/cancel'),
    'POST /pictureBatches/:id/undo': of('/pictureBatches/:id/undo', 'committed'),
  }
}

/** The calls of stock takes. */
export const stockRows = (shop: () => TestShop): Record<string, Row> => {
  const counted = async () => {
    const [id, tool] = [randomUUID(), await createTool(shop())]
    await sql`
      with begun as (insert into stock_take (id, note, actor_kind, created_at) values (${id}, 'Aisle 3', 'admin', now()) returning id)
      insert into stock_count (take_id, tool_id, counted, expected, counted_at, actor_kind)
      select id, ${tool}, 5, 100, now(), 'admin' from begun`.execute(shop().db)
    return { id, tool }
  }
  const of = (path: string, body?: object): Row => ({
    sample: async () => ({ path: path.replace(':id', (await counted()).id), ...(body && { body }) }),
  })
  return {
    'GET /stockTakes': at('/stockTakes?limit=2'),
    'POST /stockTakes': { sample: async () => ({ path: '/stockTakes', body: { note: 'Aisle 3' } }) },
    'GET /stockTakes/:id': of('/stockTakes/:id'),
    'GET /stockTakes/:id/counts': of('/stockTakes/:id/counts?limit=2'),
    'POST /stockTakes/:id/counts': of('/stockTakes/:id/counts', { counts: [{ partNumber: 'X-1', counted: 1 }] }),
    'POST /stockTakes/:id/file': of('/stockTakes/:id/file', { csv: 'part_number,counted\nX-1,1' }),
    'POST /stockTakes/:id/booking': of('/stockTakes/:id/booking'),
    'DELETE /stockTakes/:id': of('/stockTakes/:id'),
    'DELETE /stockTakes/:id/counts/:tool': {
      sample: async () => {
        const { id, tool } = await counted()
        return { path: `/stockTakes/${id}/counts/${tool}` }
      },
    },
  }
}

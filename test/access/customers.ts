import { type Row, at } from './rows.ts'
import { createPerson } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** The calls about customers, each about one of its own. */
export function customerRows(shop: () => TestShop): Record<string, Row> {
  const about = (path: string, body?: unknown): Row => ({
    sample: async () => ({ path: `/customers/${(await createPerson(shop())).accountId}${path}`, body }),
  })
  return {
    'GET /customers': at('/customers?limit=2'),
    'GET /customers/:id': about(''),
    'GET /customers/:id/notes': about('/notes'),
    'POST /customers/:id/notes': about('/notes', { text: 'Rings back' }),
    'PUT /customers/:id/block': about('/block', { blocked: true, reason: 'Does not pay' }),
  }
}

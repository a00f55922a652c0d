import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, requiredText } from '#kernel/fields'
import { orderListFilter, orderListSort } from '../orders/orders.contract.ts'
import { filterFieldTexts } from './filters.texts.ts'

/** What a list is asked for, by the names of the call; nothing else is kept. */
const FilterQuery = z.object({ ...orderListFilter, ...orderListSort }, { error: () => filterFieldTexts.query })

export const NewFilter = z.object({
  name: requiredText(() => filterFieldTexts.name, 60),
  query: FilterQuery,
  shared: z.boolean({ error: () => filterFieldTexts.shared }),
})

export const OrderFilter = z.object({
  _id: z.string(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  shared: z.boolean(),
  own: z.boolean(),
  /** Whose it is. */
  by: z.string(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

export const filtersContract = {
  listFilters: endpoint('GET /orderFilters', {
    summary: 'The filters of the list of all orders that the caller has saved, and those that others share.',
    access: 'staff:orders',
    answer: z.array(OrderFilter),
  }),
  saveFilter: endpoint('POST /orderFilters', {
    summary:
      'Saves a filter of the list of all orders under a name; one of the caller’s that has this name is replaced.',
    access: 'staff:orders',
    body: NewFilter,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['too-many-filters'],
  }),
  removeFilter: endpoint('DELETE /orderFilters/:id', {
    summary: 'Removes a filter of the caller’s own.',
    access: 'staff:orders',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['filter-gone'],
  }),
}

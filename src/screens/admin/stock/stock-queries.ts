import { useQuery, useQueryClient } from '@tanstack/react-query'
import { stockContract } from '#contracts/stock'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { toolsKey } from '../products/tool-queries.ts'

const takesKey = ['stock-takes']
const takeKey = (id: string) => ['stock-take', id]
const countsKey = (id: string) => ['stock-counts', id]

export const useTakes = () => usePagedList(takesKey, stockContract.listStockTakes, { limit: 25 })

export function useTake(id: string) {
  return useQuery({ queryKey: takeKey(id), queryFn: () => call(stockContract.getStockTake, { params: { id } }) })
}

export function useCounts(id: string, only: 'different' | undefined) {
  return usePagedList(
    countsKey(id),
    { ...stockContract.listCounts, path: stockContract.listCounts.path.replace(':id', id) },
    { only, limit: 25 },
  )
}

/** Reads anew what a count or a booking shows in. */
export function useRefreshTake() {
  const queries = useQueryClient()
  return async (id?: string) => {
    const keys = [takesKey, toolsKey, ...(id ? [takeKey(id), countsKey(id)] : [])]
    await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}

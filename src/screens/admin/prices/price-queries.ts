import { useQuery, useQueryClient } from '@tanstack/react-query'
import { categoriesContract } from '#contracts/catalogue'
import { customerGroupsContract, priceFilesContract, priceListsContract } from '#contracts/pricing'
import { isPriceFileWorking } from '#rules/pricing'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'

const listsKey = ['price-lists']
const listKey = (id: string) => ['price-list', id]
const entriesKey = (id: string) => ['price-entries', id]
const groupsKey = ['customer-groups']
const filesKey = (id: string) => ['price-files', id]
const membersKey = (id: string) => ['group-members', id]

export const useLists = (q: string | undefined) =>
  usePagedList(listsKey, priceListsContract.listPriceLists, { q, limit: 25 })

export function useList(id: string) {
  return useQuery({
    queryKey: listKey(id),
    queryFn: () => call(priceListsContract.getPriceList, { params: { id } }),
    enabled: id !== '',
  })
}

const below = <E extends { path: string }>(endpoint: E, id: string): E => ({
  ...endpoint,
  path: endpoint.path.replace(':id', id),
})

export const useEntries = (id: string, q: string | undefined) =>
  usePagedList(entriesKey(id), below(priceListsContract.listPriceEntries, id), { q, limit: 25 })

/** How often a page looks how far the work on a file is: a short one is done by then. */
const lookAgainMs = 500

/** The files that were sent for a list, the newest first. */
export const usePriceFiles = (id: string) =>
  useQuery({
    queryKey: filesKey(id),
    queryFn: () => call(priceFilesContract.listPriceFiles, { params: { id } }),
    refetchInterval: query => query.state.data?.some(({ state }) => isPriceFileWorking(state)) && lookAgainMs,
  })

export const useFileEntries = (id: string) =>
  usePagedList(['price-file-entries', id], below(priceFilesContract.listPriceFileEntries, id), { limit: 25 })

export const useGroups = () => usePagedList(groupsKey, customerGroupsContract.listGroups, { limit: 200 })

export const useMembers = (id: string) =>
  usePagedList(membersKey(id), below(customerGroupsContract.listMembers, id), { limit: 50 })

/** Those that have something to sell: whoever keeps prices need not keep the catalogue. */
export const useShownCategories = () =>
  useQuery({ queryKey: ['shown-categories'], queryFn: () => call(categoriesContract.listCategories, {}) })

/** Reads anew what a change of prices or groups shows in. */
export function useRefreshPrices() {
  const queries = useQueryClient()
  return async (id?: string) => {
    const ofOne = id ? [listKey(id), entriesKey(id), filesKey(id), membersKey(id)] : []
    await Promise.all([listsKey, groupsKey, ...ofOne].map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { categoriesContract } from '#contracts/catalogue'
import { toolsKey } from '../products/tool-queries.ts'

const categoriesKey = ['every-category']

/** What a tool can be put into, each category behind the one that it is in. */
export function useCategories() {
  return useQuery({ queryKey: categoriesKey, queryFn: () => call(categoriesContract.listEveryCategory, {}) })
}

/** Reads anew what a change of a category shows in: the list of them, and the tools. */
export function useRefreshCategories() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([categoriesKey, toolsKey].map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/call.ts'
import { usePagedList } from '#ui/paged-list.ts'
import { type Import, importsContract } from '../imports.contract.ts'

const listKey = ['imports']
const keyOf = (id: string) => ['import', id]

/** How often an import at work is looked at. */
const lookMs = 1000

export const isAtWork = (item: Pick<Import, 'state' | 'asked'>) => item.state === 'staging' || item.asked !== null

export const useImports = () => usePagedList(listKey, importsContract.listImports, {})

/** One import, looked at again and again while work on it goes on. */
export function useImport(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => call(importsContract.getImport, { params: { id } }),
    refetchInterval: query => (query.state.data && isAtWork(query.state.data) ? lookMs : false),
  })
}

/** What an admin does with an import; it and the list are read anew, also after a refusal. */
export function useImportAct<T>(id: string, act: (given: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(id) }),
        queries.invalidateQueries({ queryKey: listKey }),
      ])
    },
  })
}

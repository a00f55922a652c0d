import { useQuery, useQueryClient } from '@tanstack/react-query'
import { attributesContract } from '#contracts/catalogue'
import { call } from '#ui/calls/call.ts'

const attributesKey = ['attributes']

/** What tools in a category can say of themselves: what it inherits, then its own. */
export function useAttributes(categoryId: string | undefined) {
  return useQuery({
    queryKey: [...attributesKey, categoryId],
    queryFn: () => call(attributesContract.listAttributes, { params: { id: categoryId ?? '' } }),
    enabled: categoryId !== undefined,
  })
}

/** Reads anew what any category has: those below inherit. */
export function useRefreshAttributes() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: attributesKey })
}

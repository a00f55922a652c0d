import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toolEditsContract } from '#contracts/catalogue'
import { type EditRowState, isWorking } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { toolsKey } from '../products/tool-queries.ts'

const editsKey = ['tool-edits']
const editKey = (id: string) => ['tool-edit', id]
const rowsKey = (id: string) => ['tool-edit-rows', id]

/** How often a page looks how far the work is. */
const lookAgainMs = 1000

export const useEdits = () => usePagedList(editsKey, toolEditsContract.listToolEdits, { limit: 25 })

export function useEdit(id: string) {
  return useQuery({
    queryKey: editKey(id),
    queryFn: () => call(toolEditsContract.getToolEdit, { params: { id } }),
    refetchInterval: query => query.state.data && isWorking(query.state.data.state) && lookAgainMs,
  })
}

/** The tools of an edit that stand so; `of` is the edit's own state, with which they are read anew. */
export function useEditRows(id: string, of: string, state: EditRowState) {
  return usePagedList(
    [...rowsKey(id), of],
    { ...toolEditsContract.listToolEditRows, path: toolEditsContract.listToolEditRows.path.replace(':id', id) },
    { state, limit: 10 },
  )
}

export function useRefreshEdit() {
  const queries = useQueryClient()
  return (id: string) =>
    Promise.all([editsKey, editKey(id), rowsKey(id), toolsKey].map(queryKey => queries.invalidateQueries({ queryKey })))
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pictureBatchesContract } from '#contracts/catalogue'
import { type BatchRowState, isBatchWorking } from '#rules/catalogue'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { toolsKey } from '../products/tool-queries.ts'

const batchesKey = ['picture-batches']
const batchKey = (id: string) => ['picture-batch', id]
const rowsKey = (id: string) => ['picture-batch-rows', id]

/** How often a page looks how far the work is. */
const lookAgainMs = 1000

export const useBatches = () => usePagedList(batchesKey, pictureBatchesContract.listPictureBatches, { limit: 25 })

export function useBatch(id: string) {
  return useQuery({
    queryKey: batchKey(id),
    queryFn: () => call(pictureBatchesContract.getPictureBatch, { params: { id } }),
    refetchInterval: query => query.state.data && isBatchWorking(query.state.data.state) && lookAgainMs,
  })
}

/** The files of a ZIP that stand so; `of` is its own state, with which they are read anew. */
export function useBatchRows(id: string, of: string, state: BatchRowState) {
  const { listPictureBatchRows: list } = pictureBatchesContract
  return usePagedList(
    [...rowsKey(id), of],
    { ...list, path: list.path.replace(':id', id) },
    {
      state,
      limit: 10,
    },
  )
}

export function useRefreshBatch() {
  const queries = useQueryClient()
  return (id: string) =>
    Promise.all(
      [batchesKey, batchKey(id), rowsKey(id), toolsKey].map(queryKey => queries.invalidateQueries({ queryKey })),
    )
}

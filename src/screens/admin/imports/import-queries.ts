import { useEffect } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { type Import, type ImportProfile, importsContract } from '#contracts/imports'
import { type NumberCounts, attributeColumn } from '#rules/imports'

const listKey = ['imports']
const keyOf = (id: string) => ['import', id]

/** How often an import at work is looked at. */
const lookMs = 1000
const listLookMs = 2000
/** One that waits may be committed by somebody else. */
const waitingMs = 5000

/** Also while another process works on it: a command, for example. */
export const isAtWork = (item: Pick<Import, 'state' | 'asked' | 'progress'>) =>
  item.state === 'staging' || item.asked !== null || item.progress !== null

/** The list is looked at again while anything in it is at work. */
export function useImports() {
  const list = usePagedList(listKey, importsContract.listImports, {})
  const isMoving = list.rows.some(isAtWork)
  const { reload } = list
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => void reload(), listLookMs)
    return () => clearInterval(timer)
  }, [isMoving, reload])
  return list
}

export const useUnresolved = () => usePagedList(['unresolved-vehicles'], importsContract.listUnresolved, {})

function lookAgain(item: Import | undefined): number | false {
  if (!item) return false
  if (isAtWork(item)) return lookMs
  return item.state === 'staged' ? waitingMs : false
}

/** How the lists of each source are read; none where that cannot be asked now. */
export function useProfiles(): () => Promise<ImportProfile[]> {
  const queries = useQueryClient()
  const ask = { queryKey: ['import-profiles'], queryFn: () => call(importsContract.listProfiles, {}) }
  return () => queries.fetchQuery(ask).catch(() => [])
}

/** How many of the cells of some columns are numbers of the shop; nothing where that cannot be asked now. */
export const countKnown = (columns: string[][]): Promise<NumberCounts[]> =>
  call(importsContract.countKnownNumbers, { body: { columns } }).catch(() => [])

/** What stands above the columns of the shop's attributes, in a list of parts. */
export function useAttributeColumns(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['attribute-columns'],
    queryFn: () => call(importsContract.getExportColumns, { params: { kind: 'parts' } }),
  })
  return data?.columns.filter(column => attributeColumn(column) !== undefined) ?? []
}

/** One import, looked at again and again while work on it goes on. */
export function useImport(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => call(importsContract.getImport, { params: { id } }),
    refetchInterval: query => lookAgain(query.state.data),
  })
}

/** The first things that an import changes: other ones stand first when other prices leap. */
export const useChanges = ({ _id, leaps }: Pick<Import, '_id' | 'leaps'>) =>
  useQuery({
    queryKey: [...keyOf(_id), 'changes', leaps],
    queryFn: () => call(importsContract.listChanges, { params: { id: _id } }),
  })

/** The prices of an import that leap, the greatest leaps first. */
export const useLeaps = ({ _id, leaps }: Pick<Import, '_id' | 'leaps'>) =>
  usePagedList(
    [...keyOf(_id), 'leaps', leaps],
    { ...importsContract.listLeaps, path: `/imports/${_id}/leaps` },
    { limit: 100 },
  )

/** Equal problems of an import as one. A commit may find more. */
export const useProblemKinds = ({ _id, state }: Pick<Import, '_id' | 'state'>) =>
  useQuery({
    queryKey: [...keyOf(_id), 'problems', 'kinds', state],
    queryFn: () => call(importsContract.listProblemKinds, { params: { id: _id } }),
  })

/** What an admin does with an import; it and the list are read anew, also after a refusal. */
export function useImportAct<T>(id: string, act: (given: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: listKey })
      void queries.invalidateQueries({ queryKey: [...keyOf(id), 'problems'] })
      // Not its lists: who waits for this waits in front of a dialog, over a page that goes on.
      await queries.invalidateQueries({ queryKey: keyOf(id), exact: true })
    },
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { staffContract } from '#contracts/accounts'
import { call } from '#ui/calls/call.ts'

const staffKey = ['staff']

export const useStaff = () => useQuery({ queryKey: staffKey, queryFn: () => call(staffContract.listStaff, {}) })

export function useRefreshStaff(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: staffKey })
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#ui/calls/call.ts'
import { type WaysIn, waysInContract } from '#contracts/accounts'
import { useAccount } from '#parts/accounts'

/** What opens the account of whoever is here; asked for once the identity service is known to tell. */
export function useWaysIn(isNeeded: boolean) {
  const { email } = useAccount()
  return useQuery({ ...waysInQuery(email), enabled: isNeeded })
}

/** The one question behind the cards that show a part of it; null where a hosted service keeps it to itself. */
export const waysInQuery = (email: string) =>
  queryOptions({
    queryKey: ['ways-in', email],
    queryFn: async (): Promise<WaysIn | null> => (await call(waysInContract.getWaysIn, {})).waysIn,
  })

/** Reads it again, after something about it was changed. */
export function useWaysInAgain(): () => Promise<void> {
  const { email } = useAccount()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['ways-in', email] })
}

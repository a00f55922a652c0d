import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#parts/accounts'
import { hasHostedPassword } from '#parts/accounts'
import { waysInQuery } from './ways-in-query.ts'

/** Whether a password opens the account of whoever is here: the shop knows, or a hosted identity service does. */
export function usePasswordState() {
  const { email } = useAccount()
  const own = useQuery({ ...waysInQuery(email), select: waysIn => waysIn && waysIn.password })
  const isHosted = own.data === null
  const hosted = useQuery({ queryKey: ['has-password', email], queryFn: hasHostedPassword, enabled: isHosted })
  return isHosted ? hosted : own
}

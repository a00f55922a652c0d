import { useQuery } from '@tanstack/react-query'
import { useAccount } from './account.tsx'
import { hasPassword } from './session.tsx'

/** Whether a password opens the account of whoever is here. */
export function usePasswordState() {
  const { email } = useAccount()
  return useQuery({ queryKey: ['has-password', email], queryFn: hasPassword })
}

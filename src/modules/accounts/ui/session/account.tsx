import { createContext, use } from 'react'
import type { SessionAccount } from './session-storage.ts'

/** Whose page it is, below the protected layout. */
export const AccountContext = createContext<SessionAccount | undefined>(undefined)

/** The account of a page behind the protected layout: there always is one, even in the moment of leaving. */
export function useAccount(): SessionAccount {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount() needs the protected layout above it')
  return account
}

import { useEffect } from 'react'
import { useSession } from '#parts/accounts'
import { tellWhoIsHere } from './garage-store.ts'

/** Tells my vehicles who is here: what this browser kept goes to the account that logs in. In the frame. */
export function WhoIsHere() {
  const { state, account } = useSession()
  const email = account?.email
  useEffect(() => {
    if (state !== 'loading') tellWhoIsHere(email)
  }, [state, email])
  return null
}

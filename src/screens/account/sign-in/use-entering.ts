import { useState } from 'react'
import { useSession } from '#parts/accounts'

/** How far somebody has come who sets or types a password by a mailed link, and is logged in with it. */
export type Entering = 'before' | 'second factor' | 'in' | 'log in'

/**
 * Logs in with the password that a link has just made good. What went before has happened: should the login fail, it is
 * the login page that goes on.
 */
export function useEntering() {
  const { logIn } = useSession()
  const [entering, setEntering] = useState<Entering>('before')
  const enter = async (input: { email: string; password: string }) => {
    try {
      setEntering((await logIn(input)) === 'second factor' ? 'second factor' : 'in')
    } catch {
      setEntering('log in')
    }
  }
  return { entering, enter, toLogIn: () => setEntering('log in') }
}

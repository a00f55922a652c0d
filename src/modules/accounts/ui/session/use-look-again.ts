import { useEffect } from 'react'
import { refreshSession } from './session-live.ts'

/** The link may have been opened on a phone: whoever comes back to this page finds it as it is now. */
export function useLookAgain(): void {
  useEffect(() => {
    const look = () => {
      // Out of reach: the hint stays, and its button tries again.
      if (!document.hidden) refreshSession().catch(() => undefined)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

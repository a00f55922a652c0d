import { useEffect, useMemo, useRef } from 'react'

/** Somebody who types or steps has come to rest. */
const restMs = 500

/** Does what was typed last when the hand rests, or at once when the field or the page is left. Always the same. */
export function useAtRest() {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>(undefined)
  const rest = useMemo(() => {
    const forget = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
    }
    const now = () => {
      const { send } = waiting.current ?? {}
      forget()
      send?.()
    }
    const later = (send: () => void) => {
      forget()
      waiting.current = { timer: setTimeout(now, restMs), send }
    }
    return { later, now, forget }
  }, [])
  // Whoever leaves the page has meant what was typed.
  useEffect(() => rest.now, [rest])
  return rest
}

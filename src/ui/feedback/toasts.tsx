import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { toastPlace } from './toast.ts'

/**
 * Where toasts appear. Stands once, in the document's root; loads itself when someone begins to do something. If that
 * fails, because the shop is out of reach, the screen stays as it is, and the next press tries again.
 */
export function Toasts() {
  const isWanted = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false)
  const [place, setPlace] = useState<ReactNode>(null)
  useEffect(() => {
    const options = { passive: true }
    window.addEventListener('pointerdown', toastPlace.want, options)
    window.addEventListener('keydown', toastPlace.want, options)
    return () => {
      window.removeEventListener('pointerdown', toastPlace.want)
      window.removeEventListener('keydown', toastPlace.want)
    }
  }, [])
  useEffect(() => {
    if (!isWanted) return
    import('./toast-container.tsx').then(({ ToastContainer }) => setPlace(<ToastContainer />), toastPlace.giveUp)
  }, [isWanted])
  return place
}

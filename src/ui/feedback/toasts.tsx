import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { carryMessages, toastPlace } from './toast.ts'

type ToastsProps = {
  /** Loads itself when someone begins to do something, so that it can say even that the shop is out of reach. */
  readyAtPress?: boolean
}

/**
 * Where toasts appear. Stands once, in the document's root; loads itself when there is something to say. If that fails, because
 * the shop is out of reach, the screen stays as it is, and the next message tries again.
 */
export function Toasts({ readyAtPress = false }: ToastsProps) {
  const isWanted = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false)
  const [place, setPlace] = useState<ReactNode>(null)
  useEffect(carryMessages, [])
  useEffect(() => {
    if (!readyAtPress) return undefined
    const options = { passive: true }
    window.addEventListener('pointerdown', toastPlace.want, options)
    window.addEventListener('keydown', toastPlace.want, options)
    return () => {
      window.removeEventListener('pointerdown', toastPlace.want)
      window.removeEventListener('keydown', toastPlace.want)
    }
  }, [readyAtPress])
  useEffect(() => {
    if (!isWanted) return
    import('./toast-container.tsx').then(({ ToastContainer }) => setPlace(<ToastContainer />), toastPlace.giveUp)
  }, [isWanted])
  return place
}

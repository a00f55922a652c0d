import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { toastPlace } from './toast.ts'

const ToastContainer = lazy(async () => ({ default: (await import('./toast-container.tsx')).ToastContainer }))

/** Where toasts appear. Stands once, in the document's root; loads itself when someone begins to do something. */
export function Toasts() {
  const isWanted = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false)
  useEffect(() => {
    const options = { once: true, passive: true }
    window.addEventListener('pointerdown', toastPlace.want, options)
    window.addEventListener('keydown', toastPlace.want, options)
    return () => {
      window.removeEventListener('pointerdown', toastPlace.want)
      window.removeEventListener('keydown', toastPlace.want)
    }
  }, [])
  if (!isWanted) return null
  return (
    <Suspense>
      <ToastContainer />
    </Suspense>
  )
}

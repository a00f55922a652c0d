import { useEffect, useRef, useState } from 'react'

/** Runs what a dialog is for; until it has ended the dialog stays open. */
export type Work = <T>(work: Promise<T>) => Promise<T>

type WorkingDialog = {
  isOpen: boolean
  onClose: () => void
  /** Called when the dialog has closed after `done`: by then closing it has put the focus back. */
  onDone?: (() => void) | undefined
}

/** A dialog that does something: `close` for its ways out, which wait while `work` runs, and `done` for its success. */
export function useWorkingDialog({ isOpen, onClose, onDone }: WorkingDialog) {
  const [isBusy, setBusy] = useState(false)
  const isDone = useRef(false)
  useEffect(() => {
    if (isOpen || !isDone.current) return
    isDone.current = false
    onDone?.()
  }, [isOpen, onDone])
  const work: Work = promise => {
    setBusy(true)
    return promise.finally(() => setBusy(false))
  }
  const close = () => {
    if (!isBusy) onClose()
  }
  const done = () => {
    isDone.current = true
    onClose()
  }
  return { work, close, done }
}

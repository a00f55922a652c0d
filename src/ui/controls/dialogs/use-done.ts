import { useEffect, useRef } from 'react'

type DoneDialog = {
  isOpen: boolean
  onClose: () => void
  /** Called when the dialog has closed after its success: by then closing it has put the focus back. */
  onDone: () => void
}

/** Closes a dialog by its success. */
export function useDone({ isOpen, onClose, onDone }: DoneDialog): () => void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isOpen || !isDone.current) return
    isDone.current = false
    onDone()
  }, [isOpen, onDone])
  return () => {
    isDone.current = true
    onClose()
  }
}

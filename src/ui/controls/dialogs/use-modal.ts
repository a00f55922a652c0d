import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useReducer, useRef } from 'react'

export type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  onClose: () => void
  onPointerDown: (event: MouseEvent<HTMLDialogElement>) => void
  onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * Ties a native `<dialog>` to a state. The browser traps the focus, and gives it back to where it was; Escape and a
 * press on the backdrop ask `onClose`, so that the state decides.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  // A text selection that starts inside and ends outside is not a press on the backdrop.
  const startedOnBackdrop = useRef(false)
  const [timesClosed, countClosed] = useReducer((times: number) => times + 1, 0)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return undefined
    if (!dialog.open) dialog.showModal()
    return () => dialog.close()
  }, [open, timesClosed])

  return {
    ref,
    onCancel(event) {
      // The cancel event of a file input inside bubbles up here too.
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
    // A browser may close it without asking (a second Escape): the state follows, or, where it stays, the dialog opens again. Its
    // event comes late: by then the dialog may have been opened again.
    onClose() {
      if (!open || ref.current?.open) return
      onClose()
      countClosed()
    },
    onPointerDown(event) {
      startedOnBackdrop.current = event.target === ref.current
    },
    onClick(event) {
      if (startedOnBackdrop.current && event.target === ref.current) onClose()
    },
  }
}

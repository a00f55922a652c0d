import { createContext, use, useEffect } from 'react'

/** Holds the dialog around open until what it answers is called; undefined outside of a dialog. */
export const HoldOpen = createContext<(() => () => void) | undefined>(undefined)

/** Holds the dialog around open while work is pending: how it ends is said in there, and to nobody once that has closed. */
export function useHoldOpen(isPending: boolean): void {
  const hold = use(HoldOpen)
  useEffect(() => (isPending ? hold?.() : undefined), [hold, isPending])
}

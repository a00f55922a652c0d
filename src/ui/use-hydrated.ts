import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while its HTML is taken over, which must say the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'
import { borrowSession } from '#ui/calls/call-session.ts'
import { isKept } from '#ui/is-kept.ts'
import { basketKey } from './basket-key.ts'

/** How many lines the basket of whoever is here has: what every page carries of it. The rest is loaded where there are some. */

let count: number | undefined
/** Whether whoever is here pays prices of their own. What reads these is loaded for them alone. */
let ownPrices = false
const listeners = new Set<() => void>()

/** How often the count was updated. */
let updates = 0

/** How many lines the basket has by now. */
export function tellCount(lines: number): void {
  updates += 1
  if (lines === count) return
  count = lines
  for (const listener of listeners) listener()
}

function tellOwnPrices(have: boolean): void {
  if (have === ownPrices) return
  ownPrices = have
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Undefined while it is not known. */
export const useBasketCount = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => undefined,
  )

/** False while it is not known. */
export const useHasOwnPrices = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ownPrices,
    () => false,
  )

export const isSignedIn = async (): Promise<boolean> => (await borrowSession())?.token() !== undefined

/** Looks how many lines there are, and whether prices are this buyer's own; what the browser kept goes to the account that is here. Out of reach, it stays unknown. */
export async function lookAtBasket(): Promise<void> {
  try {
    const isHere = await isSignedIn()
    const store = isKept(() => localStorage, basketKey) ? await import('./store.ts') : undefined
    if (!isHere) {
      tellOwnPrices(false)
      return tellCount(store?.storedLines().length ?? 0)
    }
    // What the account has no room for stays with the browser.
    await store?.joinStored().catch(() => undefined)
    const { count } = await import('./count-basket.ts')
    const before = updates
    const { lines, ownPrices } = await count()
    // Whoever has put something in meanwhile knows better: this may have been counted before it.
    if (updates === before) tellCount(lines)
    tellOwnPrices(ownPrices)
  } catch {
    // The next page looks again.
  }
}

import { kitTexts } from './kit.texts.ts'

/**
 * Short messages in the corner. The library is fetched at a person's first press or key, so that it is there when an
 * action has something to say, even that the connection is gone; who only reads never pays for it. Browser only.
 */
const library = () => import('react-toastify/unstyled')

let isWanted = false
const listeners = new Set<() => void>()

/** Whether the place for toasts is needed by now; as a store for `useSyncExternalStore`. */
export const toastPlace = {
  isWanted: () => isWanted,
  want() {
    isWanted = true
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export function toastSuccess(message: string): void {
  toastPlace.want()
  void library().then(({ toast }) => toast.success(message))
}

/** Says why an action failed. An error of a call carries a sentence for people; anything else is a bug. */
export function toastFailure(error: unknown): void {
  const message = sentenceOf(error)
  toastPlace.want()
  void library().then(({ toast }) => toast.error(message))
}

function sentenceOf(error: unknown): string {
  if (typeof error === 'string') return error
  const isForPeople = error instanceof Error && error.name === 'CallFailed'
  if (!isForPeople) console.error(error)
  return isForPeople ? error.message : kitTexts.unexpected
}

import { kitTexts } from '../kit.texts.ts'

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
  want: () => set(true),
  /** It could not be loaded: whoever wants it next tries again. */
  giveUp: () => set(false),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function set(wanted: boolean): void {
  if (wanted === isWanted) return
  isWanted = wanted
  for (const listener of listeners) listener()
}

export function toastSuccess(message: string): void {
  show('success', message)
}

/** Says what came of an action that neither changed anything nor failed. */
export function toastNotice(message: string): void {
  show('info', message)
}

/** Says why an action failed. An error of a call carries a sentence for people; anything else is a bug. */
export function toastFailure(cause: unknown): void {
  show('error', sentenceOf(cause))
}

function show(kind: 'success' | 'info' | 'error', message: string): void {
  toastPlace.want()
  library().then(({ toast }) => toast[kind](message), reportError)
}

function sentenceOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  if (cause instanceof Error && cause.name === 'CallFailed') return cause.message
  // A bug: it goes where the browser's own errors go, and the person still hears that the action failed.
  reportError(cause)
  return kitTexts.unexpected
}

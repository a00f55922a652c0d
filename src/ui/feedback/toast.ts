import { kitTexts } from '../kit.texts.ts'
import { messagesKey } from './messages-key.ts'

/**
 * Short messages in the corner. The library is fetched when there is one, or before an action that may have one to say, even
 * that the connection is gone; who only reads never pays for it. Browser only.
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

function set(next: boolean): void {
  if (next === isWanted) return
  isWanted = next
  for (const listener of listeners) listener()
}

/** Where a message leads, such as to what was just made. */
export type WayOn = { to: string; label: string }

export function toastSuccess(message: string, way?: WayOn): void {
  show({ kind: 'success', message, way })
}

/** Says what came of an action that neither changed anything nor failed. */
export function toastNotice(message: string, way?: WayOn): void {
  show({ kind: 'info', message, way })
}

/** Says why an action failed. An error of a call carries a sentence for people; anything else is a bug. */
export function toastFailure(cause: unknown): void {
  show({ kind: 'error', message: sentenceOf(cause) })
}

/** `at`: when it was first said, on whatever page. */
type Message = { kind: 'success' | 'info' | 'error'; message: string; way?: WayOn | undefined; at: number }

/** How long a message is read. */
const readMs = 5000
let shown: Message[] = []

function show(message: Omit<Message, 'at'>): void {
  const one = { ...message, at: Date.now() }
  shown = [...shown.filter(isFresh), one]
  tell(one, () => void (shown = shown.filter(other => other !== one)))
}

/** Whoever has closed it has read it. */
function tell({ kind, message, way }: Message, onClose?: () => void): void {
  toastPlace.want()
  // Their place is read out as it fills: each of them, as an alert, would be said twice.
  const content = async () => (way ? (await import('./toast-content.tsx')).withWay(message, way) : message)
  Promise.all([library(), content()]).then(
    ([{ toast }, shown]) => toast[kind](shown, { ...(onClose && { onClose }), role: 'presentation' }),
    reportError,
  )
}

function sentenceOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  if (cause instanceof Error && cause.name === 'CallFailed') return cause.message
  // A bug: it goes where the browser's own errors go, and the person still hears that the action failed.
  reportError(cause)
  return kitTexts.unexpected
}

const isFresh = ({ at }: Message) => Date.now() - at < readMs

/** Shows what the page before had just said, and leaves what this one says itself to the next. Once for each document. */
export function carryMessages(): void {
  showMessagesOfPageBefore()
  window.addEventListener('pagehide', () => {
    const fresh = shown.filter(isFresh)
    try {
      if (fresh.length > 0) sessionStorage.setItem(messagesKey, JSON.stringify(fresh))
    } catch {
      // A browser that keeps nothing has said it once.
    }
  })
}

function showMessagesOfPageBefore(): void {
  try {
    const messages = JSON.parse(sessionStorage.getItem(messagesKey) ?? '[]') as Message[]
    sessionStorage.removeItem(messagesKey)
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // Whoever loads the page again has read it.
    if (entry?.type === 'reload') return
    // Told by two pages, it is not left to a third one.
    for (const message of messages.filter(isFresh)) tell(message)
  } catch {
    // As above.
  }
}

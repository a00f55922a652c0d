import * as z from 'zod/mini'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { googleFailureKind, GoogleMessage, googleWatch, googleWindow, signInSentence } from '#rules/identity'

/** A failed sign-in of one of the kinds of section 8, with its sentence. */
export function googleProblem(kind: string): CallFailed {
  return new CallFailed({ code: kind, status: 0, message: signInSentence(kind) })
}

/** Opens the empty sign-in window, in the middle of the page; null when the browser blocks it. */
export function openGoogleWindow(view: Window, waiting: string): Window | null {
  const { width, height } = googleWindow
  const left = Math.max(0, Math.round(view.screenX + (view.outerWidth - width) / 2))
  const top = Math.max(0, Math.round(view.screenY + (view.outerHeight - height) / 2))
  const opened = view.open('', '_blank', `popup=yes,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return null
  // The address comes a moment later; until then the window at least says that something is on its way.
  opened.document.title = waiting
  opened.document.body.textContent = waiting
  return opened
}

type Waiting = {
  /** Where messages arrive: the page's own window. */
  view: Pick<Window, 'addEventListener' | 'removeEventListener'> & { location: { origin: string } }
  popup: Pick<Window, 'closed'>
  event: string
  /** False when this answer was taken before. */
  take: (event: string) => boolean
  /** Its reason is what the wait then ends with. */
  signal: AbortSignal
}

/**
 * Waits until the window says that the sign-in is done. Throws the kind of problem: what the window said, that it was
 * closed, that its answer is another attempt's, or why the wait was given up.
 */
export function waitForAnswer({ view, popup, event, take, signal }: Waiting): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const hear = (message: MessageEvent) => {
    // Anybody may post to a page: only the shop's own page in this very window is listened to.
    if (message.origin !== view.location.origin || message.source !== popup) return
    const { data: answer } = z.safeParse(GoogleMessage, message.data)
    if (!answer) return
    if (answer.event === null && answer.error) return reject(googleProblem(googleFailureKind(answer.error)))
    if (answer.event !== event || !take(event)) return reject(googleProblem('invalid-auth-event'))
    if (answer.error) return reject(googleProblem(googleFailureKind(answer.error)))
    return resolve()
  }
  const stopWatching = watchForClose(popup, () => reject(googleProblem('popup-closed-by-user')))
  const giveUp = () => reject(signal.reason)
  view.addEventListener('message', hear)
  signal.addEventListener('abort', giveUp)
  return promise.finally(() => {
    stopWatching()
    view.removeEventListener('message', hear)
    signal.removeEventListener('abort', giveUp)
  })
}

/** Looks for the window now and then, and tells a while after it is seen closed: its answer may still be on the way. */
function watchForClose(popup: Pick<Window, 'closed'>, tell: () => void): () => void {
  const { soonMs, lateMs, lateAfterMs, closedDelayMs } = googleWatch
  let watchedMs = 0
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (popup.closed) timer = setTimeout(tell, closedDelayMs)
    else next()
  }
  const next = () => {
    const waitMs = watchedMs < lateAfterMs ? soonMs : lateMs
    watchedMs += waitMs
    timer = setTimeout(look, waitMs)
  }
  next()
  return () => clearTimeout(timer)
}

import { CallFailed } from '#ui/calls/call-failed.ts'
import { type GoogleStart, eventMemoryMs, googleEventParameter, googleFailureKind, googleWindow } from '#rules/identity'
import { accountsTexts } from '../../accounts.texts.ts'
import { eventMemory, newEvent } from './google-events.ts'
import { googleProblem, openGoogleWindow, waitForAnswer } from './google-popup.ts'
import { keepsThings } from './session-storage.ts'

/** Where a sign-in begins, and where it comes back to. */
export type Place = Pick<GoogleStart, 'page' | 'from' | 'join'>

/** The attempt that a redirect carries on. Kept for this tab alone, and taken once. */
const pendingKey = 'googleSignIn'

const taken = eventMemory(eventMemoryMs, () => Date.now())
let current: AbortController | undefined

/** A phone has no windows beside each other, and where the screen is narrow there is no room for one. */
export function prefersRedirect(): boolean {
  return window.matchMedia('(pointer: coarse)').matches || window.innerWidth < googleWindow.width
}

/**
 * Signs somebody in at Google in a window of its own. To be called by the press of a button itself: browsers open a
 * window for nothing less. A second attempt cancels the first.
 */
export async function signInByPopup(place: Place): Promise<void> {
  mustKeepThings()
  current?.abort(googleProblem('cancelled-popup-request'))
  const popup = openGoogleWindow(window, accountsTexts.loading)
  if (!popup) throw googleProblem('popup-blocked')
  const attempt = new AbortController()
  current = attempt
  const event = newEvent()
  const answered = waitForAnswer({ view: window, popup, event, take: taken.take, signal: attempt.signal })
  const opened = begin({ ...place, event, way: 'popup' }).then(url => popup.location.replace(url))
  try {
    await Promise.race([answered, opened.then(() => answered)])
  } finally {
    if (current === attempt) current = undefined
    attempt.abort()
    popup.close()
  }
}

/** Closes the window of an attempt that nobody waits for any more. */
export function dropAttempt(): void {
  current?.abort(googleProblem('popup-closed-by-user'))
}

/** Leaves the shop for Google, which sends the browser back. Ends only if the browser comes back by itself. */
export async function signInByRedirect(place: Place): Promise<'came back'> {
  mustKeepThings()
  const event = newEvent()
  try {
    window.sessionStorage.setItem(pendingKey, event)
  } catch {
    throw googleProblem('web-storage-unsupported')
  }
  window.location.assign(await begin({ ...place, event, way: 'redirect' }))
  return new Promise(resolve => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resolve('came back')
    }
    window.addEventListener('pageshow', back, { once: true })
  })
}

/** The answer that a redirect has brought back to this page; throws if it is not the attempt's own, or not its first. */
export function takeRedirectAnswer(query: URLSearchParams): void {
  const event = query.get(googleEventParameter) ?? ''
  const error = query.get('error')
  if (event !== takePending() || !taken.take(event)) throw googleProblem('invalid-auth-event')
  if (error) throw googleProblem(googleFailureKind(error))
}

function takePending(): string | null {
  try {
    const pending = window.sessionStorage.getItem(pendingKey)
    window.sessionStorage.removeItem(pendingKey)
    return pending
  } catch {
    throw googleProblem('web-storage-unsupported')
  }
}

/** Said before a window opens and a person is sent anywhere. */
export function mustKeepThings(): void {
  if (!keepsThings(() => window.localStorage)) throw googleProblem('web-storage-unsupported')
}

async function begin(start: GoogleStart): Promise<string> {
  const flow = await import('./session-flow.ts').catch(() => undefined)
  if (!flow) throw googleProblem('network-request-failed')
  return flow.beginAtGoogle(start)
}

/** What to tell of whatever went wrong. */
export function asProblem(error: unknown): CallFailed {
  return error instanceof CallFailed ? error : googleProblem('internal-error')
}

import { unreachable } from '#ui/calls/call-failed.ts'
import { dropDraftsOf } from '#ui/controls/draft.ts'
import { toastFailure } from '#ui/feedback/toast.ts'
import { sessionTexts } from '../../sessions/session.texts.ts'
import { sessionFacts } from './session-facts.ts'
import type { SessionAccount } from './session-storage.ts'
import { type LogInInput, type SessionFlow, SessionStore } from './session-store.ts'

/**
 * The session of somebody who is here, or is about to be. A visitor never loads it: session.tsx wakes it where a token is
 * kept or somebody signs in; pages of accounts import it.
 */

/** Loaded when somebody signs in, renews or leaves; that can fail like any other request. */
async function loadFlow(): Promise<SessionFlow> {
  try {
    // Apart, so that no visitor of a shop without Firebase carries its SDK.
    if (sessionFacts.isHosted) return (await import('./firebase-flow.ts')).firebaseFlow
    return (await import('./session-flow.ts')).sessionFlow
  } catch {
    throw unreachable()
  }
}

export const store = new SessionStore({
  storage: () => window.localStorage,
  loadFlow,
  now: () => Date.now(),
  reload: () => window.location.reload(),
  isGuarded: () => sessionFacts.guarded > 0,
})

/** What calls borrow. */
export const lent = store.lend(exitOf)

/** How often a page that is looked at checks whether its token is about to end. */
const tickMs = 15_000

let isAwake = false

/** Reads what an earlier visit left, and keeps the session in step with time. Once. */
export function start(): void {
  if (isAwake) return
  isAwake = true
  void store.start()
  const tick = () => {
    if (!document.hidden) store.tick()
  }
  setInterval(tick, tickMs)
  document.addEventListener('visibilitychange', tick)
}

/** Asks the identity service again who this is, for instance after an email was confirmed. Throws when it cannot. */
export async function refreshSession(): Promise<SessionAccount | undefined> {
  await store.refresh()
  const state = store.state()
  return state.state === 'signed-in' ? state.account : undefined
}

/** Sends the mail that confirms the address once more. */
export async function sendVerificationMail(): Promise<void> {
  await (await loadFlow()).sendVerificationMail()
}

/** Has a link mailed for a new password; nothing tells whether the address has an account. */
export async function requestReset(email: string): Promise<void> {
  await (await loadFlow()).requestReset(email)
}

export async function changePassword(input: { current: string; password: string }): Promise<void> {
  await (await loadFlow()).changePassword(input)
}

/** Has a link mailed to the new address, which makes it the account's. */
export async function requestEmailChange(input: LogInInput): Promise<void> {
  await (await loadFlow()).requestEmailChange(input)
}

/** Whether a hosted identity service has a password of whoever is here. */
export async function hasHostedPassword(): Promise<boolean> {
  return (await (await loadFlow()).hasPassword?.()) === true
}

/**
 * The account is gone: forgets it here, and lets the identity service take its session back. False when a hosted service
 * keeps its own user all the same.
 */
export async function leaveForGood(email: string): Promise<boolean> {
  const flow = await loadFlow().catch(() => undefined)
  const isForgotten = !sessionFacts.isHosted || (await flow?.forgetUser?.().catch(() => false)) === true
  // The session behind the cookie is gone already; a cookie that stays opens nothing.
  await flow?.leave(undefined).catch(() => undefined)
  dropDraftsOf(email)
  store.drop('/')
  return isForgotten
}

/** Forgets in this browser who was here, because the server has ended their sessions. */
export const forgetSession = (): void => store.drop()

/** Ends the session because a page is not for this account. Pages that need one then lead to `exit`. */
export const refuseSession = (exit: string): void => store.drop(exit)

/** A refused call leads home; one of the staff's to the login page, which leads back (decisions, section 3). */
function exitOf({ access, method }: { access: string; method: string }): string | undefined {
  // Of an action that needs a user when there is none, the specification has its own words (section 8).
  toastFailure(method === 'GET' ? sessionTexts.sessionOver : sessionTexts.nobodyLoggedIn)
  return access.startsWith('staff:') ? undefined : '/'
}

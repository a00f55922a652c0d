import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { CallFailed, lendSession } from '#ui/call.ts'
import { dropDraftsOf } from '#ui/draft.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { toastFailure } from '#ui/toast.ts'
import type { SecondFactor } from '../accounts.second-factor.rules.ts'
import { accountsTexts } from '../accounts.texts.ts'
import { type SessionAccount, tokenKey } from './session-storage.ts'
import {
  type LogInInput,
  type SessionFlow,
  type SessionState,
  SessionStore,
  type SignInOutcome,
  type SignUpInput,
} from './session-store.ts'

export type { SessionAccount } from './session-storage.ts'

export type Session = {
  /** `loading` until it is known who is here; the server always renders that. */
  state: SessionState['state']
  account: SessionAccount | undefined
  /** Throws a `CallFailed` whose message is a sentence for the person; so do the ones below. */
  logIn: (input: LogInInput) => Promise<SignInOutcome>
  /** Answers the question for a second factor, which `logIn` may end with. */
  confirm: (answer: SecondFactor) => Promise<void>
  signUp: (input: SignUpInput) => Promise<void>
  /** Enters with the session that a sign-in at Google has left; throws as `logIn` does. */
  enter: () => Promise<void>
  /** Always ends signed out; throws afterwards when the server could not be told. */
  logOut: () => Promise<void>
}

/** Whether the identity service is Firebase: the page says so, as the server has rendered it. */
let isHosted = false

/** Loaded when somebody signs in, renews or leaves; that can fail like any other request. */
async function loadFlow(): Promise<SessionFlow> {
  try {
    // Apart, so that no visitor of a shop without Firebase carries its SDK.
    if (isHosted) return (await import('./firebase-flow.ts')).firebaseFlow
    return (await import('./session-flow.ts')).sessionFlow
  } catch {
    throw new CallFailed({ code: 'network-request-failed', status: 0, message: kitTexts.unreachable })
  }
}

const store = new SessionStore({
  storage: () => window.localStorage,
  loadFlow,
  now: () => Date.now(),
})

const actions = {
  logIn: (input: LogInInput) => store.logIn(input),
  confirm: (answer: SecondFactor) => store.confirm(answer),
  signUp: (input: SignUpInput) => store.signUp(input),
  enter: () => store.enter(),
  logOut: () => store.logOut(),
}

const loading: SessionState = { state: 'loading' }

/** How often a page that is looked at checks whether its token is about to end. */
const tickMs = 15_000

/** The session's state. The first render in the browser says what the server said. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(store.subscribe, store.state, () => loading)
}

/** Who is here, and how to come and go. */
export function useSession(): Session {
  const state = useSessionState()
  return { state: state.state, account: state.state === 'signed-in' ? state.account : undefined, ...actions }
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
  const isForgotten = !isHosted || (await flow?.forgetUser?.().catch(() => false)) === true
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

/** Wakes the session in the browser, and keeps it in step with time, other tabs and calls. Once, in the root. */
export function SessionProvider({ hosted, children }: { hosted: boolean; children: ReactNode }) {
  const { pathname } = useLocation()
  // Before any effect of a screen below, which may sign somebody in.
  useLayoutEffect(() => {
    isHosted = hosted
  }, [hosted])
  useEffect(() => {
    lendSession(store.lend(exitOf))
    void store.start()
    const tick = () => {
      if (!document.hidden) store.tick()
    }
    const follow = ({ key }: StorageEvent) => {
      if (key === tokenKey || key === null) store.follow()
    }
    const timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tick)
    window.addEventListener('storage', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      window.removeEventListener('storage', follow)
    }
  }, [])
  useEffect(() => store.arrive(pathname), [pathname])
  return children
}

/** A refused call leads home; an admin's to the login page, which leads back (decisions, section 3). */
function exitOf({ access, method }: { access: string; method: string }): string | undefined {
  // Of an action that needs a user when there is none, the specification has its own words (section 8).
  toastFailure(method === 'GET' ? accountsTexts.sessionOver : accountsTexts.nobodyLoggedIn)
  return access === 'admin' ? undefined : '/'
}

import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { unreachable } from '#ui/calls/call-failed.ts'
import { lendSession } from '#ui/calls/call-session.ts'
import type { SecondFactor } from '#rules/identity'
import { sessionFacts, tokenKey } from './session-facts.ts'
import type { SessionAccount } from './session-storage.ts'
import type { LogInInput, SessionState, SessionStore, SignInOutcome, SignUpInput } from './session-store.ts'

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

const loading: SessionState = { state: 'loading' }

/** What the screens follow: the store's state, once there is a store. */
let state: SessionState = loading
const listeners = new Set<() => void>()

function show(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Live = typeof import('./session-live.ts')

let store: SessionStore | undefined
let waking: Promise<Live> | undefined
let pathname = ''

/** The store, loaded with the first need of it. Throws a `CallFailed` when it cannot be; the next need tries again. */
function wake(): Promise<Live> {
  waking ??= load()
  return waking
}

async function load(): Promise<Live> {
  try {
    const live = await import('./session-live.ts')
    store = live.store
    store.subscribe(() => show(live.store.state()))
    live.start()
    show(store.state())
    store.arrive(pathname)
    return live
  } catch {
    waking = undefined
    throw unreachable()
  }
}

/** Whether an earlier visit, or another tab, has left a token. */
function hasToken(): boolean {
  try {
    return Boolean(localStorage.getItem(tokenKey))
  } catch {
    return false
  }
}

const awake = async () => (await wake()).store

const actions = {
  logIn: async (input: LogInInput) => (await awake()).logIn(input),
  confirm: async (answer: SecondFactor) => (await awake()).confirm(answer),
  signUp: async (input: SignUpInput) => (await awake()).signUp(input),
  enter: async () => (await awake()).enter(),
  logOut: async () => (await awake()).logOut(),
}

/** The session's state. The first render in the browser says what the server said. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => loading,
  )
}

/** Who is here, and how to come and go. */
export function useSession(): Session {
  const state = useSessionState()
  return { state: state.state, account: state.state === 'signed-in' ? state.account : undefined, ...actions }
}

let isStarted = false

/** Looks in the browser who is here, and keeps that in step with other tabs and calls. Once for each document. */
export function startSession({ isHosted }: { isHosted: boolean }): void {
  if (isStarted) return
  isStarted = true
  sessionFacts.isHosted = isHosted
  lendSession(async () => (waking || hasToken() ? (await wake()).lent : undefined))
  // Out of reach: the next call, or the next page, tries again.
  if (hasToken()) wake().catch(() => undefined)
  else if (!waking) show({ state: 'signed-out' })
  const follow = () =>
    wake().then(
      ({ store }) => store.follow(),
      () => undefined,
    )
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) void follow()
  })
  // A page that is shown again as it was left may have missed a login or a logout.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (store || hasToken())) void follow()
  })
}

/** Starts the session of a document whose screens change, and tells it which one is shown. */
export function SessionProvider({ isHosted, children }: { isHosted: boolean; children: ReactNode }) {
  const location = useLocation()
  // Before any effect of a screen below, which may sign somebody in.
  useLayoutEffect(() => startSession({ isHosted }), [isHosted])
  useEffect(() => {
    pathname = location.pathname
    if (store) store.arrive(pathname)
    // It was out of reach when the page before was opened.
    else if (hasToken()) wake().catch(() => undefined)
  }, [location.pathname])
  return children
}

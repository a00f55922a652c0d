import { isStaff, may, permissions } from '#kernel/access'
import type { CallSession } from '#ui/calls/call-session.ts'
import type { SecondFactor } from '#rules/identity'
import {
  type StoredSession,
  type SessionAccount,
  type StorageOf,
  forget,
  keep,
  keepsThings,
  read,
} from './session-storage.ts'

export type SessionState =
  | { state: 'loading' }
  /** `exit`: where a page that needs an account sends its visitor, instead of the login page that leads back. */
  | { state: 'signed-out'; exit?: string | undefined }
  | { state: 'signed-in'; account: SessionAccount }

export type LogInInput = { email: string; password: string }
export type SignUpInput = LogInInput & { name: string }

export type SignInOutcome = 'signed in' | 'second factor'

/** What talks to the identity service and to the shop: see session-flow.ts. */
export type SessionFlow = {
  /** `second factor`: the password is right, and `confirm` goes on. */
  logIn(input: LogInInput): Promise<StoredSession | 'second factor'>
  confirm(answer: SecondFactor): Promise<StoredSession>
  signUp(input: SignUpInput): Promise<StoredSession>
  /** Enters with the session that the identity service has made elsewhere, and that its cookie names. */
  enter(): Promise<StoredSession>
  /** Undefined when the identity service's session is over. Throws when that cannot be known. */
  renew(): Promise<StoredSession | undefined>
  /** Ends both sessions on the server. Throws when one of them could not be told. */
  leave(token: string | undefined): Promise<void>
  /** Sends the mail that confirms the address once more. */
  sendVerificationMail(): Promise<void>
  /** Has a link mailed for a new password. Nothing tells whether the address has an account. */
  requestReset(email: string): Promise<void>
  changePassword(input: { current: string; password: string }): Promise<void>
  /** Has a link mailed to the new address, which makes it the account's. */
  requestEmailChange(input: LogInInput): Promise<void>
  /** Whether a password opens the account of whoever is here, where the shop's server is not told. */
  hasPassword?(): Promise<boolean>
  /** Has the identity service forget who is here, where the shop's server cannot; false when it does not. */
  forgetUser?(): Promise<boolean>
  /** What to throw when the browser keeps nothing for this shop. */
  storageProblem(): Error
}

type Parts = {
  storage: StorageOf
  loadFlow: () => Promise<SessionFlow>
  now: () => number
  /** Loads the page anew. */
  reload: () => void
  /** Whether the page shows itself to an account alone, and leads away by itself when it is gone. */
  isGuarded: () => boolean
}

/** A token with less than this left is renewed before it is needed. */
const renewalMarginMs = 60_000

/**
 * The browser's session: the token in local storage, whose it is, and its silent renewal. It knows nothing of screens;
 * they follow its state. Whatever happens while signing out, the token is gone afterwards.
 */
export class SessionStore {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { state: 'loading' }
  #session: StoredSession | undefined
  /** Counts sign-ins and sign-outs: a renewal that was asked for before one of them comes too late. */
  #turn = 0
  #renewing: Promise<boolean> | undefined
  #pathname: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads what an earlier visit left. A token that is about to end is renewed before anyone is let in. */
  async start(): Promise<void> {
    if (this.#state.state !== 'loading') return
    const { token, session } = read(this.#parts.storage)
    if (!token) return this.#show({ state: 'signed-out' })
    this.#session = session
    if (session && !this.#isEnding()) return this.#take(session)
    try {
      await this.#renewOrDrop()
    } catch {
      // The shop is out of reach: who was here still is, and each call says that it cannot get through.
      if (this.#session) this.#take(this.#session)
      else this.#show({ state: 'signed-out' })
    }
  }

  /** Another tab has signed in, renewed, or signed out. */
  follow(): void {
    this.#turn += 1
    this.#session = read(this.#parts.storage).session
    if (!this.#session) return this.#lose()
    // What the page shows is the former account's: prices, a basket, what stands in forms.
    if (this.#state.state === 'signed-in' && !isSame(this.#state.account, this.#session.account))
      return this.#parts.reload()
    this.#take(this.#session)
  }

  /** To be called now and then: renews a token that is about to end. */
  tick(): void {
    // Out of reach is not over: the next tick, or the next call, tries again.
    if (this.#isEnding()) this.#renewOrDrop().catch(() => undefined)
  }

  /** One renewal at a time, whoever asks. False when the session is over; throws when that cannot be known. */
  readonly renew = (): Promise<boolean> => {
    this.#renewing ??= this.#renewNow().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Asks the identity service again who this is: what is under way was asked before, and may know less. Throws when it cannot be asked. */
  async refresh(): Promise<void> {
    await this.#renewing?.catch(() => undefined)
    await this.#renewOrDrop()
  }

  /** Nobody is signed in yet when the answer is `second factor`: `confirm` goes on. */
  logIn(input: LogInInput): Promise<SignInOutcome> {
    return this.#signIn(flow => flow.logIn(input))
  }

  async confirm(answer: SecondFactor): Promise<void> {
    await this.#signIn(flow => flow.confirm(answer))
  }

  async signUp(input: SignUpInput): Promise<void> {
    await this.#signIn(flow => flow.signUp(input))
  }

  /** After a sign-in at Google. */
  async enter(): Promise<void> {
    await this.#signIn(flow => flow.enter())
  }

  /** Throws when the server could not be told; the browser is signed out all the same. */
  async logOut(): Promise<void> {
    const token = this.#session?.token
    this.#turn += 1
    try {
      const flow = await this.#parts.loadFlow()
      await flow.leave(token)
    } finally {
      this.drop('/login')
    }
  }

  /** Forgets who was here. Pages that need an account send their visitor to `exit`. */
  drop(exit?: string): void {
    this.#turn += 1
    this.#session = undefined
    forget(this.#parts.storage)
    this.#show({ state: 'signed-out', exit })
  }

  /** The page that is shown. Once another one is reached, the next redirect is decided anew. */
  arrive(pathname: string): void {
    if (pathname === this.#pathname) return
    this.#pathname = pathname
    if (this.#state.state === 'signed-out' && this.#state.exit) this.#show({ state: 'signed-out' })
  }

  /** What the calls of #ui/call.ts borrow. `exitOf` says where a refused call leads. */
  lend(exitOf: (endpoint: { access: string; method: string }) => string | undefined): CallSession {
    return {
      token: () => {
        this.tick()
        return this.#session?.token
      },
      renew: this.renew,
      // Several calls may be refused at once; the first one ends the session.
      refused: (endpoint, status) => {
        if (this.#state.state !== 'signed-in') return
        if (status === 403 && isBeyondRole(endpoint.access, this.#state.account)) return
        this.#lose(exitOf(endpoint))
      },
    }
  }

  async #signIn(ask: (flow: SessionFlow) => Promise<StoredSession | 'second factor'>): Promise<SignInOutcome> {
    const flow = await this.#parts.loadFlow()
    // Said before a password is sent anywhere.
    if (!keepsThings(this.#parts.storage)) throw flow.storageProblem()
    const outcome = await ask(flow)
    if (outcome === 'second factor') return outcome
    this.#turn += 1
    if (!keep(this.#parts.storage, outcome)) throw flow.storageProblem()
    this.#take(outcome)
    return 'signed in'
  }

  async #renewNow(): Promise<boolean> {
    const turn = this.#turn
    const flow = await this.#parts.loadFlow()
    const renewed = await flow.renew()
    if (turn !== this.#turn) return this.#state.state === 'signed-in'
    if (!renewed) return false
    keep(this.#parts.storage, renewed)
    this.#take(renewed)
    return true
  }

  async #renewOrDrop(): Promise<void> {
    const turn = this.#turn
    const isOver = !(await this.renew())
    if (isOver && turn === this.#turn) this.#lose()
  }

  /**
   * The session was ended from elsewhere: on another device, by another password, or by another tab. A page for everybody may
   * still show the account's prices, basket or address, so it is loaded anew.
   */
  #lose(exit?: string): void {
    const isShown = this.#state.state === 'signed-in' && !this.#parts.isGuarded()
    this.drop(exit)
    if (isShown) this.#parts.reload()
  }

  #isEnding(): boolean {
    return this.#session !== undefined && this.#session.expiresAt - this.#parts.now() < renewalMarginMs
  }

  #take(session: StoredSession): void {
    this.#session = session
    this.#show({ state: 'signed-in', account: session.account })
  }

  #show(next: SessionState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

/** Whether staff are refused for want of a permission that their role does not have: they are at work all the same. */
/** An account that has another address by now is the same. */
function isSame(one: SessionAccount, other: SessionAccount): boolean {
  return one._id && other._id ? one._id === other._id : one.email === other.email
}

function isBeyondRole(access: string, account: SessionAccount): boolean {
  const required = permissions.find(permission => access.endsWith(`staff:${permission}`))
  return required !== undefined && isStaff(account) && !may(account, required)
}

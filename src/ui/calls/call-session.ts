import type { Endpoint } from '#kernel/endpoint'

/** What the session feature lends to every call: the token, its renewal, and what happens when that fails. */
export type CallSession = {
  token(): string | undefined
  /** One silent renewal; false when the session is over. */
  renew(): Promise<boolean>
  /** The session is over (401), or its account may not do this (403): sign out and leave (decisions, section 3). */
  refused(endpoint: Endpoint, status: number): void
}

type Lender = () => Promise<CallSession | undefined>

let lender: Lender | undefined

/** The session feature calls this once, in the browser. It is asked with every call, and has nothing while nobody is here. */
export function lendSession(lent: Lender): void {
  lender = lent
}

export async function borrowSession(): Promise<CallSession | undefined> {
  return lender?.()
}

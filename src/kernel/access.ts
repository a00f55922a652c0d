/**
 * Who may make a call. The server decides by the account row it reads for each request; a screen only follows.
 *
 * - `everyone`       no account needed
 * - `id-token`       the bearer is the identity service's ID token, not yet one of the shop's
 * - `signed-in`      any account; the answer concerns the caller alone
 * - `owner`          signed in, and the thing named in the call is the caller's (the verb checks)
 * - `owner-or-admin` as `owner`, or an admin
 * - `admin`          an account whose role is admin at this moment
 * - `provider`       another service, by a signature that the verb checks
 */
export type Access = 'everyone' | 'id-token' | 'signed-in' | 'owner' | 'owner-or-admin' | 'admin' | 'provider'

export type Role = 'customer' | 'admin'

/** The account that makes a call, as the database knows it now. */
export type Caller = {
  id: string
  sessionId: string
  email: string
  emailVerified: boolean
  displayName: string
  role: Role
}

/** Whether the access rule wants one of the shop's own access tokens. */
export function needsAccount(access: Access): boolean {
  return access === 'signed-in' || access === 'owner' || access === 'owner-or-admin' || access === 'admin'
}

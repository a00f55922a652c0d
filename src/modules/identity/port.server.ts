import type { Http } from '#platform/http'

/** Who somebody is, as the identity service says it in a token that it signed. */
export type Identity = {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  /** The session of the identity service that the token speaks for. */
  session: string
  /** When the token was made, and when the person last signed in: told by a service that the shop cannot ask. */
  issuedAt?: Date
  signedInAt?: Date
}

/** What a browser needs to talk to Firebase; all of it is public. */
export type FirebaseProject = { apiKey: string; authDomain: string; projectId: string }

/** One login. `address` and `browser` are what the service noted of where it came from. */
export type IdentitySession = {
  id: string
  startedAt: Date
  endsAt: Date
  address: string | null
  browser: string | null
}

/** What opens somebody's account, for the person to read. */
export type WaysIn = {
  password: boolean
  google: boolean
  /** `recoveryCodesLeft`: null while it is off, or when the secret that they are encrypted with is gone. */
  secondFactor: { on: boolean; recoveryCodesLeft: number | null }
  passkeys: {
    id: string
    name: string
    addedAt: Date
    lastUsedAt: Date | null
    /** Whether the maker of the device keeps it for the owner's other devices too. */
    synced: boolean
    /** The program that keeps it, where it says so. */
    keeper: string | null
  }[]
}

/** One session, or all of them except the one in which it is asked. */
export type WhichSessions = { only: string } | { allBut: string }

/** The service that says who somebody is. What they may do is the shop's own to say. */
export type IdentityPort = {
  provider: 'embedded' | 'firebase'
  issuer: string
  /** Whether the shop can have a user deleted; otherwise the person's own browser does (decision 0005). */
  deletesUsers: boolean
  /** Of the hosted service alone. */
  firebase?: FirebaseProject
  /** Whether people can sign in with Google, and whether a local stand-in plays it. */
  google: { enabled: boolean; standIn: boolean }
  /** Undefined when the token is not this service's, not for this shop, expired, or forged. */
  verify(idToken: string): Promise<Identity | undefined>
  /** The service's own addresses, if it is part of this program. */
  mount(http: Http): void
  /**
   * Makes a verified user who can sign in with this password, for the demo shop and the first admin. One that exists and
   * is verified keeps name and password, and gets this one only if it has none. One that is not verified is whoever
   * typed the address first: its password and sessions are voided, and it becomes the one asked for.
   * `passwordSet`: whether the password given is the user's now.
   */
  ensureUser(user: {
    email: string
    password: string
    name: string
  }): Promise<{ subject: string; name: string; passwordSet: boolean }>
  /**
   * Forgets a user, with every way in and every session: `verify` accepts none of their tokens afterwards. Nothing to do
   * when there is no such user any more.
   */
  deleteUser(subject: string): Promise<void>
  /** The name on which passkeys hang here; undefined where there are none. Known once the shop listens. */
  passkeys(): string | undefined
  /** What opens the user's account; undefined where the service tells nobody, or does not know the user any more. */
  waysInOf(subject: string): Promise<WaysIn | undefined>
  /** The user's open sessions, newest first; undefined where the service does not tell. */
  sessionsOf(subject: string): Promise<IdentitySession[] | undefined>
  /** Ends sessions of a user, as far as the service lets the shop: a hosted one does not, and the shop ends its own. */
  endSessions(subject: string, which: WhichSessions): Promise<void>
  /** Of the embedded service alone: a hosted one keeps its passwords to itself, and has pages of its own to change them. */
  passwords?: PasswordPort
}

/** What the service makes of a password. Both take a while, on purpose. */
export type PasswordPort = {
  hash(password: string): Promise<string>
  isRight(pair: { hash: string; password: string }): Promise<boolean>
}

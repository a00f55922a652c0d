import type { NoticeKind } from './notices.server.ts'
import { addPasskeyPath, codePath, recoveryPath, removeGooglePath, removePasskeyPath } from '../library/paths.server.ts'

/** What shows, before a call changes what opens an account, that whoever asks is its owner. */
type Proof =
  /** The password, typed for this very change. */
  | 'password'
  /** The password typed a moment ago, or without one a login of the last minutes: `provePath`, good for one change. */
  | 'session'
  /** A link that was mailed to the account's address. */
  | 'mailed link'
  /** A provider's word that the confirmed address is theirs; where a code is asked for besides the password, `session` too. */
  | 'provider'

export type ChangeOfWays = {
  /** Method and path of the call that changes it. */
  call: string
  proof: Proof
  /** What its owner is told by mail: of the identity service's own changes, or of the shop's verbs. */
  notice: NoticeKind | 'password-changed' | 'email-changed'
}

const ofLibrary = (path: string) => `POST /identity${path}`

/** Each change of a way into an account that somebody has. Held by `changes-of-ways.server.test.ts`, which tries every call. */
export const changesOfWays: readonly ChangeOfWays[] = [
  { call: ofLibrary(addPasskeyPath), proof: 'session', notice: 'passkey added' },
  { call: ofLibrary(removePasskeyPath), proof: 'session', notice: 'passkey removed' },
  { call: ofLibrary(codePath), proof: 'password', notice: 'second factor on' },
  { call: ofLibrary('/two-factor/disable'), proof: 'password', notice: 'second factor off' },
  { call: ofLibrary('/two-factor/generate-backup-codes'), proof: 'password', notice: 'new recovery codes' },
  { call: ofLibrary(recoveryPath), proof: 'password', notice: 'recovery code used' },
  { call: ofLibrary(removeGooglePath), proof: 'session', notice: 'Google removed' },
  { call: 'GET /identity/callback/google', proof: 'provider', notice: 'Google joined' },
  { call: 'POST /api/password', proof: 'password', notice: 'password-changed' },
  { call: 'PUT /api/password', proof: 'mailed link', notice: 'password-changed' },
  { call: 'PUT /api/email-confirmation/password', proof: 'mailed link', notice: 'password-changed' },
  { call: 'POST /api/email-confirmation', proof: 'mailed link', notice: 'email-changed' },
]

/** The change that a path of the library makes; undefined where it makes none. */
export const changeAt = (path: string): ChangeOfWays | undefined =>
  changesOfWays.find(({ call }) => call === ofLibrary(path))

import { safeReturnPath } from '../sign-in.rules.ts'

export const signUpPath = '/sign-up/email'
/** Where a session begins by a password alone. */
export const passwordPath = '/sign-in/email'
/** Where it begins by a second factor; the password came before. */
export const codePath = '/two-factor/verify-totp'
export const recoveryPath = '/two-factor/verify-backup-code'
export const secondFactorPaths: readonly string[] = [codePath, recoveryPath]
/** Where the key of a second factor is made. */
export const setupPath = '/two-factor/enable'
/** Where a password has a part in the session that begins. */
export const isByPassword = (path: string): boolean => path === passwordPath || secondFactorPaths.includes(path)
/** Where it begins by a passkey. */
export const passkeyLogInPath = '/passkey/verify-authentication'
/** Where it begins by a provider. */
export const providerPath = '/callback/:id'

/** Where somebody who is logged in shows once more who they are, before a passkey is added or removed, or Google joins or goes. */
export const provePath = '/passkey/prove'
export const beginPasskeyPath = '/passkey/generate-register-options'
export const addPasskeyPath = '/passkey/verify-registration'
export const removePasskeyPath = '/passkey/remove'
export const removeGooglePath = '/google/remove'
export const askPasskeyPath = '/passkey/generate-authenticate-options'

/**
 * What browsers ask the identity library for. It mounts much more than this shop uses, such as links that log in whoever
 * opens them, or a page that shows any text one gives it; whatever is not here answers as if it did not exist. The setup
 * key of a second factor is shown once, when it is made, so there is no way to ask for it again.
 */
export const openPaths: readonly string[] = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /token',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'GET /passkey/generate-authenticate-options',
  'POST /passkey/verify-authentication',
  'POST /passkey/prove',
  'GET /passkey/generate-register-options',
  'POST /passkey/verify-registration',
  'POST /passkey/rename',
  'POST /passkey/remove',
  'POST /google/remove',
]

/** Letter by letter: no other spelling of a path gets around a limit that names it. */
export function isOpenPath(method: string, pathname: string): boolean {
  return openPaths.includes(`${method} ${pathname.replace(/^\/identity/, '')}`)
}

const returnAddresses = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo']

/**
 * Whether a request asks to be led on to anything but a path of the shop. The library lets `/.//evil.example` through,
 * and redirects to `//evil.example`.
 */
export function leadsAway(url: URL, body: unknown): boolean {
  const fields = Object(body) as Record<string, unknown>
  const given = returnAddresses.flatMap(name => [...url.searchParams.getAll(name), fields[name]])
  return given.some(to => to !== undefined && (typeof to !== 'string' || safeReturnPath(to) !== to))
}

import { safeReturnPath } from './accounts.rules.ts'

/**
 * What of the identity library the network reaches: what the shop's screens ask, and nothing else. The library brings
 * some thirty calls more (changing names and emails, listing sessions with their tokens, checking passwords), each of
 * which would be a door that nobody here watches.
 */
export const openPaths: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/sign-in/email': 'POST',
  '/sign-up/email': 'POST',
  '/sign-out': 'POST',
  '/token': 'GET',
  '/get-session': 'GET',
  '/list-accounts': 'GET',
  '/send-verification-email': 'POST',
  '/verify-email': 'GET',
  '/two-factor/enable': 'POST',
  '/two-factor/disable': 'POST',
  '/two-factor/verify-totp': 'POST',
  '/two-factor/verify-backup-code': 'POST',
  '/two-factor/generate-backup-codes': 'POST',
}

/** The path is compared letter by letter: no other spelling of it gets around a limit that names it. */
export function isOpen(method: string, pathname: string): boolean {
  const path = pathname.slice('/identity'.length)
  return Object.hasOwn(openPaths, path) && openPaths[path] === method
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

import * as z from 'zod/mini'
import { Email, requiredText } from '#kernel/fields'
import { passkeyMessages } from './passkeys/passkeys.rules.ts'

/** Password length in characters: the least is the specification's, section 9. */
export const passwordLength = { least: 6, most: 128 }

export const Password = z.string({ error: 'Password is required' }).check(
  // One complaint at a time.
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.regex(new RegExp(`^[^]{${passwordLength.least},}$`), 'Password must be 6 characters'),
  z.maxLength(passwordLength.most, `Use at most ${passwordLength.most} characters.`),
)

/** What stands in a mailed link: 256 bits. */
export const LinkToken = z
  .string({ error: 'Open the link from the email again: it is incomplete.' })
  .check(z.regex(/^[\w-]{43}$/, 'Open the link from the email again: it is incomplete.'))

/** What the login form takes. */
export const LogIn = z.object({ email: Email, password: Password })
export type LogIn = z.infer<typeof LogIn>

/** What the sign-up form takes. */
export const SignUp = z.object({ name: requiredText('Name is required', 80), email: Email, password: Password })
export type SignUp = z.infer<typeof SignUp>

/**
 * Where to go after signing in: the remembered address if it is a path of this shop, else the home page. Anything that
 * a browser could read as another origin (`//evil`, `/\evil`, `javascript:`) is not, whatever was encoded or slipped
 * in between. The pages for signing in are not either: they would lead back to themselves.
 */
export function safeReturnPath(target: string | null | undefined): string {
  if (!target || !isPlainPath(target)) return '/'
  const base = 'http://shop.invalid'
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined
  // Dots are taken out of the path by the parser, so what it made of the target is looked at once more.
  if (!url || url.origin !== base || !isPlainPath(url.pathname)) return '/'
  if (signInPaths.includes(url.pathname.toLowerCase().replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

const signInPaths = ['/login', '/signup']

/** One slash, then neither a slash nor a backslash; browsers drop tabs and line ends wherever they stand. */
function isPlainPath(target: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(target)) return false
  return /^\/(?![\s/])/.test(target) && !/^\/(?:%09|%0a|%0d|%20|%2e|\.)*(?:\/|%2f|%5c)/i.test(target)
}

/** The login page, which leads back to `here` (path, query and hash) afterwards. */
export function loginPath(here: string): string {
  const from = safeReturnPath(here)
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}

/** The kinds of the specification, section 8. test/identity/sign-in-kinds.test.ts names a real cause of each. */
export const signInKinds = [
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'web-storage-unsupported',
  'network-request-failed',
  'unauthorized-domain',
  'invalid-auth-event',
  'internal-error',
  'auth-domain-config-required',
  'invalid-api-key',
  'argument-error',
] as const

/** The sentence for each way in which signing in can fail (specification, section 8). */
export const signInMessages = {
  // The sentence of the kit's `unreachable` once more: rules import no screen.
  'network-request-failed': 'The shop cannot be reached. Check your connection and try again.',
  'too-many-requests': 'That was a lot of tries. Wait a minute and try again.',
  'identity-unreachable': 'The sign-in service cannot be reached from the shop right now. Try again in a minute.',
  'internal-error': 'Signing in failed on our side. Try again in a moment.',
  'web-storage-unsupported':
    'This browser does not let the shop remember you. Allow site data, or leave the private window, and try again.',
  'unauthorized-domain': 'The shop was opened at an address that it does not know. Open it at its own address.',
  'popup-blocked': 'The browser blocked the sign-in window. Allow pop-ups for this shop and try again.',
  'popup-closed-by-user': 'The sign-in window was closed before you had signed in. Try again.',
  'cancelled-popup-request': 'Another sign-in window was opened. Go on in that one.',
  'invalid-auth-event': 'The answer of the sign-in window did not belong to this attempt. Try again.',
  'auth-domain-config-required': 'Signing in is not set up completely in this shop. Tell the shop owner.',
  'invalid-api-key': 'The sign-in service does not accept this shop. Tell the shop owner.',
  'argument-error': 'Something in the sign-in request was missing. Load the page again and try once more.',

  'google-cancelled': 'You cancelled the Google sign-in. Try again, or log in with your password.',
  'google-unconfirmed':
    'There is already an account with this email, and Google has not confirmed that the address is yours. Log in with your password.',
  'google-needs-code':
    'Your account asks for a code, and Google does not. Log in with your password and code, then join Google in My Account.',
  'google-other-address':
    'That Google account has another email address than your account here. Try again, and choose the one with this address.',
  'google-of-another': 'That Google account belongs to another account of this shop. Choose another one.',
  'google-no-email': 'Google did not provide a usable email address. Sign up with your email and a password instead.',
  'google-unreachable':
    'Google cannot be reached from the shop right now. Try again in a moment, or log in with your password.',

  INVALID_EMAIL_OR_PASSWORD: 'That email and password do not match. Check both, or sign up first.',
  INVALID_CODE: 'That code is not right. Type the 6 digits that the app shows now.',
  CODE_ALREADY_USED: 'That code was tried a moment ago. Wait until the app shows the next one.',
  RECOVERY_CODE_JUST_USED: 'A recovery code was used at this very moment. Take another one.',
  INVALID_BACKUP_CODE: 'That recovery code is not right, or it was used before. Try another one.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Go back, and log in with your password once more.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    'Those were too many wrong codes. Go back, and log in with your password once more.',
  ACCOUNT_TEMPORARILY_LOCKED:
    'Those were too many wrong codes for this account. Wait a quarter of an hour and try again.',
  INVALID_PASSWORD: 'That is not your password. Type it once more.',
  TOO_MANY_PASSWORDS: 'Those were too many wrong passwords. Wait a quarter of an hour and try again.',
  ...passkeyMessages,
  TOTP_ALREADY_ENABLED: 'The second factor is on already. Load the page again.',
  TOTP_NOT_ENABLED: 'The second factor is not on. Load the page again.',
  TWO_FACTOR_NOT_ENABLED: 'The second factor is not on. Load the page again.',
  USER_ALREADY_EXISTS: 'There is already an account with this email. Log in, or reset your password.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is already an account with this email. Log in, or reset your password.',
  PASSWORD_TOO_SHORT: 'Password must be 6 characters',
  PASSWORD_TOO_LONG: `Use at most ${passwordLength.most} characters.`,
  INVALID_EMAIL: 'Provide a valid Email',
  VALIDATION_ERROR: 'Please check the marked fields.',
  INVALID_ORIGIN: 'The shop was opened at an address that it does not know. Open it at its own address.',
  MISSING_OR_NULL_ORIGIN:
    'The browser did not say where this request came from. Load the page again and try once more.',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED:
    'This sign-in was started by another site. Open the shop itself and log in there.',
  FAILED_TO_CREATE_USER: 'The account could not be made. Try again in a moment.',
  FAILED_TO_CREATE_SESSION: 'Signing in failed on our side. Try again in a moment.',
}

const sentences = new Map(Object.entries<string>(signInMessages))

const inMinutes = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`)

/** Of one account, tried with too many passwords. */
export const tooManyPasswords = (minutes: number) =>
  `Those were too many wrong passwords for this email. Wait ${inMinutes(minutes)} and try again, or reset your password.`

/** Of one network address. */
export const tooManyRequests = (minutes: number) => `That was a lot of tries. Wait ${inMinutes(minutes)} and try again.`

/** What to show for a failure: the sentence of its code, else what the service said itself. */
export function signInSentence(code: string | undefined, serviceMessage?: string): string {
  const sentence = code === undefined ? undefined : sentences.get(code)
  return sentence ?? (serviceMessage || signInMessages['internal-error'])
}

/** For how long somebody stays logged in without coming by: the embedded identity service's own term. */
export const sessionDays = 30

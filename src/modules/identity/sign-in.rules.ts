import * as z from 'zod/mini'
import { Email, requiredText, mostCharacters } from '#kernel/fields'
import { textFor } from '#kernel/texts'
import { passkeyTexts } from './passkeys/passkeys.texts.ts'
import { passwordLength } from './passwords/length.rules.ts'
import { signInTexts, signInFieldTexts } from './sign-in.texts.ts'

export const Password = z.string({ error: () => signInFieldTexts.password }).check(
  // One complaint at a time.
  z.minLength(1, { error: () => signInFieldTexts.password, abort: true }),
  z.regex(new RegExp(`^[^]{${passwordLength.least},}$`), { error: () => signInFieldTexts.short }),
  mostCharacters(passwordLength.most),
)

/** What stands in a mailed link: 256 bits. */
export const LinkToken = z
  .string({ error: () => signInFieldTexts.link })
  .check(z.regex(/^[\w-]{43}$/, { error: () => signInFieldTexts.link }))

/** What the login form takes. */
export const LogIn = z.object({ email: Email, password: Password })
export type LogIn = z.infer<typeof LogIn>

/** What the sign-up form takes. */
export const SignUp = z.object({
  name: requiredText(() => signInFieldTexts.name, 80),
  email: Email,
  password: Password,
})
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

/** What to show for a failure: the sentence of its code, else what the service said itself. */
export function signInSentence(code: string | undefined, serviceMessage?: string): string {
  const sentence = code && (textFor(signInTexts, code) ?? textFor(passkeyTexts, code))
  return sentence || serviceMessage || signInTexts['internal-error']
}

/** For how long somebody stays logged in without coming by: the embedded identity service's own term. */
export const sessionDays = 30

import { texts } from '#kernel/texts'
import { passwordLength } from './passwords/length.rules.ts'

/** The sentence for each way in which signing in can fail (specification, section 8). */
export const signInTexts = texts('identity.signIn', {
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
})

const inMinutes = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`)

/** After too many tries. */
export const triesTexts = texts('identity.tries', {
  /** Of one account, tried with too many passwords. */
  passwords: (minutes: number) =>
    `Those were too many wrong passwords for this email. Wait ${inMinutes(minutes)} and try again, or reset your password.`,
  /** Of one network address. */
  requests: (minutes: number) => `That was a lot of tries. Wait ${inMinutes(minutes)} and try again.`,
})

/** What is said of the fields of signing in and up. */
export const signInFieldTexts = texts('identity.fields', {
  password: 'Password is required',
  short: 'Password must be 6 characters',
  link: 'Open the link from the email again: it is incomplete.',
  name: 'Name is required',
})

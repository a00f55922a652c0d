import { textFor } from '#kernel/texts'
import { signInSentence } from '../sign-in.rules.ts'
import { firebaseTexts } from './firebase.texts.ts'

/** The kinds of section 8, and the shop's own, behind Firebase's codes. */
const kinds = new Map(
  Object.entries({
    'popup-blocked': 'popup-blocked',
    'popup-closed-by-user': 'popup-closed-by-user',
    'cancelled-popup-request': 'cancelled-popup-request',
    'web-storage-unsupported': 'web-storage-unsupported',
    'operation-not-supported-in-this-environment': 'web-storage-unsupported',
    'network-request-failed': 'network-request-failed',
    timeout: 'network-request-failed',
    'unauthorized-domain': 'unauthorized-domain',
    'unauthorized-continue-uri': 'unauthorized-domain',
    'app-not-authorized': 'unauthorized-domain',
    'invalid-auth-event': 'invalid-auth-event',
    'no-auth-event': 'invalid-auth-event',
    'redirect-operation-pending': 'invalid-auth-event',
    'missing-or-invalid-nonce': 'invalid-auth-event',
    'internal-error': 'internal-error',
    'auth-domain-config-required': 'auth-domain-config-required',
    'operation-not-allowed': 'auth-domain-config-required',
    'admin-restricted-operation': 'auth-domain-config-required',
    'configuration-not-found': 'auth-domain-config-required',
    'invalid-api-key': 'invalid-api-key',
    // Google's own sentence, which the SDK makes a code of.
    'api-key-not-valid.-please-pass-a-valid-api-key.': 'invalid-api-key',
    'argument-error': 'argument-error',
    'missing-password': 'argument-error',

    'user-cancelled': 'google-cancelled',
    'account-exists-with-different-credential': 'google-unconfirmed',

    'invalid-credential': 'INVALID_EMAIL_OR_PASSWORD',
    'invalid-login-credentials': 'INVALID_EMAIL_OR_PASSWORD',
    'wrong-password': 'INVALID_EMAIL_OR_PASSWORD',
    'user-not-found': 'INVALID_EMAIL_OR_PASSWORD',
    'email-already-in-use': 'USER_ALREADY_EXISTS',
    'credential-already-in-use': 'USER_ALREADY_EXISTS',
    'invalid-email': 'INVALID_EMAIL',
    'missing-email': 'INVALID_EMAIL',
    'weak-password': 'password-too-weak',
    'password-does-not-meet-requirements': 'password-too-weak',
    'too-many-requests': 'too-many-requests',
    'quota-exceeded': 'too-many-requests',
    'user-disabled': 'user-disabled',
    'user-token-expired': 'user-token-expired',
    'invalid-user-token': 'user-token-expired',
    'requires-recent-login': 'user-token-expired',
    'multi-factor-auth-required': 'second-factor-hosted',
  }),
)

/** The kind behind a code such as `auth/popup-blocked`; what nobody foresaw is an internal error. */
export function firebaseFailureKind(code: string): string {
  const name = code.replace(/^auth\//, '')
  return kinds.get(name) ?? 'internal-error'
}

/** What to show for a kind. */
export function firebaseSentence(kind: string): string {
  return textFor(firebaseTexts, kind) ?? signInSentence(kind)
}

/** Whether Firebase says that there is nobody behind its session any more, so that it is over and not just out of reach. */
export function isUserGone(code: string): boolean {
  return ['auth/user-token-expired', 'auth/invalid-user-token', 'auth/user-disabled', 'auth/user-not-found'].includes(
    code,
  )
}

/** Every code that is known, for whoever holds the table against section 8. */
export const firebaseCodes = [...kinds.keys()].map(name => `auth/${name}`)

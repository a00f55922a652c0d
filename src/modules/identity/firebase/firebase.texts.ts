import { texts } from '#kernel/texts'

/** What is said of a sign-in at Firebase alone; everything else is a kind of `signInTexts`. */
export const firebaseTexts = texts('identity.firebase', {
  'user-disabled': 'The shop owner has closed this account. Ask them about it.',
  'user-token-expired': 'Your session has ended. Log in again.',
  'password-too-weak': 'This password is too easy to guess. Choose a longer one, with letters and digits.',
  'second-factor-hosted':
    'This account wants a second factor, which cannot be asked for here. Sign in another way, or tell the shop owner.',
})

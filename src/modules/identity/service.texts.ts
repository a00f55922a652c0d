import { texts } from '#kernel/texts'

/** What the identity service itself says. */
export const identityTexts = texts('identity.identity', {
  sameEmail: 'That is already your address. Enter another one.',
  googleDoneTitle: 'Continue with Google',
  googleDone: 'You are signed in. You can close this window, or continue here.',
  googleBack: 'Back to the login',
  goOn: 'Continue',
})

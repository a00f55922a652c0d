import { texts } from '#kernel/texts'

/** What every page may have to say of a session. */
export const sessionTexts = texts('accounts.session', {
  sessionOver: 'Your session has ended. Log in again.',
  nobodyLoggedIn: 'No user is logged in',
})

/** What every page may have to say of a session. */
export const sessionTexts = {
  sessionOver: 'Your session has ended. Log in again.',
  nobodyLoggedIn: 'No user is logged in',
}

import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the list of logins. */
export const sessionsTexts = texts('screens.sessions', {
  title: 'Where you are logged in',
  lead: 'If you do not know one of these, end it and change your password.',
  alone: 'You are not logged in anywhere else.',
  failed: 'Your logins could not be loaded',
  here: 'This browser',
  named: ({ browser, system }: { browser: string | undefined; system: string | undefined }) =>
    browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
  since: 'Since',
  lastSeen: 'Last seen',
  address: 'Address',
  end: 'Log out',
  endNamed: (name: string) => sentence`Log out ${name}`,
  endOthers: 'Log out everywhere else',
  ended: (name: string) => sentence`${name} is logged out`,
  othersEnded: 'You are logged out everywhere else',
})

import { texts } from '#kernel/texts'

/** The mails about accounts: what brings a link, and what tells of a change. */
export const linkMailTexts = texts('identity.linkMails', {
  confirm: {
    title: 'An address is to be confirmed',
    subject: (shop: string) => `Confirm your email address for ${shop}`,
    paragraphs: ['Confirm your email address by opening this link within 24 hours.'],
    label: 'Confirm my email address',
    closing:
      'If you did not sign up, ignore this email: nothing happens unless you open the link. You can also open it and choose a password, which locks out whoever signed up with your address.',
  },
  reset: {
    title: 'A new password was asked for',
    subject: (shop: string) => `A new password for ${shop}`,
    paragraphs: ['Someone asked for a new password for your account. Choose one by opening this link within an hour.'],
    label: 'Choose a new password',
    closing: 'If it was not you, ignore this email: your password stays the same.',
  },
  'change-email': {
    title: 'A new address is to be confirmed',
    subject: (shop: string) => `Your new email address for ${shop}`,
    paragraphs: [
      'To use this email address for your account, open the link within 24 hours in a browser in which you are logged in.',
    ],
    label: 'Use this email address',
    closing: 'If you did not ask for this, ignore this email: nothing happens unless you open the link.',
  },
  'password-changed': {
    title: 'A password was changed',
    subject: (shop: string) => `Your password for ${shop} was changed`,
    paragraphs: ['Your password was changed, and all other browsers were logged out.'],
    closing:
      'If it was not you, open the shop’s login page and choose “Forgot your password?”: a link sent to this address lets you set a new one and ends every session. Then check the passkeys in My Account, which are not removed.',
  },
  'email-changed': {
    title: 'An address was changed: to the old one',
    subject: (shop: string) => `Your email address for ${shop} was changed`,
    paragraphs: [
      'Your account now has a different email address. Use it to log in; this address will receive no more emails about the account.',
    ],
    closing: 'If it was not you, tell the shop at once: reply to this email, and mention this address.',
  },
})

export const linkMailNames = Object.keys(linkMailTexts) as (keyof typeof linkMailTexts)[]

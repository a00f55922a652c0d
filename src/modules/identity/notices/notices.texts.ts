import { texts } from '#kernel/texts'

/** The mails that tell an owner of a change of what opens the account. */
export const noticeTexts = texts('identity.notices', {
  'passkey added': {
    subject: (shop: string) => `A passkey was added to your account at ${shop}`,
    text: 'A passkey was added to your account. It can now be used to log in without a password.',
  },
  'passkey removed': {
    subject: (shop: string) => `A passkey was removed from your account at ${shop}`,
    text: 'A passkey was removed from your account. It can no longer be used to log in.',
  },
  'Google joined': {
    subject: (shop: string) => `Google was joined to your account at ${shop}`,
    text: 'A Google account with your email address was joined to your account. “Continue with Google” now opens it, without your password and without a code.',
  },
  'Google removed': {
    subject: (shop: string) => `Google was removed from your account at ${shop}`,
    text: 'The Google account was removed from your account. “Continue with Google” does not open it until Google is joined again.',
  },
  'second factor on': {
    subject: (shop: string) => `The second factor of your account was turned on at ${shop}`,
    text: 'The second factor of your account was turned on: from now on, each login with your password asks for a code from your authenticator app.',
  },
  'second factor off': {
    subject: (shop: string) => `The second factor of your account was turned off at ${shop}`,
    text: 'The second factor of your account was turned off: from now on, your password alone opens the account.',
  },
  'wrong codes': {
    subject: (shop: string) => `Wrong codes for your account at ${shop}`,
    text: 'Somebody entered the right password for your account, and then ten wrong codes for its second factor. No code is accepted for a quarter of an hour.',
  },
  'recovery code used': {
    subject: (shop: string) => `A recovery code of your account was used at ${shop}`,
    text: 'Somebody logged in to your account with your password and one of your recovery codes, which does not work again.',
  },
  'new recovery codes': {
    subject: (shop: string) => `New recovery codes for your account at ${shop}`,
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  },
})

/** What each of them has besides. */
export const noticeFrame = texts('identity.noticeFrame', {
  passkey: 'Passkey',
  label: 'Open My Account',
  closing:
    'If this was not you: change your password, end every session and remove the passkeys that are not yours, in My Account.',
})

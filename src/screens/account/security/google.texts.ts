import { texts } from '#kernel/texts'

/** Every sentence of joining Google to an account. What can go wrong: sign-in.texts.ts of identity. */
export const googleTexts = texts('screens.google', {
  title: 'Google',
  about:
    'Join Google to your account, and “Continue with Google” opens it. Google does not ask for your password or your code: whatever protects your Google account then protects this one.',
  isJoined: '“Continue with Google” opens your account.',
  join: 'Join Google',
  remove: 'Remove Google',
  confirmRemoving:
    'Confirm that it is you. Your password opens your account as before, and Google no longer does, until it is joined again.',
  removed: 'Google is removed. It does not open your account any more.',
  confirm: 'First, confirm that it is you.',
  goOn: 'Continue',
  choose: 'Choose the Google account that has the same email address as your account here.',
  joined: 'Google is joined. You can log in with it from now on.',
})

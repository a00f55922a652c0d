import { texts } from '#kernel/texts'

/** Every sentence of the second factor. What can go wrong: accounts.rules.ts. */
export const secondFactorTexts = texts('screens.secondFactor', {
  stepTitle: 'Second step',
  appLead: 'Enter the 6-digit code of your authenticator app.',
  appCode: 'Code',
  recoveryLead: 'Enter one of the recovery codes that you saved when you turned on the second factor.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Each code works once.',
  goOn: 'Login',
  toRecovery: 'Use a recovery code instead',
  toApp: 'Use the authenticator app instead',
  back: 'Back',

  adminReminder: 'Your role opens the shop’s own pages, and your password alone opens all of them.',
  adminReminderLink: 'Turn on the second factor, or add a passkey',

  title: 'Second factor',
  on: 'On',
  off: 'Off',
  about:
    'With a second factor, a password alone does not open your account: each login also asks for a code from an authenticator app on your phone.',
  aboutOn: 'Each login with your password also asks for a code from your authenticator app.',
  aboutPasskey: 'Logging in with a passkey does not ask for a code: a passkey is two factors in one.',
  aboutGoogle: 'Continue with Google does not ask for a code: protect your Google account with 2‑Step Verification.',
  noPassword:
    'A second factor needs a password, and you log in with Google. Turn on 2‑Step Verification for your Google account instead, or set a password here first.',
  failed: 'The second factor could not be loaded',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  newCodes: 'New recovery codes',
  password: 'Your password',
  cancel: 'Cancel',
  goOnOn: 'Continue',
  confirmOn: 'First, confirm that it is you. Once it is on, you are logged out everywhere else.',
  codesLeft: (count: number) =>
    count === 1 ? 'You have 1 recovery code left.' : `You have ${count} recovery codes left.`,
  fewCodes: (count: number) =>
    count === 0
      ? 'You have no recovery codes left: without your phone you cannot log in with your password. Make new ones.'
      : `You have only ${count} recovery ${count === 1 ? 'code' : 'codes'} left. Make new ones before you need them.`,
  codesUnreadable:
    'Your recovery codes and your app no longer work because the shop’s secret has changed. Turn the second factor off and on again.',
  confirmOff: 'Your password alone will then open your account, and you can delete the entry in your app.',
  confirmCodes: 'Your current recovery codes will stop working.',
  makeCodes: 'Make new codes',

  keyTitle: 'Set up your authenticator app',
  keyText:
    'In the app, add an account and scan this QR code, or enter the setup key. On the phone itself, use the link.',
  qrCode: 'QR code of the setup key, for your authenticator app',
  key: 'Setup key',
  keyFacts: 'Time-based, 6 digits, a new code every 30 seconds.',
  copyKey: 'Copy the key',
  openApp: 'Open in your authenticator app',
  firstCode: 'First code',
  firstCodeHint: 'The 6 digits that the app is showing.',

  codesTitle: 'Keep your recovery codes',
  codesText:
    'If you lose your phone, you can log in with one of these codes instead. Each works once. They are shown only now: print them, or save them where you keep your passwords.',
  copyCodes: 'Copy the codes',
  saveCodes: 'Save as a text file',
  codesFile: 'recovery-codes.txt',
  codesHead: (shop: string, email: string) => `${shop}: recovery codes of ${email}. Each works once.`,
  codesSaved: 'I have saved them',

  copied: 'Copied',
  notCopied: 'Your browser did not allow copying. Select the text and copy it yourself.',
  turnedOn: 'The second factor is on',
  turnedOff: 'The second factor is off',
})

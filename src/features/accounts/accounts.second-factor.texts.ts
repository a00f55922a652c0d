/** Every sentence of the second factor. What can go wrong: accounts.rules.ts. */
export const secondFactorTexts = {
  stepTitle: 'Second step',
  appLead: 'Enter the 6-digit code of your authenticator app.',
  appCode: 'Code',
  recoveryLead: 'Enter one of the recovery codes that you kept when you turned the second factor on.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Each of them works once.',
  goOn: 'Login',
  toRecovery: 'Use a recovery code instead',
  toApp: 'Use the authenticator app instead',
  back: 'Back',

  adminReminder: 'As an admin you see every customer and order, and your password alone opens all of it.',
  adminReminderLink: 'Turn on the second factor, or add a passkey',

  title: 'Second factor',
  on: 'On',
  off: 'Off',
  about:
    'With it, a password alone does not open your account: each login also asks for a code that an authenticator app on your phone shows.',
  aboutOn: 'Each login with your password also asks for a code of your authenticator app.',
  aboutPasskey: 'A passkey does not ask for it: it is two factors by itself.',
  aboutGoogle: 'Continue with Google does not ask for it: protect your Google account with a second step of its own.',
  noPassword:
    'It goes with a password, and you have none here: you log in with Google. Turn on the second step of your Google account instead, or give this account a password first.',
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
      ? 'You have no recovery code left: without your phone, your password does not open this account. Make new ones.'
      : `You have only ${count} recovery ${count === 1 ? 'code' : 'codes'} left. Make new ones before you need them.`,
  codesUnreadable:
    'Your recovery codes and your app do not work any more: the shop’s secret has changed. Turn the second factor off and on again.',
  confirmOff: 'Afterwards your password alone opens your account, and the entry in your app is worth nothing.',
  confirmCodes: 'The recovery codes that you have now stop working.',
  makeCodes: 'Make new codes',

  keyTitle: 'Set up your authenticator app',
  keyText:
    'In the app, add an account and read this picture with the camera, or type the setup key. On the phone itself, the link does it.',
  qrCode: 'The setup key as a picture for the camera of your authenticator app',
  key: 'Setup key',
  keyFacts: 'Time based, 6 digits, a new code every 30 seconds.',
  copyKey: 'Copy the key',
  openApp: 'Open in your authenticator app',
  firstCode: 'First code',
  firstCodeHint: 'The 6 digits that the app shows now.',

  codesTitle: 'Keep your recovery codes',
  codesText:
    'If your phone is lost, one of these codes opens your account instead. Each works once. They are shown only now: print them, or keep them where your passwords are.',
  copyCodes: 'Copy the codes',
  saveCodes: 'Save as a text file',
  codesFile: 'recovery-codes.txt',
  codesHead: (shop: string, email: string) => `${shop}: recovery codes of ${email}. Each works once.`,
  kept: 'I have kept them',

  copied: 'Copied',
  notCopied: 'The browser did not let the shop copy this. Select it and copy it by hand.',
  turnedOn: 'The second factor is on',
  turnedOff: 'The second factor is off',
}

import { texts } from '#kernel/texts'

/** Every sentence of passwords and addresses: forgotten, mailed, changed. Refusals: `refusals.rules.ts` of identity. */
export const passwordTexts = texts('screens.password', {
  proofTitle: 'Your password once more',
  proofText: 'Your last login is more than ten minutes ago. Type your password, so that nobody else does this for you.',
  proofGoOn: 'Continue',

  forgot: 'Forgot your password?',

  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter the email address of your account. We will send you a link to choose a new password.',
  sendLink: 'Send me a link',
  rememberIt: 'Remembered it?',
  sentTitle: 'Check your email',
  sent: (email: string) =>
    `If there is an account for ${email}, an email is on its way. Its link works once, within the next hour.`,
  nothingComes:
    'Nothing after a few minutes? Check your spam folder, and check the address: you may have signed up with another one.',
  anotherTry: 'Try another address',
  toLogIn: 'Back to the login',
  toSignUp: 'Create an account',
  readMail: 'Open the demo shop’s mailbox',

  resetTitle: 'Choose a new password',
  resetLead:
    'You will use it from now on. All browsers are logged out. Your passkeys stay as they are: find them in My Account.',
  newPassword: 'New password',
  passwordHint: '6 characters; longer is safer',
  save: 'Save and log in',
  changed: 'Your password is changed',
  changedLogIn: 'Your password is changed. Log in with it.',

  deadTitle: 'This link does not work',
  deadReset: 'It has expired, has been used before or is incomplete. Ask for a new one.',
  deadConfirm:
    'It has expired, has been used before or is incomplete. My Account shows whether your address is confirmed, and can send you a new link.',
  newLink: 'Send me a new link',
  toAccount: 'Go to My Account',
  toShop: 'Go to the shop',

  confirmTitle: 'Confirm your email address',
  confirming: 'One moment: we are confirming your address.',
  confirmLead: 'You are not logged in here. Enter the password of the account to confirm the address.',
  confirmOther: (email: string) =>
    `You are logged in as ${email}, but this link is for another account. Enter that account’s password.`,
  confirm: 'Confirm and log in',
  notMine: 'Did not sign up, or do not know the password?',
  chooseNew: 'Choose a new password instead',
  anewTitle: 'Make this account yours',
  anewLead:
    'The account belongs to whoever owns this mailbox. A new password confirms the address and locks out anyone who signed up with it before.',
  haveIt: 'Do you know the password?',
  typeIt: 'Enter it instead',
  confirmedTitle: 'Your email address is confirmed',
  confirmedOpened: (email: string) => `${email} is confirmed. You can continue.`,
  confirmedLogIn: 'Your email address is confirmed. Log in to continue.',
  changeTitle: 'Your new email address',
  changeLead: 'Log in to the account that the new address is for to complete the change.',
  changeOther: (email: string) =>
    `You are logged in as ${email}, but this link is for another account. Log in to that one, then open the link again.`,
  takenTitle: 'Your address has not been changed',
  logIn: 'Login',

  emailTitle: 'Email address',
  emailText: (email: string) => `You log in with ${email}, and we send our emails there.`,
  emailNeedsPassword: 'To change the address, set a password first: see below.',
  changeEmail: 'Change address',
  newEmail: 'New email address',
  yourPassword: 'Your password',
  emailHint: 'We will send a link to it. Nothing changes until you open the link.',
  sendChange: 'Send me the link',
  changeSent: (email: string) =>
    `A link is on its way to ${email}. Open it in a browser in which you are logged in, within 24 hours.`,
  done: 'Done',
  justChanged: (email: string) => `Your email address is ${email} now.`,

  passwordTitle: 'Password',
  passwordText: 'Changing it logs out every other browser.',
  noPassword: 'You log in with Google and have no password here. We can email you a link to set one.',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  savePassword: 'Save password',
  cancel: 'Cancel',
  setByLink: 'Send me a link to set one',
  linkSent: (email: string) => `A link to set a password is on its way to ${email}.`,
  failed: 'Your password settings could not be loaded',
})

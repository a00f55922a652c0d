/** Every sentence of passwords and addresses: forgotten, mailed, changed. Refusals: kernel/refusal-table.ts. */
export const passwordTexts = {
  proofTitle: 'Your password once more',
  proofText: 'Your last login is more than ten minutes ago. Type your password, so that nobody else does this for you.',
  proofGoOn: 'Continue',

  forgot: 'Forgot your password?',

  forgotTitle: 'Forgot your password?',
  forgotLead: 'Type the email address of your account. We mail you a link with which you choose a new password.',
  sendLink: 'Send me a link',
  rememberIt: 'Remember it after all?',
  sentTitle: 'Look into your mail',
  sent: (email: string) =>
    `If ${email} has an account here, a mail is on its way to it. The link in it works once, for an hour.`,
  nothingComes:
    'Nothing there after a few minutes? Look into the folder for spam, and check the address: perhaps you signed up with another one.',
  anotherTry: 'Try another address',
  toLogIn: 'Back to the login',
  toSignUp: 'Create an account',
  readMail: 'Read the demo shop’s mail',

  resetTitle: 'Choose a new password',
  resetLead:
    'It opens your account from now on. Every browser that is logged in is logged out. Passkeys stay: you find them in My Account.',
  newPassword: 'New password',
  passwordHint: 'At least 6 characters',
  save: 'Save and log in',
  changed: 'Your password is changed',
  changedLogIn: 'Your password is changed. Log in with it.',

  deadTitle: 'This link does not work',
  deadReset: 'It has expired, it was used before, or it is not complete. Have a new one mailed to you.',
  deadConfirm:
    'It has expired, it was used before, or it is not complete. In My Account you see whether your address is confirmed, and can have a new mail sent.',
  newLink: 'Send me a new link',
  toAccount: 'Go to My Account',
  toShop: 'Go to the shop',

  confirmTitle: 'Confirm your email address',
  confirming: 'One moment: the address is being confirmed.',
  confirmLead: 'Nobody is logged in here. Type the password of the account, and the address is confirmed.',
  confirmOther: (email: string) =>
    `You are logged in as ${email}, and this link is for another account. Type that account’s password.`,
  confirm: 'Confirm and log in',
  notMine: 'You did not sign up, or do not know the password?',
  chooseNew: 'Choose a new password instead',
  anewTitle: 'Make this account yours',
  anewLead:
    'Whoever reads this mailbox decides. With a new password the address is confirmed, and whoever signed up with it before cannot get in any more.',
  haveIt: 'You know the password after all?',
  typeIt: 'Type it instead',
  confirmedTitle: 'Your email address is confirmed',
  confirmedOpened: (email: string) => `${email} is confirmed. You can go on.`,
  confirmedLogIn: 'Your email address is confirmed. Log in to go on.',
  changeTitle: 'Your new email address',
  changeLead: 'Log in to the account that the address is for; then it changes.',
  changeOther: (email: string) =>
    `You are logged in as ${email}, and this link is for another account. Log in to that one, then open the link again.`,
  takenTitle: 'The address stays as it is',
  logIn: 'Login',

  emailTitle: 'Email address',
  emailText: (email: string) => `You log in with ${email}, and our mail goes there.`,
  emailNeedsPassword: 'To change the address, set a password first: see below.',
  changeEmail: 'Change address',
  newEmail: 'New email address',
  yourPassword: 'Your password',
  emailHint: 'We mail a link to it. Until you open that, nothing changes.',
  sendChange: 'Mail me the link',
  changeSent: (email: string) =>
    `A link is on its way to ${email}. Open it in a browser in which you are logged in, within 24 hours.`,
  done: 'Done',
  justChanged: (email: string) => `Your email address is ${email} now.`,

  passwordTitle: 'Password',
  passwordText: 'Changing it logs out every other browser.',
  noPassword: 'You log in with Google and have no password here. A link that we mail to you lets you set one.',
  changePassword: 'Change password',
  currentPassword: 'Present password',
  savePassword: 'Save password',
  cancel: 'Cancel',
  setByLink: 'Send me a link to set one',
  linkSent: (email: string) => `A link to set a password is on its way to ${email}.`,
  failed: 'Your password could not be looked up',
}

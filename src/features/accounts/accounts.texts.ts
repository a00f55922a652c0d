/** Every sentence of signing in, signing up and the account page. What can go wrong there: accounts.rules.ts. */
export const accountsTexts = {
  loading: 'Loading . . .',
  sessionOver: 'Your session has ended. Log in again.',
  leftUntold:
    'You are logged out in this browser, but the shop could not be told. On a shared computer, log in and out once more.',

  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 6 characters',
  showPassword: 'Show password',

  logInTitle: 'Login',
  logInLead: 'Order, pay and find your receipts.',
  logInLeadBack: 'Log in to go on; you come back to the page you wanted.',
  logIn: 'Login',
  noAccount: 'New here?',
  toSignUp: 'Create an account',

  signUpTitle: 'Sign Up',
  signUpLead: 'An account for your workshop: orders, payments and receipts in one place.',
  signUp: 'Sign Up',
  hasAccount: 'Have an account already?',
  toLogIn: 'Log in',

  demoTitle: 'This is a demo shop',
  demoText: 'Look around as its customer. No money moves here.',
  demoFill: 'Fill in the demo account',

  welcome: (name: string) => `Welcome, ${name}`,
  mailSent: (email: string) =>
    `We sent you a mail to ${email}. Open the link in it to confirm that the address is yours.`,
  mailLimits: 'You can order right away. Until the address is confirmed, you can hold one unpaid order at a time.',
  goOn: 'Go on',
  readMail: 'Read the demo shop’s mail',

  dashboard: 'Dashboard',
  greeting: 'Welcome to Dashboard',
  dashboardMenu: 'Dashboard menu',
  menu: 'Menu',
  menuEntries: {
    profile: 'My Profile',
    orders: 'My Orders',
    addReview: 'Add a Review',
    allOrders: 'Manage All Orders',
    products: 'Manage All Products',
    addTool: 'Add A New Tool',
    users: 'Make Admins',
    manageReviews: 'Manage Reviews',
    audit: 'Audit Log',
    portfolio: 'My Portfolio',
    account: 'My Account',
  },
  myAccount: 'My Account',
  myOrders: 'My Orders',

  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed yet',
  justConfirmed: 'Thank you: your email address is confirmed.',
  confirmTitle: 'Confirm your email address',
  confirmText: (email: string) =>
    `Open the link in the mail that we sent to ${email}. Until then you can hold one unpaid order at a time.`,
  sendAgain: 'Send the mail again',
  sentAgain: (email: string) => `A new mail is on its way to ${email}.`,
  lookAgain: 'I have confirmed it',
  stillUnconfirmed: 'The address is not confirmed yet. Open the newest of our mails and follow its link.',
  role: 'Role',
  roleAdmin: 'Admin',
  roleCustomer: 'Customer',
  toShop: 'Find tools and parts',
}

/** Every sentence of the page that plays Google in the demo shop. */
export const standInTexts = {
  title: 'Choose who you are',
  label: 'Stand-in for Google',
  labelRest: 'demo shop, no Google account involved',
  people: 'Invented people',
  other: 'Or somebody else',
  name: 'Name',
  email: 'Email',
  confirmed: 'Email confirmed',
  confirmedHint: 'As Google would report for an address that it has verified.',
  goOn: 'Continue',
  cancel: 'Cancel',
  nameNeeded: 'Name is required',
  emailNeeded: 'Provide a valid Email',
  ownerRefused: 'The stand-in cannot sign in the shop’s owner. Log in with the owner’s password instead.',
  over: 'This sign-in is over',
  overText: 'Close this window and start again in the shop.',
}

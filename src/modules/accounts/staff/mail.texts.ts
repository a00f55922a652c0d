import { texts } from '#kernel/texts'

/** Asks somebody to make an account, and with it to take a role. */
export const invitationTexts = texts('accounts.invitation', {
  subject: (shop: string) => `You are invited to work at ${shop}`,
  paragraphs: (shop: string) => [
    `You are invited to join ${shop}.`,
    'Sign up with this email address within seven days, and confirm it by the link that we will then send you.',
  ],
  role: 'Your role',
  label: 'Create my account',
  closing: 'If you do not know the shop, ignore this email: nothing happens unless you sign up.',
})

/** Tells somebody with an account that they have a role now. */
export const roleMailTexts = texts('accounts.roleMail', {
  subject: (shop: string) => `Your role at ${shop}`,
  text: (shop: string) => `You have a role at ${shop} now. Its pages are in the menu of your dashboard.`,
  role: 'Your role',
  label: 'Open my dashboard',
  closing: 'If you did not expect this, reply to this email.',
})

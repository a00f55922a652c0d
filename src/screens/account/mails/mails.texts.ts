import { texts } from '#kernel/texts'
import type { StaffMail } from '#rules/accounts'

/** Every sentence of the mails that somebody of the staff chooses. */
export const mailsTexts = texts('screens.ownMails', {
  title: 'Mails to me',
  lead: (email: string) => `What the shop tells you at ${email}, besides the emails about your own account.`,
  choices: 'Emails that I get',
  mails: {
    'order-paid': 'An order was paid',
    digest: 'Digest of the day',
    'own-import': 'An import of mine failed or refused rows',
    'other-import': 'An import of a colleague or of the command line failed or refused rows',
  } satisfies Record<StaffMail, string>,
  digestHint: 'What there is to do, once a day at seven in the morning. None is sent when nothing is waiting.',
  save: 'Save my choice',
  saved: 'Your choice of emails is saved',
  failed: 'Your choice of emails could not be loaded',
})

import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { staffMails } from './mails.rules.ts'
import { mailChoiceTexts } from './mails.texts.ts'

/** Whether each mail is wanted, of those that the account's role may have. */
export const MailChoices = z.partialRecord(
  z.enum(staffMails),
  z.boolean({ error: () => mailChoiceTexts.trueOrFalse }),
  {
    error: ({ code }) => (code === 'invalid_type' ? mailChoiceTexts.missing : mailChoiceTexts.unknown),
  },
)
export type MailChoices = z.infer<typeof MailChoices>

export const mailsContract = {
  listRefusedMail: endpoint('GET /mails/refused', {
    summary:
      'Addresses that a mail server has refused for good, the latest 200, with the mail that did not get there and what the server said.',
    access: 'staff:customers',
    answer: z.array(z.object({ email: z.string(), subject: z.string(), answer: z.string(), refusedAt: z.string() })),
  }),
  getMailChoices: endpoint('GET /account/mails', {
    summary:
      'Which mails the caller gets of those that are for the shop’s staff: each that their role allows; none for customers.',
    access: 'signed-in',
    answer: z.object({ mails: MailChoices }),
  }),
  chooseMails: endpoint('PUT /account/mails', {
    summary:
      'Chooses mails for staff; what is not named stays. Whoever loses the permission behind a mail gets it no more.',
    access: 'signed-in',
    body: z.object({ mails: MailChoices }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['mail-beyond-role'],
  }),
}

import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What the mails for staff say alike. */
export const staffMailTexts = texts('accounts.staffMail', {
  why: (shop: string) =>
    sentence`You are receiving this email because of your role at ${shop}. My Account, under Mails to me, says which emails you get.`,
})

/** What is said of the fields of the choice of mails. */
export const mailChoiceTexts = texts('accounts.mailChoices', {
  trueOrFalse: 'Say true or false.',
  missing: 'Say which mails you want.',
  unknown: 'The shop sends no such mail.',
})

import { texts } from '#kernel/texts'

/** The mail by which an owner sees whether mails arrive. */
export const testMailTexts = texts('desk.testMail', {
  subject: (shop: string) => `A test mail from ${shop}`,
  text: 'This is what a mail of your shop looks like. That it has arrived means that your customers get theirs.',
  label: 'Open the shop',
  closing: 'Look where it arrived: if it is in the folder for spam, ask whoever runs your domain about SPF and DKIM.',
})

import { texts } from '#kernel/texts'

/** What is said of the fields of customers. */
export const customerFieldTexts = texts('desk.customerFields', {
  note: 'Write a note first.',
  blocked: 'Say whether the account is blocked.',
  reason: 'Say why, for your colleagues.',
  yes: 'Say yes, or leave it out.',
})

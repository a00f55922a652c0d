import { texts } from '#kernel/texts'

/** Why a group of customers cannot be as somebody wants it. */
export const groupProblems = texts('pricing.groupProblems', {
  nameTaken: 'Another group has this name.',
  emailUnknown: 'No account has this email.',
  unconfirmed: 'This customer has not confirmed the email address yet, so it may be somebody else’s.',
})

/** What is said of the fields of groups of customers. */
export const groupFieldTexts = texts('pricing.groupFields', {
  name: 'Give the group a name.',
  version: 'version is required',
})

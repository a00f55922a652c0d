import { texts } from '#kernel/texts'

/** What is said of the fields of companies. */
export const companyFieldTexts = texts('companies.fields', {
  name: 'Give the name of the company.',
  version: 'version is required',
  company: 'Say for which company.',
  emailUnknown: 'No account has this email.',
  unconfirmed: 'This customer has not confirmed the email address yet, so it may be somebody else’s.',
})

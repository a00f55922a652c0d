export { accountsRefusals } from './refusals.rules.ts'

export { mailsFor, type StaffMail } from './mails/mails.rules.ts'
export { districtOptions, educationOptions, webLinkOf } from './profile.rules.ts'
export { readBrowser } from './sessions/sessions.rules.ts'

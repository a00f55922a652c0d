export { accountsRefusals } from './refusals.rules.ts'

export { districtOptions, educationOptions, webLinkOf } from './profile.rules.ts'
export { readBrowser } from './sessions/sessions.rules.ts'

export { districtOptions, educationOptions, webLinkOf } from './profile.rules.ts'
export { readBrowser } from './sessions/sessions.rules.ts'

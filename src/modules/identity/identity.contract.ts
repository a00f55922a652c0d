export { ChangeEmail, emailContract } from './email/email.contract.ts'
export { ChangePassword, passwordsContract } from './passwords/passwords.contract.ts'

export { ChangeEmail, ChangePassword, passwordsContract } from './passwords/passwords.contract.ts'

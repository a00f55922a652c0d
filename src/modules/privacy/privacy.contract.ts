export { accountDataContract } from './account-data.contract.ts'

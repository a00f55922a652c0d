export { readCompaniesOf } from './acting.server.ts'

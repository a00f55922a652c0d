export { accountDataHandlers } from './deletion.server.ts'

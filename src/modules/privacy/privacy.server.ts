export { leaveShop } from './deletion.server.ts'
export { emptyAccount } from './takeover.server.ts'

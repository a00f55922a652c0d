export { leaveShop } from './deletion.server.ts'

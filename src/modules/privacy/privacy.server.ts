export { forgetAgain, leaveShop } from './deletion.server.ts'

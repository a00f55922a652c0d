export { forgetAgain, leaveShop } from './deletion.server.ts'
export { emptyAccount } from './takeover.server.ts'
export { defineTraces } from './traces.server.ts'

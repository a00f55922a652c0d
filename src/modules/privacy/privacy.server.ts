export { forgetAgain, leaveShop } from './deletion.server.ts'
export { defineTraces } from './traces.server.ts'

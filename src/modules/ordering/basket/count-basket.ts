import { call } from '#ui/calls/call.ts'
import { basketCountContract } from './count.contract.ts'

/** Of an account. Apart from the other calls: every page asks it where somebody is logged in. */
export const count = () => call(basketCountContract.countBasket, {})

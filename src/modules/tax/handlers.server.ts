import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { taxContract } from './tax.contract.ts'
import { taxClassesOf } from './rates.rules.ts'

/** The calls of `tax/tax.contract.ts`. */
export const taxHandlers: Handlers<typeof taxContract, Context> = {
  listTaxClasses: async ({ settings }) => taxClassesOf(settings.taxTable),
}

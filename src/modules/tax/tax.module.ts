import type { Module } from '#platform/module'
import { taxHandlers } from './handlers.server.ts'
import { taxOwnerSettings } from './settings.server.ts'
import { taxContract } from './tax.contract.ts'

export const tax: Module<unknown> = {
  ownerSettings: taxOwnerSettings,
  addCalls: api => api.add('Tax', taxContract, taxHandlers),
}

import { adminContract } from './audit.contract.ts'
import { adminHandlers } from './handlers.server.ts'
import type { Module } from '#platform/module'

export const audit: Module<unknown> = {
  addCalls(api) {
    api.add('Administration', adminContract, adminHandlers)
  },
}

import type { IdentityPort } from '#services/identity'
import { accountDataContract } from './account-data.contract.ts'
import { accountDataHandlers } from './deletion.server.ts'
import type { Module } from '#platform/module'
import { privacyRefusals } from './refusals.rules.ts'

type Parts = {
  identity: IdentityPort
}

export const privacy: Module<Parts> = {
  refusals: privacyRefusals,
  addCalls(api, { identity }) {
    api.add('Accounts', accountDataContract, accountDataHandlers(identity))
  },
}

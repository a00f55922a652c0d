import type { IdentityPort } from '#services/identity'
import { accountDataContract } from './account-data.contract.ts'
import { accountDataHandlers } from './deletion.server.ts'
import type { Context } from '#platform/context'
import type { MailPort } from '#platform/mail/port'
import type { ImageStore } from '#services/media'
import type { Module } from '#platform/module'
import { privacyRefusals } from './refusals.rules.ts'
import { defineTraces } from './traces.server.ts'

type Parts = {
  identity: IdentityPort
  system: Context
  mail: MailPort
  images: ImageStore
}

export const privacy: Module<Parts> = {
  refusals: privacyRefusals,
  addCalls(api, { identity }) {
    api.add('Accounts', accountDataContract, accountDataHandlers(identity))
  },
  defineJobs: defineTraces,
}

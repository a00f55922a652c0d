import type { ContentFile } from '#rules/content'
import type { Context } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import type { Module } from '#platform/module'
import type { OwnerSettings } from '#platform/settings/owner'
import { customersContract } from './customers/customers.contract.ts'
import { customersHandlers } from './customers/customers.server.ts'
import { deskContract } from './desk.contract.ts'
import { firstStepsContract } from './first-steps/first-steps.contract.ts'
import { firstStepsHandlers } from './first-steps/first-steps.server.ts'
import { logoContract } from './logo/logo.contract.ts'
import { logoHandlers } from './logo/logo.server.ts'
import { deskRefusals } from './refusals.rules.ts'
import { reportsContract } from './reports/reports.contract.ts'
import { reportsHandlers } from './reports/reports.server.ts'
import { defineDigest } from './overview/digest.server.ts'
import { overviewContract } from './overview/overview.contract.ts'
import { countBest, overviewHandlers } from './overview/overview.server.ts'
import { deskHandlers } from './settings.server.ts'

type Parts = {
  system: Context
  ownerSettings: OwnerSettings
  content: ContentFile
  letterhead: Letterhead
  where: { publicUrl: () => string; isReady: () => boolean }
}

export const desk: Module<Parts> = {
  refusals: deskRefusals,
  addCalls(api, { ownerSettings, content, letterhead, where }) {
    api.add('Settings', deskContract, deskHandlers(ownerSettings, content))
    api.add('Settings', logoContract, logoHandlers)
    api.add('Customers', customersContract, customersHandlers)
    api.add('Reports', reportsContract, reportsHandlers)
    api.add('Overview', overviewContract, overviewHandlers)
    api.add(
      'First steps',
      firstStepsContract,
      firstStepsHandlers(ownerSettings, { letterhead, publicUrl: where.publicUrl }),
    )
  },
  defineJobs({ system, letterhead, where }) {
    defineDigest(system, { ...where, letterhead })
    const options = { cron: '*/10 * * * *', does: 'Counts anew what sells best and who buys most, for the overview.' }
    system.jobs.repeat('best-lists', options, () => countBest(system))
  },
}

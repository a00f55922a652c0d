import type { ContentFile } from '#rules/content'
import type { Module } from '#platform/module'
import type { OwnerSettings } from '#platform/settings/owner'
import { deskContract } from './desk.contract.ts'
import { reportsContract } from './reports/reports.contract.ts'
import { reportsHandlers } from './reports/reports.server.ts'
import { deskHandlers } from './settings.server.ts'

type Parts = { ownerSettings: OwnerSettings; content: ContentFile }

export const desk: Module<Parts> = {
  addCalls(api, { ownerSettings, content }) {
    api.add('Settings', deskContract, deskHandlers(ownerSettings, content))
    api.add('Reports', reportsContract, reportsHandlers)
  },
}

import type { Changes } from '#platform/changes'
import type { Context } from '#platform/context'
import type { Module } from '#platform/module'
import type { OwnerSettings } from '#platform/settings/owner'
import { customerGroupsContract, priceFilesContract, priceListsContract, pricesContract } from './pricing.contract.ts'
import { defineEveryonesPrices } from './everyones-prices.server.ts'
import { customerGroupsHandlers } from './groups/groups.server.ts'
import { priceFilesHandlers } from './files/files.server.ts'
import { definePriceFileJobs } from './files/jobs.server.ts'
import { pricesHandlers } from './handlers.server.ts'
import { priceListsHandlers } from './lists/lists.server.ts'
import { pricingRefusals } from './refusals.rules.ts'
import { pricingOwnerSettings } from './settings.server.ts'

export const pricing: Module<{ system: Context; changes: Changes; ownerSettings: OwnerSettings }> = {
  ownerSettings: pricingOwnerSettings,
  refusals: pricingRefusals,
  addCalls(api, { ownerSettings }) {
    api.add('Prices', pricesContract, pricesHandlers)
    api.add('Prices', priceListsContract, priceListsHandlers(ownerSettings))
    api.add('Prices', priceFilesContract, priceFilesHandlers)
    api.add('Prices', customerGroupsContract, customerGroupsHandlers)
  },
  defineJobs({ system, changes }) {
    definePriceFileJobs(system)
    defineEveryonesPrices({ system, changes })
  },
}

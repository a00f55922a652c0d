import { catalogueContract } from './catalogue.contract.ts'
import { catalogueHandlers } from './catalogue.server.ts'
import type { Module } from '#platform/module'
import { catalogueRefusals } from './refusals.rules.ts'
import { readCatalogueSettings } from './settings.server.ts'

export const catalogue: Module<unknown> = {
  readSettings: readCatalogueSettings,
  refusals: catalogueRefusals,
  addCalls(api) {
    api.add('Catalogue', catalogueContract, catalogueHandlers)
  },
}

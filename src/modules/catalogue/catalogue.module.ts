import { attributesHandlers } from './attributes/attributes.server.ts'
import type { ImageStore } from '#services/media'
import { pictureBatchesContract } from './batches/batches.contract.ts'
import { brandsContract } from './brands/brands.contract.ts'
import { brandsHandlers } from './brands/brands.server.ts'
import { defineBatchJobs, pictureBatchesHandlers } from './batches/batches.server.ts'
import { attributesContract, catalogueContract, categoriesContract } from './catalogue.contract.ts'
import { documentsContract } from './documents/documents.contract.ts'
import { documentsHandlers } from './documents/documents.server.ts'
import { toolEditsContract } from './edits/edits.contract.ts'
import { defineEditJobs, toolEditsHandlers } from './edits/edits.server.ts'
import { catalogueHandlers } from './handlers.server.ts'
import { categoriesHandlers } from './categories/categories.server.ts'
import type { Context } from '#platform/context'
import type { Module } from '#platform/module'
import { catalogueRefusals } from './refusals.rules.ts'
import { catalogueOwnerSettings } from './settings.server.ts'

export const catalogue: Module<{ system: Context; images: ImageStore }> = {
  ownerSettings: catalogueOwnerSettings,
  refusals: catalogueRefusals,
  addCalls(api, { images }) {
    api.add('Catalogue', catalogueContract, catalogueHandlers)
    api.add('Catalogue', documentsContract, documentsHandlers(images))
    api.add('Categories', categoriesContract, categoriesHandlers)
    api.add('Categories', attributesContract, attributesHandlers)
    api.add('Edits of many tools', toolEditsContract, toolEditsHandlers)
    api.add('Catalogue', brandsContract, brandsHandlers)
    api.add('Catalogue', pictureBatchesContract, pictureBatchesHandlers)
  },
  defineJobs({ system, images }) {
    defineEditJobs(system)
    defineBatchJobs(system, images)
  },
}

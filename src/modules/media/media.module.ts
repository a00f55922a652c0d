import type { Context } from '#platform/context'
import { imagesContract } from './media.contract.ts'
import { imagesHandlers } from './handlers.server.ts'
import type { ImageStore } from './port.server.ts'
import { removeUnusedPictures } from './sweep.server.ts'
import type { Module } from '#platform/module'
import { mediaRefusals } from './refusals.rules.ts'
import { readMediaSettings } from './settings.server.ts'

type Parts = {
  system: Context
  images: ImageStore
}

export const media: Module<Parts> = {
  readSettings: readMediaSettings,
  refusals: mediaRefusals,
  addCalls(api, { images }) {
    api.add('Images', imagesContract, imagesHandlers(images))
  },
  defineJobs({ system, images }) {
    system.jobs.repeat(
      'unused-pictures',
      {
        cron: '17 * * * *',
        does: 'Removes pictures and documents that nothing has shown for a day, row before files.',
      },
      async () => {
        await removeUnusedPictures(system, images)
      },
    )
  },
}

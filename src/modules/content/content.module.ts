import { contentContract } from './content.contract.ts'
import { entriesContract } from './entries/entries.contract.ts'
import { entriesHandlers } from './entries/entries.server.ts'
import type { ContentFile, ShopContent } from './shapes.rules.ts'
import { contentHandlers } from './handlers.server.ts'
import type { MailKind } from '#kernel/mail-kind'
import type { Module } from '#platform/module'
import { contentRefusals } from './refusals.rules.ts'
import { contentOwnerSettings } from './settings.server.ts'

type Parts = {
  content: ShopContent
  /** What a new shop begins with. */
  contentFile: ContentFile
  mails: readonly MailKind[]
  config: Parameters<typeof contentHandlers>[1]
}

export const content: Module<Parts> = {
  ownerSettings: contentOwnerSettings,
  refusals: contentRefusals,
  addCalls(api, { content, contentFile, mails, config }) {
    api.add('Content', contentContract, contentHandlers(content, config))
    api.add('Content', entriesContract, entriesHandlers({ file: contentFile, content, mails }))
  },
}

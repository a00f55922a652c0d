import { contentContract } from './content.contract.ts'
import type { ContentFile } from './content.rules.ts'
import { type PublicParts, contentHandlers } from './content.server.ts'
import type { Module } from '#platform/module'
import { contentRefusals } from './refusals.rules.ts'
import { contentOwnerSettings } from './settings.server.ts'

type Parts = {
  content: ContentFile
  identity: PublicParts['identity']
  payment: PublicParts['payments']
  where: { publicUrl: () => string }
}

export const content: Module<Parts> = {
  ownerSettings: contentOwnerSettings,
  refusals: contentRefusals,
  addCalls(api, { content, identity, payment, where }) {
    api.add(
      'Content',
      contentContract,
      contentHandlers(content, { publicUrl: where.publicUrl, payments: payment, identity }),
    )
  },
}

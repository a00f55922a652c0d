import type { Context } from '#platform/context'
import type { MailPort } from '#platform/mail'
import { removeOldLinks } from './links/mailed-links.server.ts'
import { defineLinkMail } from './links/queue.server.ts'
import { passwordsContract } from './passwords/passwords.contract.ts'
import { passwordsHandlers } from './passwords/passwords.server.ts'
import type { IdentityPort } from './port.server.ts'
import type { Module } from '#platform/module'
import { identityRefusals } from './refusals.rules.ts'
import { readIdentitySettings } from './settings.server.ts'

type Parts = {
  system: Context
  content: { shop: { name: string } }
  identity: IdentityPort
  mail: MailPort
  where: { ownUrl: () => string; publicUrl: () => string; isReady: () => boolean }
}

export const identity: Module<Parts> = {
  readSettings: readIdentitySettings,
  refusals: identityRefusals,
  addCalls(api, { content, identity }) {
    const shop = {
      identity,
      // Read whenever it is used: the owner may change it.
      get shopName() {
        return content.shop.name
      },
    }
    api.add('Accounts', passwordsContract, passwordsHandlers(shop))
  },
  defineJobs({ system, content, mail, where }) {
    const shop = {
      ...where,
      get name() {
        return content.shop.name
      },
    }
    defineLinkMail(system, shop, mail)
    system.jobs.repeat(
      'old-links',
      { cron: '37 * * * *', does: 'Removes links that were mailed and that nobody opened in time.' },
      () => removeOldLinks(system),
    )
  },
}

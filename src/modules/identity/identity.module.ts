import type { Context } from '#platform/context'
import type { MailPort } from '#platform/mail/port'
import type { Letterhead } from '#platform/mail/message'
import { emailContract } from './email/email.contract.ts'
import { type LeaveShop, emailHandlers } from './email/email.server.ts'
import { accountMailKinds } from './links/mail.server.ts'
import { removeOldLinks } from './links/mailed-links.server.ts'
import { defineLinkMail } from './links/queue.server.ts'
import { passwordsContract } from './passwords/passwords.contract.ts'
import { passwordsHandlers } from './passwords/passwords.server.ts'
import type { IdentityPort } from './port.server.ts'
import type { EmptyAccount } from './sessions/takeover.server.ts'
import type { Module } from '#platform/module'
import { identityRefusals } from './refusals.rules.ts'
import { readIdentitySettings } from './settings.server.ts'

type Parts = {
  system: Context
  letterhead: Letterhead
  identity: IdentityPort
  mail: MailPort
  leaveShop: LeaveShop
  emptyAccount: EmptyAccount
  where: { ownUrl: () => string; publicUrl: () => string; isReady: () => boolean }
}

export const identity: Module<Parts> = {
  readSettings: readIdentitySettings,
  refusals: identityRefusals,
  mails: accountMailKinds,
  addCalls(api, { letterhead, identity, leaveShop, emptyAccount }) {
    api.add('Accounts', passwordsContract, passwordsHandlers({ identity, letterhead, emptyAccount }))
    api.add('Accounts', emailContract, emailHandlers({ identity, letterhead, leaveShop, emptyAccount }))
  },
  defineJobs({ system, letterhead, mail, where }) {
    defineLinkMail(system, { ...where, letterhead }, mail)
    system.jobs.repeat(
      'old-links',
      { cron: '37 * * * *', does: 'Removes links that were mailed and that nobody opened in time.' },
      () => removeOldLinks(system),
    )
  },
}

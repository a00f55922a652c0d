import type { Context } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import type { EmptyAccount, IdentityPort } from '#services/identity'
import { accountsContract } from './accounts.contract.ts'
import { accountsHandlers } from './handlers.server.ts'
import { finishDeletions } from './identity-deletions.server.ts'
import { mailsContract } from './mails/mails.contract.ts'
import { mailsHandlers } from './mails/mails.server.ts'
import { sessionsContract } from './sessions/sessions.contract.ts'
import { forgetWhereabouts, sessionsHandlers } from './sessions/sessions.server.ts'
import type { AccessTokens } from './tokens.server.ts'
import { staffContract } from './staff/staff.contract.ts'
import { staffHandlers } from './staff/staff.server.ts'
import { usersContract } from './users.contract.ts'
import { usersHandlers } from './users.server.ts'
import { waysInContract } from './ways-in.contract.ts'
import { waysInHandlers } from './ways-in.server.ts'
import type { Module } from '#platform/module'
import { accountsRefusals } from './refusals.rules.ts'

type Parts = {
  letterhead: Letterhead
  where: { publicUrl: () => string }
  system: Context
  identity: IdentityPort
  tokens: AccessTokens
  emptyAccount: EmptyAccount
}

export const accounts: Module<Parts> = {
  refusals: accountsRefusals,
  addCalls(api, { identity, tokens, letterhead, where, emptyAccount }) {
    api.add('Accounts', accountsContract, accountsHandlers({ identity, tokens, emptyAccount }))
    api.add('Accounts', usersContract, usersHandlers(identity))
    api.add(
      'Staff',
      staffContract,
      staffHandlers(identity, () => ({ letterhead, url: where.publicUrl() })),
    )
    api.add('Accounts', sessionsContract, sessionsHandlers(identity))
    api.add('Accounts', mailsContract, mailsHandlers)
    api.add('Accounts', waysInContract, waysInHandlers(identity))
  },
  defineJobs({ system, identity }) {
    system.jobs.repeat(
      'identity-deletion',
      { cron: '* * * * *', does: 'Has the identity service forget whoever has deleted their account.' },
      () => finishDeletions(system, identity),
    )
    system.jobs.repeat(
      'old-whereabouts',
      { cron: '31 3 * * *', does: 'Forgets the addresses and browsers of sessions that have ended.' },
      () => forgetWhereabouts(system),
    )
  },
}

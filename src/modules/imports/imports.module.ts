import type pg from 'pg'
import type { Context } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import { importsHandlers } from './handlers.server.ts'
import { importsContract } from './imports.contract.ts'
import { defineImportJobs } from './jobs.server.ts'
import { defineImportMail } from './mail/mail.server.ts'
import type { Module } from '#platform/module'
import { importsRefusals } from './refusals.rules.ts'

type Parts = {
  system: Context
  pool: pg.Pool
  letterhead: Letterhead
  where: { publicUrl: () => string; isReady: () => boolean }
}

export const imports: Module<Parts> = {
  refusals: importsRefusals,
  addCalls(api) {
    api.add('Imports', importsContract, importsHandlers)
  },
  defineJobs({ system, pool, letterhead, where }) {
    defineImportJobs(system, pool)
    defineImportMail(system, { ...where, letterhead })
  },
}

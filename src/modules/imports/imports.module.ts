import type pg from 'pg'
import type { Context } from '#platform/context'
import { importsHandlers } from './handlers.server.ts'
import { importsContract } from './imports.contract.ts'
import { defineImportJobs } from './jobs.server.ts'
import type { Module } from '#platform/module'
import { importsRefusals } from './refusals.rules.ts'

type Parts = {
  system: Context
  pool: pg.Pool
}

export const imports: Module<Parts> = {
  refusals: importsRefusals,
  addCalls(api) {
    api.add('Imports', importsContract, importsHandlers)
  },
  defineJobs({ system, pool }) {
    defineImportJobs(system, pool)
  },
}

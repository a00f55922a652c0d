import type { Module } from '#platform/module'
import { taxOwnerSettings } from './settings.server.ts'

export const tax: Module<unknown> = { ownerSettings: taxOwnerSettings, refusals: {} }

import type { Module } from '#platform/module'
import { pricingOwnerSettings } from './settings.server.ts'

export const pricing: Module<unknown> = {
  ownerSettings: pricingOwnerSettings,
}

import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { storable } from '#kernel/fields'
import { settingTexts } from './settings.texts.ts'

export { type FirstStep, firstStepsContract } from './first-steps/first-steps.contract.ts'
export { type Count, type Sales, overviewContract } from './overview/overview.contract.ts'

/** A setting of the shop: its value as it is written, and where it comes from. */
export const ShopSetting = z.object({
  /** As in the environment: `SHIPPING_FEE`. */
  name: z.string(),
  value: z.string(),
  from: z.enum(['environment', 'shop', 'default']),
})
export type ShopSetting = z.infer<typeof ShopSetting>

const Values = z.record(z.string(), z.nullable(z.string()))

/** One change of settings: values by names, null for the default. */
export const SettingsChange = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  before: Values,
  after: Values,
})
export type SettingsChange = z.infer<typeof SettingsChange>

export {
  type Customer,
  type CustomerNote,
  type CustomerPage,
  customersContract,
} from './customers/customers.contract.ts'
export { logoContract } from './logo/logo.contract.ts'
export { reportsContract } from './reports/reports.contract.ts'

export const deskContract = {
  getSettings: endpoint('GET /settings', {
    summary: 'The settings that an owner can change in the shop, and their last changes.',
    access: 'staff:settings',
    answer: z.object({ settings: z.array(ShopSetting), changes: z.array(SettingsChange) }),
  }),
  changeSettings: endpoint('PUT /settings', {
    summary: 'Changes settings; null brings the default back. What the environment says cannot be changed.',
    access: 'staff:settings',
    body: z.object({
      settings: z.record(
        z.string(),
        z.nullable(z.string().check(z.trim(), z.maxLength(50_000, { error: () => settingTexts.characters }), storable)),
        { error: () => settingTexts.missing },
      ),
      /** What each of them said when it was changed: where it says something else by now, nothing changes. */
      seen: z.optional(z.record(z.string(), z.string())),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['changed-meanwhile'],
  }),
}

import type { MailKind } from '#kernel/mail-kind'
import type { RefusalTable } from '#kernel/refusals'
import type { Api } from './http/api.server.ts'
import type { OwnerSetting } from './settings/owner.server.ts'
import type { ReadSettings } from './settings.server.ts'

/**
 * What a module brings to the program. `Parts` is what it takes of the program's parts: the program has them all, and a
 * module names those that it uses.
 */
export type Module<Parts> = {
  /** Reads its settings. */
  readSettings?: ReadSettings
  /** Those that the owner can change in the shop. */
  ownerSettings?: readonly OwnerSetting[]
  /** What it refuses, beside what any call may. */
  refusals?: RefusalTable
  /** Its mails whose words an owner can write. */
  mails?: readonly MailKind[]
  /** Adds its calls: each contract with its handlers. */
  addCalls?(api: Api, parts: Parts): void
  /** Defines its work in the background. Before the queue starts. */
  defineJobs?(parts: Parts): void
}

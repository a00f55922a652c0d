import { giveNotice } from '#platform/cache/notice'
import type { Context } from '#platform/context'
import { homeListsChannel } from './catalogue.rules.ts'

/** Has the lists published anew, by every process of the shop, once the caller's transaction has committed. */
export function announceChange(ctx: Context): Promise<void> {
  return giveNotice(ctx, homeListsChannel)
}

import { type Context, transact } from '#platform/context'
import { refuse } from '../refusals.rules.ts'
import { type Logo, logoName } from './entries.rules.ts'
import { type Changed, keepChange, lockEntry } from './entries.server.ts'

/** Gives the shop a logo, or none (null). The picture is one that it keeps. Refuses: changed-meanwhile. */
export function changeLogo(ctx: Context, value: Logo | null, version: number): Promise<Changed> {
  return transact(ctx, async ctx => {
    const stored = await lockEntry(ctx, logoName, { value, is_removed: false })
    if (stored.is_same) return { version: stored.version, modifiedCount: 0 }
    if (stored.version !== version) throw refuse('changed-meanwhile')
    return keepChange(ctx, { name: logoName, value, is_removed: false }, { ...stored, isThere: true })
  })
}

import type { Handlers } from '#kernel/endpoint'
import { type Context, callerOf } from '#platform/context'
import type { IdentityPort } from '#services/identity'
import type { WaysIn, waysInContract } from './ways-in.contract.ts'

/** The call of `accounts/ways-in.contract.ts`. */
export function waysInHandlers(identity: IdentityPort): Handlers<typeof waysInContract, Context> {
  return { getWaysIn: async ctx => ({ waysIn: await readWaysIn(ctx, identity) }) }
}

/** What opens the caller's account; null where a hosted identity service keeps that to itself. */
export async function readWaysIn(ctx: Context, identity: IdentityPort): Promise<WaysIn | null> {
  const who = await ctx.db
    .selectFrom('account')
    .select(['issuer', 'subject'])
    .where('id', '=', callerOf(ctx).id)
    .executeTakeFirst()
  const waysIn = who?.issuer === identity.issuer ? await identity.waysInOf(who.subject) : undefined
  if (!waysIn) return null
  const passkeys = waysIn.passkeys.map(({ addedAt, lastUsedAt, ...passkey }) => ({
    ...passkey,
    addedAt: addedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return { ...waysIn, passkeys }
}

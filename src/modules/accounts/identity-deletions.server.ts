import type { Context } from '#platform/context'
import type { IdentityPort } from '#services/identity'

type Subject = { issuer: string; subject: string }

/**
 * Whether somebody with this identity has asked to be forgotten and is not yet. Where the shop cannot have a user deleted,
 * that holds for every sign-in from before: whoever signs in anew comes as somebody new.
 */
export async function isBeingDeleted(ctx: Context, who: Subject & { signedInAt?: Date }): Promise<boolean> {
  const deletion = await ctx.db
    .selectFrom('identity_deletion')
    .select('requested_at')
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .executeTakeFirst()
  return deletion !== undefined && !(who.signedInAt && who.signedInAt > deletion.requested_at)
}

/** Lets the identity service forget those whom the shop has forgotten. Safe to run at once in several places. */
export async function finishDeletions(ctx: Context, identity: IdentityPort): Promise<void> {
  const waiting = ctx.db
    .selectFrom('identity_deletion')
    .select(['issuer', 'subject'])
    .orderBy('requested_at')
    .limit(100)
  const due = identity.deletesUsers ? waiting : waiting.where('issuer', '<>', identity.issuer)
  for (const who of await due.execute()) {
    try {
      await finishDeletion(ctx, identity, who)
    } catch (error) {
      ctx.log.error({ error }, 'a deleted account is still known to the identity service; the next run tries again')
    }
  }
}

/** A user of a service that the shop does not use any more cannot enter either way: nothing is left to wait for. */
export async function finishDeletion(
  ctx: Context,
  identity: IdentityPort,
  { issuer, subject }: Subject,
): Promise<void> {
  // The row stays: an old sign-in on another device can be renewed for as long as the user is there.
  if (issuer === identity.issuer && !identity.deletesUsers) return
  if (issuer === identity.issuer) await identity.deleteUser(subject)
  await ctx.db.deleteFrom('identity_deletion').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}

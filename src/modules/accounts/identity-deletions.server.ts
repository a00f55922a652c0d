import { sql } from 'kysely'
import type { Context } from '#platform/context'
import type { IdentityPort } from '#services/identity'

type Subject = { issuer: string; subject: string }

/**
 * Whether somebody with this identity has asked to be forgotten and is not yet. Where the shop cannot have a user deleted,
 * that holds for every sign-in from before: whoever signs in anew comes as somebody new.
 */
export async function isBeingDeleted(ctx: Context, who: Subject & { signedInAt?: Date }): Promise<boolean> {
  const { rows } = await sql<{ requested_at: Date }>`
    select requested_at from identity_deletion
    where issuer = ${who.issuer} and subject = ${who.subject}`.execute(ctx.db)
  const [asked] = rows
  return asked !== undefined && !(who.signedInAt && who.signedInAt > asked.requested_at)
}

/** Lets the identity service forget those whom the shop has forgotten. Safe to run at once in several places. */
export async function finishDeletions(ctx: Context, identity: IdentityPort): Promise<void> {
  const { rows } = await sql<Subject>`
    select issuer, subject from identity_deletion
    where ${identity.deletesUsers} or issuer <> ${identity.issuer} order by requested_at limit 100`.execute(ctx.db)
  for (const who of rows) {
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
  await sql`delete from identity_deletion where issuer = ${issuer} and subject = ${subject}`.execute(ctx.db)
}

import { sessionDays } from '#rules/identity'
import type { Handlers } from '#kernel/endpoint'
import { refuse } from '../refusals.rules.ts'
import { type Context, callerOf } from '#platform/context'
import { callersIdentity, type IdentityPort, type IdentitySession, type WhichSessions } from '#services/identity'
import type { OpenSession, sessionsContract } from './sessions.contract.ts'

/** The calls of `accounts/sessions/sessions.contract.ts`. A session goes by the identity service's id for it. */
export function sessionsHandlers(identity: IdentityPort): Handlers<typeof sessionsContract, Context> {
  return {
    listSessions: async ctx => (await openSessions(ctx, identity)).map(asAnswered),

    async endSession(ctx, { params: { id } }) {
      const open = await openSessions(ctx, identity)
      if (!open.some(session => session.id === id)) throw refuse('session-gone')
      await end(ctx, identity, { only: id })
      return { deletedCount: 1 }
    },

    async endOtherSessions(ctx) {
      const open = await openSessions(ctx, identity)
      const here = open.find(session => session.isCurrent)
      if (!here) return { deletedCount: 0 }
      await end(ctx, identity, { allBut: here.id })
      return { deletedCount: open.length - 1 }
    },
  }
}

/** The subject of the caller at this identity service; undefined when the account is another service's. */
export async function subjectOf(ctx: Context, { issuer }: IdentityPort): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('account')
    .select('subject')
    .where('id', '=', callerOf(ctx).id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row?.subject
}

type Open = Omit<IdentitySession, 'endsAt'> & { lastSeenAt: Date; isCurrent: boolean }

/**
 * What the identity service has open, with what the shop has seen of it; where the service does not tell, what has
 * entered the shop. This session first, then the one seen last.
 */
async function openSessions(ctx: Context, identity: IdentityPort): Promise<Open[]> {
  const { id, sessionId } = callerOf(ctx)
  const entered: Open[] = await ctx.db
    .selectFrom('account_session')
    .select(['identity_session as id', 'created_at as startedAt', 'last_seen_at as lastSeenAt', 'address', 'browser'])
    .select(({ eb }) => eb('id', '=', sessionId).$castTo<boolean>().as('isCurrent'))
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', sessionsLastedSince(ctx))
    .execute()
  const subject = await subjectOf(ctx, identity)
  const identitySessions = subject === undefined ? undefined : await identity.sessionsOf(subject)
  const seen = new Map(entered.map(session => [session.id, session]))
  const open =
    identitySessions?.map(one => seen.get(one.id) ?? { ...one, lastSeenAt: one.startedAt, isCurrent: false }) ?? entered
  return open.toSorted(
    (one, other) =>
      Number(other.isCurrent) - Number(one.isCurrent) || other.lastSeenAt.getTime() - one.lastSeenAt.getTime(),
  )
}

/** Whoever has not been seen since then has no session any more. */
const sessionsLastedSince = (ctx: Context) => new Date(ctx.now().getTime() - sessionDays * 24 * 3600 * 1000)

/** First where a session can be renewed: whoever dies in between leaves nothing that opens the shop again. */
async function end(ctx: Context, identity: IdentityPort, which: WhichSessions): Promise<void> {
  const subject = await subjectOf(ctx, identity)
  if (subject !== undefined) await identity.endSessions(subject, which)
  const ended = ctx.db
    .updateTable('account_session')
    .set({ ended_at: ctx.now() })
    .where('account_id', '=', callerOf(ctx).id)
    .where('ended_at', 'is', null)
  await (
    'only' in which
      ? ended.where('identity_session', '=', which.only)
      : ended.where('identity_session', '<>', which.allBut)
  ).execute()
}

/** Logs the caller out, at the identity service too: else whoever has its token would enter again. */
export async function endSessionHere(ctx: Context, identity: IdentityPort): Promise<void> {
  const { session } = await callersIdentity(ctx)
  await end(ctx, identity, { only: session })
}

/** Forgets from where people came, once nobody has to recognise it any more. */
export async function forgetWhereabouts(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('account_session')
    .set({ address: null, browser: null })
    .where(({ eb }) => eb.or([eb('address', 'is not', null), eb('browser', 'is not', null)]))
    .where(({ eb }) => eb.or([eb('ended_at', 'is not', null), eb('last_seen_at', '<', sessionsLastedSince(ctx))]))
    .execute()
}

function asAnswered({ id, startedAt, lastSeenAt, isCurrent, browser, address }: Open): OpenSession {
  return {
    _id: id,
    browser,
    address,
    startedAt: startedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: isCurrent,
  }
}

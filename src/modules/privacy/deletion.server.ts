import type { Handlers } from '#kernel/endpoint'
import { Refusal } from '#kernel/refusals'
import { refuse } from './refusals.rules.ts'
import { audit } from '#platform/audit'
import { type Context, callerOf, transact } from '#platform/context'
import { StartupProblem } from '#platform/startup'
import { logSecurityOf } from '#platform/log/security'
import { areGoodsToShip, forgetBuyer, isMoneyOnItsWay, isMoneyOwed, lockOrdersOf } from '#services/ordering'
import { removeReviewsOf } from '#services/reviews'
import { giveUpPicturesOf } from '#services/media'
import { type Gone, tracesQueue } from './traces.server.ts'
import type { accountDataContract } from './account-data.contract.ts'
import { finishDeletion } from '#services/accounts'
import { collectAccountData } from './account-data.server.ts'
import { type IdentityPort, requireProof } from '#services/identity'

/** The calls of `privacy/account-data.contract.ts`. */
export function accountDataHandlers(identity: IdentityPort): Handlers<typeof accountDataContract, Context> {
  return {
    getAccountData: ctx => collectAccountData(ctx, identity),

    async deleteAccount(ctx, { body }) {
      const { id, email } = callerOf(ctx)
      if (body.email !== email) throw refuse('not-yours')
      await requireProof(ctx, identity)
      const who = await transact(ctx, ctx => deleteAccount(ctx, id))
      // What this does not finish, the job does.
      await finishDeletion(ctx, identity, who).catch((error: unknown) => {
        ctx.log.error({ error }, 'a deleted account is still known to the identity service; the next run tries again')
      })
      return { deletedCount: 1 }
    },
  }
}

type Subject = { issuer: string; subject: string }

/**
 * Deletes an account and all that is the person's: everything in the shop by one transaction, and only then the user of
 * the identity service, which may be another company's. The other way round, whoever dies half-way could not sign in any
 * more to try again, and their data would stay. Dying after the transaction leaves a row in `identity_deletion`: nobody
 * enters by that identity, and a job goes on from there. Refuses: unpaid-orders, money-in-progress,
 * goods-to-ship, last-admin.
 */
export async function deleteAccount(ctx: Context, accountId: string): Promise<Subject> {
  // Locked in the order of the house: orders, accounts, tools. An order that is being placed waits for the account and
  // finds it gone; one that came first counts as open.
  await lockOrdersOf(ctx, accountId)
  const account = await lockAccount(ctx, accountId)
  // Once it is gone, nobody knows who owes the money of its orders.
  if (account.open_orders > 0 || (await isMoneyOwed(ctx, accountId))) throw refuse('unpaid-orders')
  if (await isMoneyOnItsWay(ctx, accountId)) throw refuse('money-in-progress')
  if (await areGoodsToShip(ctx, accountId)) throw refuse('goods-to-ship')
  await removeReviewsOf(ctx, accountId)
  await giveUpPicturesOf(ctx, accountId)
  const ordered = await ctx.db.selectFrom('orders').select('number').where('account_id', '=', accountId).execute()
  const orders = await forgetBuyer(ctx, accountId)
  const { issuer, subject, role } = account
  const requested_at = ctx.now()
  await ctx.db
    .insertInto('identity_deletion')
    .values({ issuer, subject, requested_at })
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doUpdateSet({ requested_at }))
    .execute()
  await ctx.jobs.send(ctx.db, tracesQueue, {
    email: account.email,
    orders: ordered.map(({ number }) => number),
  } satisfies Gone)
  // Profile and sessions go with it; pictures that something else shows stay, and are nobody's.
  await ctx.db.deleteFrom('account').where('id', '=', accountId).execute()
  logSecurityOf(ctx, 'account-deleted', { account: accountId })
  await audit(ctx, {
    action: 'account.deleted',
    subject: { kind: 'account', id: accountId },
    before: { role, orders },
  })
  return { issuer, subject }
}

/**
 * Deletes the account of a login whose address nobody ever confirmed, for the reader of that mailbox, who wants it for another
 * one. False where it has ordered: what it has bought is somebody's, who can still log in by a new password.
 */
export async function leaveShop(ctx: Context, { issuer, subject }: Subject): Promise<boolean> {
  const account = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    // An order that is being placed waits, or is seen.
    .forUpdate()
    .executeTakeFirst()
  if (!account) return true
  const ordered = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst()
  if (ordered) return false
  await deleteAccount(ctx, account.id)
  return true
}

/**
 * Deletes accounts that were deleted before, and that a restore has brought back. Returns how many were there. Refuses as
 * `deleteAccount`, by an error that names the account.
 */
export async function forgetAgain(ctx: Context, ids: readonly string[]): Promise<number> {
  let forgotten = 0
  for (const id of ids) {
    const account = await ctx.db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
    if (!account) continue
    await transact(ctx, ctx => deleteAccount(ctx, id)).catch((error: unknown) => {
      if (error instanceof Refusal) throw new StartupProblem(`${id} cannot be deleted yet: ${error.message}`)
      throw error
    })
    forgotten += 1
  }
  return forgotten
}

/** The account, locked together with every admin: of two admins who go at once, the second one sees that it is the last. */
async function lockAccount(ctx: Context, accountId: string) {
  const rows = await ctx.db
    .selectFrom('account')
    .select(['id', 'email', 'issuer', 'subject', 'role', 'open_orders'])
    .where(({ eb }) => eb.or([eb('id', '=', accountId), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const account = rows.find(row => row.id === accountId)
  // Deleted by another press of the button.
  if (!account) throw refuse('token-expired')
  if (account.role === 'admin' && rows.every(row => row.id === accountId || row.role !== 'admin')) {
    throw refuse('last-admin')
  }
  return account
}

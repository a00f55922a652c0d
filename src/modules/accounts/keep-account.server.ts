import { inOneLine } from '#kernel/fields'
import { type Context, newId } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Identity } from '#services/identity'
import { recordRole, takeBackInvitations } from './staff/roles.server.ts'

export const accountColumns = ['id', 'email', 'email_verified', 'display_name', 'role'] as const
export type AccountRow = Columns<'account', (typeof accountColumns)[number]>

/** The identity service's present values replace the former ones; who loses the verified email loses the role. */
export async function keepAccount(
  ctx: Context,
  who: Pick<Identity, 'issuer' | 'subject' | 'email' | 'emailVerified' | 'name'>,
) {
  const before = await ctx.db
    .selectFrom('account')
    .select('role')
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const profile = {
    email: who.email,
    email_verified: who.emailVerified,
    // From an identity provider it may be anything.
    display_name: inOneLine(who.name),
    updated_at: ctx.now(),
  }
  const account = await ctx.db
    .insertInto('account')
    .values({ id: newId(), issuer: who.issuer, subject: who.subject, created_at: ctx.now(), ...profile })
    .onConflict(conflict =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ ...profile, ...(!who.emailVerified && { role: 'customer' }) }),
    )
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
  if (before && before.role !== account.role) {
    await recordRole(ctx, account.id, { before: before.role, after: account.role })
    await takeBackInvitations(ctx)
  }
  return account
}

/** Gives an account this role, and writes that down. */
export async function setRole(ctx: Context, account: AccountRow, role: string): Promise<AccountRow> {
  await ctx.db.updateTable('account').set({ role, updated_at: ctx.now() }).where('id', '=', account.id).execute()
  await recordRole(ctx, account.id, { before: account.role, after: role })
  return { ...account, role }
}

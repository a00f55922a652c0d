import type { Role } from '#kernel/access'
import { audit } from '#platform/audit'
import type { Context } from '#platform/context'
import { logSecurityOf } from '#platform/security-log'

/** A change to this role, from the other, goes to the trail, in the transaction that makes it. */
export async function recordRole(ctx: Context, accountId: string, role: Role): Promise<void> {
  logSecurityOf(ctx, 'role-changed', { account: accountId, role })
  await audit(ctx, {
    action: 'account.role-changed',
    subject: { kind: 'account', id: accountId },
    before: { role: role === 'admin' ? 'customer' : 'admin' },
    after: { role },
  })
}

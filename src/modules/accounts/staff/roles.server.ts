import { sql } from 'kysely'
import { type Permission, customerRole, ownerRole } from '#kernel/access'
import { audit } from '#platform/audit'
import { type Context, callerOf, newId } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { logSecurityOf } from '#platform/log/security'
import { refuse } from '../refusals.rules.ts'
import type { RoleForm, StaffRole } from './staff.contract.ts'

type RoleRow = Columns<'account_role', 'key' | 'name' | 'is_fixed' | 'version'> & { permissions: Permission[] }

/** How many roles a shop has at most. */
const mostRoles = 50

/** Every role: the fixed ones first, then by name. */
export async function readRoles(ctx: Context): Promise<StaffRole[]> {
  const { rows } = await sql<RoleRow & { members: number }>`
    select key, name, permissions, is_fixed, version,
      (select count(*) from account where role = account_role.key and role <> 'customer')::int as members
    from account_role order by key <> ${ownerRole}, is_fixed, lower(name)`.execute(ctx.db)
  return rows.map(({ is_fixed, ...role }) => ({ ...role, isFixed: is_fixed }))
}

/**
 * Locks the roles until the transaction ends, so that whoever gives, takes or changes one is decided upon after all who
 * were before. `own` is what the caller may do by now. Refuses not-permitted to whom may not look after the staff any more.
 */
export async function lockRoles(ctx: Context): Promise<{ roles: Map<string, RoleRow>; own: readonly Permission[] }> {
  const { rows } = await sql<RoleRow>`
    select key, name, permissions, is_fixed, version from account_role order by key for no key update`.execute(ctx.db)
  const roles = new Map(rows.map(role => [role.key, role]))
  const caller = await ctx.db.selectFrom('account').select('role').where('id', '=', callerOf(ctx).id).executeTakeFirst()
  const own = roles.get(caller?.role ?? customerRole)?.permissions ?? []
  if (!own.includes('staff')) throw refuse('not-permitted')
  return { roles, own }
}

/** Nobody gives or takes what they do not have. Refuses beyond-own-role. */
export function requireWithin(own: readonly Permission[], ...others: (readonly Permission[] | undefined)[]): void {
  if (others.flat().some(permission => permission && !own.includes(permission))) throw refuse('beyond-own-role')
}

const staffAccounts = ['id', 'email', 'email_verified', 'role'] as const
type StaffAccount = Columns<'account', (typeof staffAccounts)[number]>

/**
 * Gives accounts another role, in a transaction; `customer` takes theirs away. Returns how many have changed.
 * Refuses: not-permitted, role-gone, beyond-own-role, email-unconfirmed, last-admin, admin-by-setting.
 */
export async function changeRoleOf(ctx: Context, accountIds: readonly string[], key: string): Promise<number> {
  const { roles, own } = await lockRoles(ctx)
  const role = roles.get(key)
  if (!role) throw refuse('role-gone')
  const { owners, accounts } = await lockAccounts(ctx, accountIds)
  const changing = accounts.filter(account => account.role !== key)
  requireWithin(own, role.permissions, ...changing.map(account => roles.get(account.role)?.permissions))
  if (key !== customerRole && changing.some(account => !account.email_verified)) throw refuse('email-unconfirmed')
  requireOwnerLeft(ctx, owners, changing)
  for (const { id, role: before } of changing) {
    await ctx.db.updateTable('account').set({ role: key, updated_at: ctx.now() }).where('id', '=', id).execute()
    await recordRole(ctx, id, { before, after: key })
  }
  await takeBackInvitations(ctx)
  return changing.length
}

/** Whether the sender of `staff_invitation` may still give the role that it offers. */
export const isStillTheirs = sql<boolean>`exists (
  select from account sender join account_role own on own.key = sender.role, account_role offered
  where sender.id = staff_invitation.invited_by and offered.key = staff_invitation.role
    and 'staff' = any(own.permissions) and offered.permissions <@ own.permissions)`

/** What somebody has offered was theirs to give. */
export async function takeBackInvitations(ctx: Context): Promise<void> {
  await sql`delete from staff_invitation where not ${isStillTheirs}`.execute(ctx.db)
}

/** The accounts, locked together with every owner: whoever leaves at the same time sees who is left. */
async function lockAccounts(ctx: Context, ids: readonly string[]) {
  const rows: StaffAccount[] = await ctx.db
    .selectFrom('account')
    .select(staffAccounts)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or role = 'admin')`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return {
    owners: rows.filter(row => row.role === ownerRole),
    accounts: rows.filter(row => ids.includes(row.id)),
  }
}

function requireOwnerLeft(ctx: Context, owners: StaffAccount[], changing: StaffAccount[]): void {
  const losers = changing.filter(account => account.role === ownerRole)
  if (losers.length === 0) return
  if (losers.length === owners.length) throw refuse('last-admin')
  // The role would be back within minutes, and whoever took it would not know.
  if (losers.some(({ email }) => email === ctx.settings.adminEmail)) throw refuse('admin-by-setting')
}

/** Writes a change of an account's role to the trail, in the transaction that makes it. */
export async function recordRole(
  ctx: Context,
  accountId: string,
  { before, after }: { before: string; after: string },
) {
  logSecurityOf(ctx, 'role-changed', { account: accountId, role: after })
  await audit(ctx, {
    action: 'account.role-changed',
    subject: { kind: 'account', id: accountId },
    before: { role: before },
    after: { role: after },
  })
}

/** Refuses: not-permitted, beyond-own-role, role-name-taken, too-many-roles. */
export async function addRole(ctx: Context, form: RoleForm): Promise<{ key: string }> {
  const { roles, own } = await lockRoles(ctx)
  requireWithin(own, form.permissions)
  if (roles.size >= mostRoles) throw refuse('too-many-roles', { most: mostRoles })
  const key = newId()
  const after = { name: form.name, permissions: asSet(form.permissions) }
  await withFreeName(() =>
    ctx.db
      .insertInto('account_role')
      .values({ key, ...after })
      .execute(),
  )
  await audit(ctx, { action: 'role.added', subject: { kind: 'role', id: key }, after })
  return { key }
}

/** Refuses: not-permitted, role-gone, role-fixed, role-changed, beyond-own-role, role-name-taken. */
export async function changeRole(
  ctx: Context,
  key: string,
  { version, ...form }: RoleForm & { version: number },
): Promise<{ modifiedCount: number }> {
  const { roles, own } = await lockRoles(ctx)
  const role = ownRole(roles, key)
  const after = { name: form.name, permissions: asSet(form.permissions) }
  requireWithin(own, role.permissions, after.permissions)
  const before = { name: role.name, permissions: asSet(role.permissions) }
  // Sent twice, or said by two who meant the same.
  if (JSON.stringify(before) === JSON.stringify(after)) return { modifiedCount: 0 }
  if (role.version !== version) throw refuse('role-changed')
  await withFreeName(() =>
    ctx.db
      .updateTable('account_role')
      .set({ ...after, version: version + 1 })
      .where('key', '=', key)
      .execute(),
  )
  await takeBackInvitations(ctx)
  await audit(ctx, { action: 'role.changed', subject: { kind: 'role', id: key }, before, after })
  return { modifiedCount: 1 }
}

/** Refuses: not-permitted, role-gone, role-fixed, beyond-own-role, role-in-use. */
export async function removeRole(ctx: Context, key: string): Promise<{ deletedCount: number }> {
  const { roles, own } = await lockRoles(ctx)
  const { name, permissions } = ownRole(roles, key)
  requireWithin(own, permissions)
  try {
    await ctx.db.deleteFrom('account_role').where('key', '=', key).execute()
  } catch (error) {
    if (brokenConstraint(error) === undefined) throw error
    throw refuse('role-in-use')
  }
  await audit(ctx, { action: 'role.removed', subject: { kind: 'role', id: key }, before: { name, permissions } })
  return { deletedCount: 1 }
}

/** A role that may be changed. */
function ownRole(roles: Map<string, RoleRow>, key: string): RoleRow {
  const role = roles.get(key)
  if (!role) throw refuse('role-gone')
  if (role.is_fixed) throw refuse('role-fixed')
  return role
}

const asSet = (permissions: readonly Permission[]): Permission[] => [...new Set(permissions)].toSorted()

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (brokenConstraint(error) !== 'account_role_name') throw error
    throw refuse('role-name-taken')
  }
}

import { sql } from 'kysely'
import { customerRole } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { sendMail } from '#platform/mail/port'
import { type IdentityPort, requireProof } from '#services/identity'
import { refuse } from '../refusals.rules.ts'
import { type MailFrom, invitationMail, roleMail } from './mail.server.ts'
import {
  addRole,
  changeRole,
  changeRoleOf,
  isStillTheirs,
  lockRoles,
  readRoles,
  recordRole,
  removeRole,
  requireWithin,
} from './roles.server.ts'
import type { StaffInvitation, StaffMember, staffContract } from './staff.contract.ts'

/** How many people a shop has at most, and how many invitations wait. */
const mostMembers = 1000
const mostInvitations = 100
const invitationDays = 7

/** The calls of `accounts/staff/staff.contract.ts`. */
export const staffHandlers = (
  identity: IdentityPort,
  mailFrom: () => MailFrom,
): Handlers<typeof staffContract, Context> => {
  /** What gives somebody rights wants to know that it is the account's owner who asks. */
  const proven = async <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> => {
    await requireProof(ctx, identity)
    return transact(ctx, work)
  }
  return {
    async listStaff(ctx) {
      const [members, invitations, roles] = [await readMembers(ctx), await readInvitations(ctx), await readRoles(ctx)]
      return { members, invitations, roles }
    },
    async giveRole(ctx, { params, body: { role } }) {
      const change = (ctx: Context) => giveRole(ctx, params.id, role)
      return role === customerRole ? transact(ctx, change) : proven(ctx, change)
    },
    inviteStaff: (ctx, { body }) => proven(ctx, ctx => inviteStaff(ctx, body, mailFrom())),
    withdrawInvitation: (ctx, { params }) => transact(ctx, ctx => withdrawInvitation(ctx, params.id)),
    addRole: (ctx, { body }) => proven(ctx, ctx => addRole(ctx, body)),
    changeRole: (ctx, { params, body }) => proven(ctx, ctx => changeRole(ctx, params.key, body)),
    removeRole: (ctx, { params }) => transact(ctx, ctx => removeRole(ctx, params.key)),
  }
}

async function readMembers(ctx: Context): Promise<StaffMember[]> {
  const rows = await ctx.db
    .selectFrom('account')
    .select(['id', 'email', 'display_name', 'role'])
    .where('role', '<>', sql.lit(customerRole))
    .orderBy('email')
    .orderBy('id')
    .limit(mostMembers)
    .execute()
  return rows.map(({ id, display_name, ...row }) => ({ _id: id, name: display_name, ...row }))
}

async function readInvitations(ctx: Context): Promise<StaffInvitation[]> {
  const rows = await ctx.db
    .selectFrom('staff_invitation')
    .innerJoin('account', 'account.id', 'staff_invitation.invited_by')
    .select(['staff_invitation.id', 'staff_invitation.email', 'staff_invitation.role', 'staff_invitation.expires_at'])
    .select('account.email as invited_by')
    .orderBy('staff_invitation.email')
    .execute()
  return rows.map(row => ({
    _id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at.toISOString(),
    isOver: row.expires_at <= ctx.now(),
  }))
}

async function giveRole(ctx: Context, id: string, role: string): Promise<{ modifiedCount: number }> {
  const account = await ctx.db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  if (!account) throw refuse('member-gone')
  return { modifiedCount: await changeRoleOf(ctx, [id], role) }
}

/**
 * Whoever has a confirmed account gets the role at once, everybody else when they have one. An account that has a role
 * already keeps it: its role is changed where it stands in the list.
 */
async function inviteStaff(
  ctx: Context,
  { email, role: key }: { email: string; role: string },
  mailFrom: MailFrom,
): Promise<{ state: 'given' | 'invited' }> {
  const { roles, own } = await lockRoles(ctx)
  const role = roles.get(key)
  if (!role || key === customerRole) throw refuse('role-gone')
  requireWithin(own, role.permissions)
  const accounts = await ctx.db
    .selectFrom('account')
    .select(['id', 'role', 'display_name'])
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .execute()
  if (accounts.some(account => account.role !== customerRole)) throw refuse('already-staff')
  const [first] = accounts
  if (first) {
    await changeRoleOf(
      ctx,
      accounts.map(({ id }) => id),
      key,
    )
    await sendMail(ctx.jobs, ctx.db, roleMail({ email, name: first.display_name }, role.name, mailFrom))
    return { state: 'given' }
  }
  await keepInvitation(ctx, email, key)
  await sendMail(ctx.jobs, ctx.db, invitationMail(email, role.name, mailFrom))
  return { state: 'invited' }
}

async function keepInvitation(ctx: Context, email: string, role: string): Promise<void> {
  await ctx.db.deleteFrom('staff_invitation').where('email', '=', email).execute()
  const { waiting } = await ctx.db
    .selectFrom('staff_invitation')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  if (waiting >= mostInvitations) throw refuse('too-many-invitations', { most: mostInvitations })
  const id = newId()
  const expires_at = new Date(ctx.now().getTime() + invitationDays * 24 * 3600 * 1000)
  await ctx.db
    .insertInto('staff_invitation')
    .values({ id, email, role, invited_by: callerOf(ctx).id, created_at: ctx.now(), expires_at })
    .execute()
  await audit(ctx, { action: 'staff.invited', subject: { kind: 'staff', id }, after: { role } })
}

/** Withdrawn twice, or accepted meanwhile, is nothing left to do. */
async function withdrawInvitation(ctx: Context, id: string): Promise<{ deletedCount: number }> {
  const { roles, own } = await lockRoles(ctx)
  const gone = await ctx.db.deleteFrom('staff_invitation').where('id', '=', id).returning(['role']).executeTakeFirst()
  if (!gone) throw refuse('invitation-gone')
  requireWithin(own, roles.get(gone.role)?.permissions)
  await audit(ctx, { action: 'staff.invitation-withdrawn', subject: { kind: 'staff', id }, before: gone })
  return { deletedCount: 1 }
}

/** The role that a confirmed address was invited to, given to its account: in the transaction in which it enters. */
export async function acceptInvitation(
  ctx: Context,
  account: { id: string; email: string; role: string },
): Promise<string> {
  const invitation = await ctx.db
    .deleteFrom('staff_invitation')
    .where('email', '=', account.email)
    .where('expires_at', '>', ctx.now())
    .where(isStillTheirs)
    .returning(['role'])
    .executeTakeFirst()
  if (!invitation) return account.role
  const { role } = invitation
  await ctx.db.updateTable('account').set({ role, updated_at: ctx.now() }).where('id', '=', account.id).execute()
  await recordRole(ctx, account.id, { before: account.role, after: role })
  return role
}

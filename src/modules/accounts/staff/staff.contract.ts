import * as z from 'zod/mini'
import { permissions } from '#kernel/access'
import { endpoint } from '#kernel/endpoint'
import { Email, Id, requiredText, wholeNumber } from '#kernel/fields'
import { roleTexts } from './staff.texts.ts'

export const Permissions = z.array(z.enum(permissions, { error: () => roleTexts.noPermission }), {
  error: () => roleTexts.permissions,
})

/** A role: what its accounts may do. */
export const StaffRole = z.object({
  key: z.string(),
  name: z.string(),
  permissions: Permissions,
  /** The owners’ and the customers’ roles stay as they are. */
  isFixed: z.boolean(),
  /** How many accounts have it. Of customers nobody counts them. */
  members: z.number(),
  version: z.number(),
})
export type StaffRole = z.infer<typeof StaffRole>

export const StaffMember = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  /** The role's key. */
  role: z.string(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const StaffInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.string(),
  invitedBy: z.string(),
  expiresAt: z.string(),
  isOver: z.boolean(),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

const RoleKey = z
  .string({ error: () => roleTexts.missing })
  .check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: () => roleTexts.unknown }), z.maxLength(60))

export const RoleForm = z.object({
  name: requiredText(() => roleTexts.name, 60),
  permissions: Permissions,
})
export type RoleForm = z.output<typeof RoleForm>

export const InvitationForm = z.object({ email: Email, role: RoleKey })

const proofRefusals = ['password-needed', 'login-needed-again'] as const

export const staffContract = {
  listStaff: endpoint('GET /staff', {
    summary: 'Who has a role in the shop, who is invited to one, and the roles that there are.',
    access: 'staff:staff',
    answer: z.object({
      members: z.array(StaffMember),
      invitations: z.array(StaffInvitation),
      roles: z.array(StaffRole),
    }),
  }),
  giveRole: endpoint('PUT /staff/:id/role', {
    summary:
      'Gives an account another role; `customer` takes it away. Nobody gives or takes what their own role may not do. Giving wants a login, or `POST /session/proof`, of the last ten minutes.',
    access: 'staff:staff',
    params: z.object({ id: Id }),
    body: z.object({ role: RoleKey }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: [
      ...proofRefusals,
      'member-gone',
      'role-gone',
      'beyond-own-role',
      'email-unconfirmed',
      'last-admin',
      'admin-by-setting',
    ],
  }),
  inviteStaff: endpoint('POST /staff/invitations', {
    summary:
      'Gives the confirmed accounts with this email the role, or mails an invitation: who signs up with it within seven days, and confirms it, has the role. Inviting again replaces the first invitation.',
    access: 'staff:staff',
    body: InvitationForm,
    answer: z.object({ state: z.enum(['given', 'invited']) }),
    refusals: [...proofRefusals, 'role-gone', 'beyond-own-role', 'already-staff', 'too-many-invitations'],
  }),
  withdrawInvitation: endpoint('DELETE /staff/invitations/:id', {
    summary: 'Takes an invitation back.',
    access: 'staff:staff',
    params: z.object({ id: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['invitation-gone', 'beyond-own-role'],
  }),
  addRole: endpoint('POST /staff/roles', {
    summary: 'Makes a role. It may do no more than its maker’s own.',
    access: 'staff:staff',
    body: RoleForm,
    answer: z.object({ key: z.string() }),
    refusals: [...proofRefusals, 'role-name-taken', 'beyond-own-role', 'too-many-roles'],
  }),
  changeRole: endpoint('PUT /staff/roles/:key', {
    summary: 'Changes a role, in force for the next call of whoever has it. `version` is the one that was read.',
    access: 'staff:staff',
    params: z.object({ key: RoleKey }),
    body: z.extend(RoleForm, { version: wholeNumber(() => roleTexts.version) }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: [...proofRefusals, 'role-gone', 'role-fixed', 'role-name-taken', 'role-changed', 'beyond-own-role'],
  }),
  removeRole: endpoint('DELETE /staff/roles/:key', {
    summary: 'Removes a role that nobody has and nobody is invited to.',
    access: 'staff:staff',
    params: z.object({ key: RoleKey }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['role-gone', 'role-fixed', 'role-in-use', 'beyond-own-role'],
  }),
}

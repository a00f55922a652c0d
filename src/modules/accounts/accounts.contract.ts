import * as z from 'zod/mini'
import { permissions } from '#kernel/access'
import { endpoint } from '#kernel/endpoint'
import { Email } from '#kernel/fields'

export { MailChoices, mailsContract } from './mails/mails.contract.ts'
export { OpenSession, sessionsContract } from './sessions/sessions.contract.ts'
export { StaffInvitation, StaffMember, StaffRole, staffContract } from './staff/staff.contract.ts'
export { Profile, ProfileForm, User, usersContract } from './users.contract.ts'
export { WaysIn, waysInContract } from './ways-in.contract.ts'

export const accountsContract = {
  enter: endpoint('PUT /user/:email', {
    summary:
      'Exchanges the identity service’s ID token for an access token of 15 minutes; creates the account at first sight.',
    access: 'id-token',
    params: z.object({ email: Email }),
    body: z.object({ email: Email }),
    answer: z.object({
      token: z.string(),
      expiresAt: z.string(),
      account: z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        /** An owner of the shop. */
        admin: z.boolean(),
        permissions: z.array(z.enum(permissions)),
      }),
    }),
    refusals: ['demo-account-closed', 'identity-unreachable'],
  }),
  leave: endpoint('DELETE /session', {
    summary:
      'Ends the session on the server, and at the identity service: its access tokens are void from then on, and cannot be renewed.',
    access: 'signed-in',
    answer: z.object({ deletedCount: z.number() }),
  }),
  isAdmin: endpoint('GET /admin/:email', {
    summary: 'Whether the account with this email is an admin.',
    access: 'owner-or-staff:staff',
    params: z.object({ email: Email }),
    answer: z.object({ admin: z.boolean() }),
  }),
}

import { sql } from 'kysely'
import { type Permission, customerRole } from '#kernel/access'
import type { Handlers } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, callerOf, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import type { Receiver } from '#platform/mail/message'
import { refuse } from '../refusals.rules.ts'
import type { MailChoices, mailsContract } from './mails.contract.ts'
import { type StaffMail, isMailWanted, mailsFor, permissionForMail, staffMails } from './mails.rules.ts'

/** The calls of `accounts/mails/mails.contract.ts`. */
export const mailsHandlers: Handlers<typeof mailsContract, Context> = {
  listRefusedMail: ctx => listRefusedMail(ctx),
  getMailChoices: async ctx => ({ mails: await readMailChoices(ctx) }),
  chooseMails: (ctx, { body }) => transact(ctx, ctx => chooseMails(ctx, body.mails)),
}

async function listRefusedMail(ctx: Context) {
  const rows = await ctx.db.selectFrom('refused_mail').selectAll().orderBy('refused_at', 'desc').limit(200).execute()
  return rows.map(({ refused_at, ...row }) => ({ ...row, refusedAt: refused_at.toISOString() }))
}

/** The caller's choices, each as it is in force. */
export async function readMailChoices(ctx: Context): Promise<MailChoices> {
  const { id, role, permissions } = callerOf(ctx)
  return choicesOf(ctx, { id, role, permissions })
}

type Chooser = Columns<'account', 'id' | 'role'> & { permissions: readonly Permission[] }

async function choicesOf(ctx: Context, { id, role, permissions }: Chooser): Promise<MailChoices> {
  const rows = await ctx.db
    .selectFrom('staff_mail_choice')
    .select(['mail', 'is_wanted'])
    .where('account_id', '=', id)
    .execute()
  const chosen = new Map(rows.map(({ mail, is_wanted }) => [mail, is_wanted]))
  const mails = mailsFor({ permissions })
  return Object.fromEntries(mails.map(mail => [mail, isMailWanted(mail, { role, chosen: chosen.get(mail) ?? null })]))
}

/** Writes down what differs from what is in force. Refuses: mail-beyond-role. */
async function chooseMails(ctx: Context, choices: MailChoices): Promise<{ modifiedCount: number }> {
  const chooser = await lockChooser(ctx)
  const own = await choicesOf(ctx, chooser)
  const named = staffMails.flatMap(mail => (choices[mail] === undefined ? [] : [{ mail, is_wanted: choices[mail] }]))
  if (named.some(({ mail }) => own[mail] === undefined)) throw refuse('mail-beyond-role')
  const changed = named.filter(({ mail, is_wanted }) => own[mail] !== is_wanted)
  if (changed.length === 0) return { modifiedCount: 0 }
  await ctx.db
    .insertInto('staff_mail_choice')
    .values(changed.map(choice => ({ account_id: chooser.id, ...choice })))
    .onConflict(conflict =>
      conflict.columns(['account_id', 'mail']).doUpdateSet({ is_wanted: sql<boolean>`excluded.is_wanted` }),
    )
    .execute()
  await audit(ctx, {
    action: 'account.mails-chosen',
    subject: { kind: 'account', id: chooser.id },
    before: Object.fromEntries(changed.map(({ mail }) => [mail, own[mail]])),
    after: Object.fromEntries(changed.map(({ mail, is_wanted }) => [mail, is_wanted])),
  })
  return { modifiedCount: changed.length }
}

/** The caller as the database has them now, so that one choice is after the other, and a role that is just taken away counts. */
async function lockChooser(ctx: Context): Promise<Chooser> {
  const { rows } = await sql<Chooser>`
    select account.id, account.role, account_role.permissions
    from account join account_role on account_role.key = account.role
    where account.id = ${callerOf(ctx).id} for no key update of account`.execute(ctx.db)
  const [chooser] = rows
  // Deleted while the form was on its way.
  if (!chooser) throw refuse('token-expired')
  return chooser
}

/** One of the shop's people, as a mail greets them. */
export type StaffReceiver = Receiver & Columns<'account', 'id'> & { permissions: readonly Permission[] }

/** Who wants a mail and may have it, at this moment: asked when it is sent, so whoever has lost the permission gets none. */
export async function readMailReceivers(ctx: Context, mail: StaffMail): Promise<StaffReceiver[]> {
  const { rows } = await sql<StaffReceiver & Columns<'account', 'role'> & { chosen: boolean | null }>`
    select account.id, account.email, account.display_name as name, account.email_verified as "isConfirmed",
      account.role, account_role.permissions, choice.is_wanted as chosen
    from account join account_role on account_role.key = account.role
      left join staff_mail_choice choice on choice.account_id = account.id and choice.mail = ${mail}
    where account.role <> ${customerRole} and ${permissionForMail[mail]} = any(account_role.permissions)
    order by account.id`.execute(ctx.db)
  return rows.filter(row => isMailWanted(mail, row))
}

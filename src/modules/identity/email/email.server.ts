import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { refuseFields } from '#kernel/refusals'
import { refuse } from '../refusals.rules.ts'
import { type RateLimit, enforceRateLimit, minutesToWait } from '#platform/http/rate-limits'
import { type Context, callerOf, transact } from '#platform/context'
import { brokenConstraint } from '#platform/database'
import { demoAdmin } from '../demo-accounts.rules.ts'
import { requireOwnPassword } from '../passwords/common-passwords.server.ts'
import { identityTexts } from '../service.texts.ts'
import { openByLink, passwordsOf, requirePassword } from '../passwords/of-user.server.ts'
import { queueLinkMail } from '../links/queue.server.ts'
import { sendEmailChangedMail } from '../links/mail.server.ts'
import { type MailedLink, findLink, takeLink, voidLinks } from '../links/mailed-links.server.ts'
import { receiverOf } from '../notices/notices.server.ts'
import type { emailContract } from './email.contract.ts'
import type { PasswordParts } from '../passwords/passwords.server.ts'
import { recordOf } from '../notices/security-events.server.ts'
import { type CallersIdentity, callersIdentity, endOtherSessions } from '../sessions/of-caller.server.ts'

/**
 * Deletes what the shop keeps of a login that nobody ever confirmed, in the caller's transaction; false where that account has
 * orders, and everything stays.
 */
export type LeaveShop = (ctx: Context, login: { issuer: string; subject: string }) => Promise<boolean>

export type EmailParts = PasswordParts & { leaveShop: LeaveShop }

/**
 * The calls about the address of an account. A link alone confirms nothing: whoever opens it is logged in to that account,
 * or knows its password, or makes the account their own. So nobody who is sent a link confirms a stranger's password by
 * it, and a program that looks at links in mails does nothing.
 */
export function emailHandlers(parts: EmailParts): Handlers<typeof emailContract, Context> {
  const { identity } = parts
  return {
    async mailConfirmation(ctx) {
      passwordsOf(identity)
      if (callerOf(ctx).emailVerified) return { sent: false }
      const { subject } = await callersIdentity(ctx)
      await enforceRateLimit(ctx, mailsPerAccount, subject)
      await queueLinkMail(ctx, { purpose: 'confirm', userId: subject })
      return { sent: true }
    },

    async confirmEmail(ctx, { body }) {
      passwordsOf(identity)
      const who = await callersIdentity(ctx)
      const link = await findLink(ctx, body.token, ['confirm', 'change-email'])
      if (link.userId !== who.subject) throw refuse('not-yours')
      if (link.purpose === 'change-email') return changeEmail(ctx, parts, { link, who })
      return { email: await confirmBy(ctx, link), changed: false }
    },

    async confirmWithPassword(ctx, { body }) {
      const passwords = passwordsOf(identity)
      const link = await findLink(ctx, body.token, ['confirm'])
      await requirePassword(ctx, passwords, { userId: link.userId, password: body.password })
      return { email: await confirmBy(ctx, link) }
    },

    async openConfirmation(ctx, { body }) {
      if (!isOutboxOpen(ctx) || !identity.passwords) return { email: null }
      const link = await findLink(ctx, body.token, ['confirm'])
      return { email: await confirmBy(ctx, link) }
    },

    async confirmAnew(ctx, { body }) {
      passwordsOf(identity)
      const link = await findLink(ctx, body.token, ['confirm'])
      requireOwnPassword(body.newPassword, link.email)
      return openByLink(ctx, parts, { link, password: body.newPassword, by: 'confirmation link' })
    },

    async requestEmailChange(ctx, { body }) {
      const passwords = passwordsOf(identity)
      const { email } = body
      requireNoSetting(ctx)
      const { subject } = await callersIdentity(ctx)
      await requirePassword(ctx, passwords, { userId: subject, password: body.password })
      if (email === callerOf(ctx).email) throw refuseFields([{ field: 'email', message: identityTexts.sameEmail }])
      await enforceRateLimit(ctx, mailsPerAccount, subject)
      // Nothing here tells whether the address is somebody's already; only its mailbox hears of it.
      const wait = await minutesToWait(ctx, mailsPerEmail, email)
      if (wait === undefined) await queueLinkMail(ctx, { purpose: 'change-email', userId: subject, email })
      return { email }
    },
  }
}

/** Mails that an account may have sent to an address of its choice. */
const mailsPerAccount: RateLimit = { what: 'link mail of an account', most: 6, minutes: 60 }

/** Mails about a change that one address gets, from however many accounts. */
const mailsPerEmail: RateLimit = { what: 'change mail to an email', most: 6, minutes: 60 }

/** Uses the link up and confirms the address that it was mailed to; returns that. Refuses: link-dead. */
function confirmBy(ctx: Context, link: MailedLink): Promise<string> {
  return transact(ctx, async ctx => {
    const { user } = await takeLink(ctx, link)
    await confirm(ctx, user.id, user.email)
    return user.email
  })
}

/** The shop's own row follows by a trigger, in the same transaction. */
async function confirm(ctx: Context, userId: string, email: string): Promise<void> {
  await sql`
    update identity."user" set "email" = ${email}, "emailVerified" = true, "updatedAt" = now()
    where "id" = ${userId}`.execute(ctx.db)
}

/** Whoever likes reads the mail there, so what the other ways of confirming guard does not exist. */
const isOutboxOpen = ({ settings }: Context) => settings.loopbackOnly && !settings.smtpUrl

/** The first admin's address stands in the settings: under another one, the next start would make a second admin. */
function requireNoSetting(ctx: Context): void {
  const { adminEmail, demo } = ctx.settings
  if (callerOf(ctx).email === (adminEmail ?? (demo ? demoAdmin.email : undefined))) throw refuse('admin-by-setting')
}

/**
 * Makes the address of the link the account's. Whoever typed it first and never confirmed it makes way; whoever did keeps
 * it, and so does who has ordered with it, and only the reader of that mailbox learns so. Refuses: email-taken, link-dead, admin-by-setting.
 */
async function changeEmail(
  ctx: Context,
  { identity, letterhead, leaveShop }: EmailParts,
  { link, who }: { link: MailedLink; who: CallersIdentity },
): Promise<{ email: string; changed: boolean }> {
  requireNoSetting(ctx)
  try {
    return await transact(ctx, async ctx => {
      const { user, holder } = await takeLink(ctx, link)
      if (holder?.emailVerified) throw refuse('email-taken')
      if (holder) {
        const hasLeft = await leaveShop(ctx, { issuer: identity.issuer, subject: holder.id })
        if (!hasLeft) throw refuse('email-taken')
        await sql`delete from identity."user" where "id" = ${holder.id}`.execute(ctx.db)
      }
      await confirm(ctx, user.id, link.email)
      await endOtherSessions(ctx, { userId: user.id, but: who.session })
      await voidLinks(ctx, user.id, ['confirm', 'reset', 'change-email'])
      await recordOf(ctx, {
        issuer: identity.issuer,
        userId: user.id,
        action: 'account.email-changed',
        after: { wasConfirmed: user.emailVerified },
      })
      await sendEmailChangedMail(ctx, letterhead, receiverOf(user))
      return { email: link.email, changed: true }
    })
  } catch (error) {
    // Somebody signed up with it in this very moment: the link is still good, and they have confirmed nothing.
    if (brokenConstraint(error) === 'user_email_key') throw refuse('email-taken')
    throw error
  }
}

import type { Handlers } from '#kernel/endpoint'
import { refuse } from '../refusals.rules.ts'
import { type RateLimit, enforceRateLimit, enforceNetworkRateLimit, minutesToWait } from '#platform/http/rate-limits'
import { type Context, callerOf, transact } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import { requireOwnPassword } from './common-passwords.server.ts'
import { openByLink, passwordHash, passwordsOf, recordChange, requirePassword, setPassword } from './of-user.server.ts'
import { queueLinkMail } from '../links/queue.server.ts'
import { sendPasswordChangedMail } from '../links/mail.server.ts'
import { findLink, lockUsers, voidLinks } from '../links/mailed-links.server.ts'
import type { passwordsContract } from './passwords.contract.ts'
import { proveOwner } from './proof.server.ts'
import { callersIdentity, endOtherSessions } from '../sessions/of-caller.server.ts'
import { receiverOf } from '../notices/notices.server.ts'
import type { IdentityPort } from '../port.server.ts'
import type { EmptyAccount } from '../sessions/takeover.server.ts'

export type PasswordParts = {
  identity: IdentityPort
  letterhead: Letterhead
  emptyAccount: EmptyAccount
}

/** The calls of `identity/passwords/passwords.contract.ts`, on the embedded identity service; a hosted one has its own. */
export function passwordsHandlers(parts: PasswordParts): Handlers<typeof passwordsContract, Context> {
  const { identity } = parts
  return {
    proveOwner: (ctx, { body }) => proveOwner(ctx, identity, body.password),

    async requestReset(ctx, { body }) {
      passwordsOf(identity)
      const { email } = body
      await enforceNetworkRateLimit(ctx, resetsPerAddress(ctx), ctx.client?.address)
      // Whether the address has an account, is over its limit or is nobody's: the answer and the work for it are the same.
      const wait = await minutesToWait(ctx, resetsPerEmail, email)
      if (wait === undefined) await queueLinkMail(ctx, { purpose: 'reset', email })
      return { email }
    },

    async resetPassword(ctx, { body }) {
      passwordsOf(identity)
      const link = await findLink(ctx, body.token, ['reset'])
      requireOwnPassword(body.password, link.email)
      return openByLink(ctx, parts, { link, password: body.password, by: 'reset link' })
    },

    async changePassword(ctx, { body }) {
      const passwords = passwordsOf(identity)
      const who = await callersIdentity(ctx)
      const provenHash = await requirePassword(ctx, passwords, { userId: who.subject, password: body.current })
      requireOwnPassword(body.password, callerOf(ctx).email)
      await enforceRateLimit(ctx, changesPerAccount, who.subject)
      const hash = await passwords.hash(body.password)
      return transact(ctx, async ctx => {
        const user = (await lockUsers(ctx, { userId: who.subject, email: '' })).find(({ id }) => id === who.subject)
        // Reset meanwhile: what was the password a moment ago decides nothing any more.
        if (!user || (await passwordHash(ctx, user.id)) !== provenHash) throw refuse('wrong-password')
        await setPassword(ctx, user.id, hash)
        await endOtherSessions(ctx, { userId: user.id, but: who.session })
        await voidLinks(ctx, user.id, ['reset', 'change-email'])
        await recordChange(ctx, { issuer: identity.issuer, user, by: 'present password' })
        await sendPasswordChangedMail(ctx, parts.letterhead, receiverOf(user))
        return { email: user.email }
      })
    },
  }
}

/** Each costs a hash, a mail and a line of the trail. */
const changesPerAccount: RateLimit = { what: 'change of a password', most: 10, minutes: 60 }

/** Mails to one address, whoever asks for them. */
const resetsPerEmail: RateLimit = { what: 'reset mail to an email', most: 5, minutes: 60 }

/** What one network address may ask for: a workshop shares one. On this machine alone there is nobody to hold back. */
const resetsPerAddress = ({ settings }: Context): RateLimit => ({
  what: 'reset mail by an address',
  most: settings.loopbackOnly ? 600 : 20,
  minutes: 15,
})

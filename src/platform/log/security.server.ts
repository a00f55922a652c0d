import type { Context } from '../context.server.ts'
import type { Log } from '../log.server.ts'

/**
 * What the log says about security, by name: whoever watches a shop looks for `security`. Each line has who (`user` of the
 * identity service, `account` of the shop, or the `email` of an account that was typed), from where (`address`) and `requestId`, as far
 * as they are known; never a secret, and never a path's values. `docs/security-log.md` is this list for people.
 */
export const securityEvents = {
  'sign-up': 'an account was made',
  'sign-in': 'a session was opened',
  'sign-in-failed': 'a login was refused',
  'sign-out': 'a session was ended by a logout',
  'codes-guessed': 'ten wrong codes came after a right password',
  'factor-changed': 'a second factor or a passkey was changed',
  'password-changed': 'a password was changed',
  'email-changed': 'an email address was changed',
  'role-changed': 'an account got another role',
  'account-deleted': 'an account was deleted',
  'request-refused': 'a call was refused: not signed in, not allowed, or too often',
} as const
export type SecurityEvent = keyof typeof securityEvents

/** Written whatever LOG_LEVEL leaves out, unless it leaves out all but the end of the process. */
export function logSecurity(log: Log, security: SecurityEvent, details: Record<string, unknown>): void {
  if (log.level === 'fatal' || log.level === 'silent') return
  log.child({ security }, { level: 'info' }).info(details, securityEvents[security])
}

/** What a verb of the shop did. */
export function logSecurityOf(ctx: Context, security: SecurityEvent, details: Record<string, unknown>): void {
  const { actor, client, requestId } = ctx
  logSecurity(ctx.log, security, { by: actor.id ?? actor.kind, address: client?.address, requestId, ...details })
}

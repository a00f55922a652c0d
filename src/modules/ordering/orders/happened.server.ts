import { type RawBuilder, sql } from 'kysely'
import { auditRow } from '#platform/audit'
import { type Context, newId } from '#platform/context'
import { announceMail, mailRow } from '../mail/mail.server.ts'
import type { MailKind } from '../mail/templates.server.ts'
import { type NewEvent, eventRow } from './timeline.server.ts'

type Happening = NewEvent & {
  before: object
  after: object
  /** What is told by mail; `isOnce`: of an order that is told of this once only, others of each such event. */
  mail?: { kind: MailKind; isOnce: boolean } | undefined
}

/**
 * Says what happened to an order, in the transaction of it and by one statement: on its timeline, in the audit trail as
 * `order.KIND`, and by a mail where there is one.
 */
export async function happened(ctx: Context, happening: Happening): Promise<void> {
  await sql`with ${happenedRows(ctx, happening)} select`.execute(ctx.db)
  if (happening.mail) await announceMail(ctx)
}

/** The same, among the first words of a statement that writes more; who sends it has the mail announced, too. */
export function happenedRows(ctx: Context, { before, after, mail, ...event }: Happening): RawBuilder<unknown> {
  const { orderId, kind } = event
  const id = newId()
  const audited = auditRow(ctx, { action: `order.${kind}`, subject: { kind: 'order', id: orderId }, before, after })
  const mailed = mail && mailRow(ctx, { orderId, kind: mail.kind, key: mail.isOnce ? '' : id })
  return sql`
    audited as (${audited}), ${mailed ? sql`mailed as (${mailed}),` : sql``} event as (${eventRow(ctx, { id, ...event })})`
}
